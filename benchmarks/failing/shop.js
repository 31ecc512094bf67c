// Fails in as many ways as there are kinds: `node shop.js KIND`.
const fs = require("fs");
const assert = require("assert");

class Cart {
  constructor(rows) {
    this.rows = rows;
  }
  first(at) {
    return this.rows[at];
  }
}

const kinds = {
  null_value: (cart) => cart.first(9).price,
  index_out_of_range: () => new Array(-1),
  missing_file: () => fs.readFileSync("/nonexistent/prices.csv"),
  number_format: () => BigInt("twelve"),
  bad_json: () => JSON.parse("{'total': 3}"),
  deep_recursion: function again(cart) {
    return again(cart) + 1;
  },
  wrong_type: (cart) => {
    for (const row of 5) cart.rows.push(row);
  },
  missing_attribute: (cart) => cart.total(),
  assertion: (cart) => assert.strictEqual(cart.rows.length, 4),
  missing_module: () => require("warehouse-client"),
  connection_refused: () => require("net").connect(1, "127.0.0.1"),
  syntax: () => new RegExp("(unclosed"),
  bad_encoding: () => decodeURIComponent("%E9"),
  is_a_folder: () => fs.readFileSync("/tmp"),
  unknown_name: () => discount * 2,
  division_by_zero: () => 1n / 0n,
  not_implemented: () => {
    throw new Error("refunds are not implemented");
  },
  bad_value: () => (3).toFixed(101),
  timeout: () => {
    return Promise.race([
      new Promise(() => {}),
      new Promise((_, reject) => setTimeout(() => reject(new Error("timed out after 50 ms")), 50)),
    ]);
  },
};

function run(kind) {
  return kinds[kind](new Cart([1, 2, 3]));
}

run(process.argv[2]);
