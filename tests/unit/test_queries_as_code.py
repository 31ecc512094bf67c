"""Queries that are code: lines that define something, and what is looked for word for word."""

from __future__ import annotations

import pytest

from codewitness.engine.rank.form import QueryForm, defined_name
from codewitness.engine.rank.phrase import phrase, phrase_of


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("class Cart(Basket):", "Cart"),
        ("export default class Cart extends Basket {", "Cart"),
        ("public final class Cart implements Basket, Closeable", "Cart"),
        ("class Cart implements", "Cart"),
        ("public sealed class Cart : Basket, IStore", "Cart"),
        ("pub struct cart<T> {", "cart"),
        ("pub(crate) async fn total<T>(cart: T) -> Result<()> {", "total"),
        ("func (c *Cart) Total(tax int", "Cart.Total"),
        ("type Cart struct", "Cart"),
        ("function total (cart) {", "total"),
        ("fun total(cart: Cart): Int", "total"),
        ("def self.total(cart)", "total"),
        ("struct Cart: Codable {", "Cart"),
        ("type Cart", "Cart"),
        ("type:struct cart", "cart"),
        ("class hierarchy: base and derived", ""),
        ("class Cart: what is sold and how", ""),
        ("class Cart with several items", ""),
        ("interface ICart (public)", ""),
        ("function parseCart where the query is decoded", ""),
        ("type conversion (implicit)", ""),
        ("def total(cart) rounds to cents", ""),
        ("module resolution", ""),
    ],
)
def test_a_line_that_defines(line: str, name: str) -> None:
    assert defined_name(line) == name
    form = QueryForm.of(line)
    assert form.sole == name.rpartition(".")[2]
    assert form.of_class is (None if not name else name.lower() == "cart")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("import shop.cart.Cart;", "shop.cart.Cart"),
        ("import static shop.Cart.total;", "shop.Cart.total"),
        ("use shop::cart::Cart;", "shop::cart::Cart"),
        ("from .cart import Cart", "Cart"),
        ("import { Cart } from './cart';", "Cart"),
        ('import Cart from "./cart"', "Cart"),
        ("import carts", ""),
        ("use carts of others", ""),
        ("from cart import Cart, Row", ""),
        ("import from csv", ""),
        ("use std::io::{self, Read};", ""),
    ],
)
def test_a_line_that_imports(line: str, name: str) -> None:
    assert defined_name(line) == name
    assert QueryForm.of(line).of_class is None


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("added the entry to the cache", "added the entry to the cache"),
        ("return nil, ErrMissing", "return nil errmissing err missing"),
        ('"not found"', "not found"),
        ("retry-after", "retry after"),
        ("--dry-run", "dry run"),
        ("/users/:id", "users id"),
        ("ErrClosed: cart is closed", "cart is closed"),
        ("shop.CartError: error: the cart is closed", "the cart is closed"),
        ("ErrClosed: closed", ""),
        ("not found", ""),
        ("route segment capture", ""),
        ("opts.rate = limit", "opts rate limit"),
        ("added to the", ""),
        ('"added"', ""),
        ("the cache", ""),
        ("calls:fit model of cars", ""),
    ],
)
def test_what_is_looked_for_word_for_word(query: str, words: str) -> None:
    assert " ".join(phrase(query)) == words


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("def total(self, discount):", "def total self discount"),
        ("total(cart, tax, discount)", "total cart tax discount"),
        ("Cart.total(tax)", ""),
        ("`not_found`", ""),
        ("import shop.cart.rows.Cart;", ""),
        ("where is the_total defined", ""),
        ("what is total of the cart", "what is total of the cart"),
    ],
)
def test_a_name_is_looked_for_where_it_is_defined(query: str, words: str) -> None:
    assert " ".join(phrase_of(query, QueryForm.of(query))) == words
