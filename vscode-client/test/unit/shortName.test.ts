import assert from "node:assert/strict";
import { test } from "node:test";
import { shortName } from "../../src/text/shortName";

for (const [name, file, kind, short] of [
  ["shop.orders.Reader.load", "shop/orders.py", "method", "Reader.load"],
  ["shop.orders.load", "shop/orders.py", "function", "load"],
  ["shop.orders", "shop/orders.py", "module", "orders"],
  ["orders.Reader.load", "src/shop/orders.py", "method", "Reader.load"],
  ["com.shop.Reader.load", "core/src/main/java/com/shop/Reader.java", "method", "Reader.load"],
  ["com.shop.Reader", "core/src/main/java/com/shop/Reader.java", "class", "Reader"],
  ["gin.Context.Next", "context.go", "method", "gin.Context.Next"],
  ["shop.orders.run.<lambda:7>", "shop/orders.py", "function", "run.<lambda:7>"],
  ["main", "main.c", "function", "main"],
] as const) {
  test(`${name} in ${file} is ${short}`, () => assert.equal(shortName(name, file, kind), short));
}
