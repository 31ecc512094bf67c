"""Fails in as many ways as there are kinds: `python shop.py KIND`."""

import json
import os
import re
import sys


class Cart:
    def __init__(self, rows):
        self.rows = rows

    def first(self, at):
        return self.rows[at]

    def price(self, name):
        return {"tea": 3}[name]


def null_value(cart):
    row = dict(a=1).get("b")
    return row["price"]


def index_out_of_range(cart):
    return cart.first(99)


def missing_key(cart):
    return cart.price("coffee")


def division_by_zero(cart):
    return sum(cart.rows) / (len(cart.rows) - 3)


def missing_file(cart):
    with open("/nonexistent/prices.csv") as file:
        return file.read()


def number_format(cart):
    return int("twelve")


def bad_json(cart):
    return json.loads("{'total': 3}")


def deep_recursion(cart):
    return deep_recursion(cart) + 1


def wrong_type(cart):
    return "total: " + len(cart.rows)


def missing_attribute(cart):
    return cart.total()


def assertion(cart):
    assert len(cart.rows) == 4, "expected four rows"


def missing_module(cart):
    import warehouse_client

    return warehouse_client


def concurrent_change(cart):
    prices = {"a": 1, "b": 2}
    for name in prices:
        prices[name + "x"] = 3


def connection_refused(cart):
    import socket

    socket.create_connection(("127.0.0.1", 1), timeout=2)


def wrong_arguments(cart):
    return cart.first(1, 2)


def syntax(cart):
    return re.compile("(unclosed")


def bad_encoding(cart):
    return b"caf\xe9".decode("utf-8")


def is_a_folder(cart):
    with open("/tmp") as file:
        return file.read()


def unknown_name(cart):
    return discount * 2  # noqa: F821


def not_implemented(cart):
    raise NotImplementedError("refunds")


def timeout(cart):
    import concurrent.futures
    import time

    with concurrent.futures.ThreadPoolExecutor() as pool:
        return pool.submit(time.sleep, 0.3).result(timeout=0.05)


def bad_value(cart):
    raise ValueError("quantity must be positive, got -3")


def run(kind):
    cart = Cart([1, 2, 3])
    print(globals()[kind](cart))


if __name__ == "__main__":
    os.chdir("/")
    run(sys.argv[1])
