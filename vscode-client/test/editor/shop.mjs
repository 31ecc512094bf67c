/** A small project of our own, for tests that need to know each line. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const ORDERS = `"""Orders as they come in."""


class Reader:
    """Reads the orders of one day."""

    def __init__(self, source):
        self.source = source

    def load(self, path):
        self.check()
        rows = self.source.read(path)
        return rows[0]

    def check(self):
        if self.source is None:
            raise ValueError("no source")
`;

const SYNC = `"""Sends parcels to the warehouse."""

import time


class Uploader:
    """Uploads parcels, and tries again when that fails."""

    def __init__(self, warehouse, tries=3):
        self.warehouse = warehouse
        self.tries = tries

    def upload(self, parcel):
        for attempt in range(self.tries):
            try:
                return self.warehouse.put(parcel)
            except ConnectionError:
                time.sleep(2**attempt)
        raise TimeoutError(parcel)
`;

const DAY = `"""One day in the shop."""

from orders import Reader
from sync import Uploader


def run_day(source, warehouse):
    order = Reader(source).load("today")
    uploader = Uploader(warehouse)
    return uploader.upload(order)
`;

export function writeShop() {
  const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "codewitness-shop-")), "shop");
  fs.mkdirSync(folder);
  for (const [name, text] of Object.entries({ "orders.py": ORDERS, "sync.py": SYNC, "day.py": DAY })) fs.writeFileSync(path.join(folder, name), text);
  return folder;
}
