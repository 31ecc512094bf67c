# Fails in as many ways as there are kinds: `ruby shop.rb KIND`.
require "json"
require "socket"
require "timeout"

class Cart
  attr_reader :rows

  def initialize(rows)
    @rows = rows
  end

  def first(at)
    @rows.fetch(at)
  end

  def deep(count)
    deep(count + 1) + 1
  end
end

def run(kind, cart)
  case kind
  when "null_value" then { "a" => 1 }["b"].length
  when "index_out_of_range" then cart.first(99)
  when "missing_key" then { "tea" => 3 }.fetch("coffee")
  when "division_by_zero" then 6 / (cart.rows.length - 3)
  when "missing_file" then File.read("/nonexistent/prices.csv")
  when "number_format" then Integer("twelve")
  when "bad_json" then JSON.parse("{'total': 3}")
  when "deep_recursion" then cart.deep(0)
  when "wrong_type" then "total: " + cart.rows.length
  when "missing_attribute" then cart.total
  when "missing_module" then require "warehouse_client"
  when "concurrent_change" then { "a" => 1 }.tap { |all| all.each { all["b"] = 2 } }
  when "connection_refused" then TCPSocket.new("127.0.0.1", 1)
  when "wrong_arguments" then cart.first(1, 2)
  when "syntax" then Regexp.new("(unclosed")
  when "bad_encoding" then "caf\xE9".encode("UTF-16")
  when "is_a_folder" then File.read("/tmp")
  when "unknown_name" then discount * 2
  when "not_implemented" then raise NotImplementedError, "refunds"
  when "timeout" then Timeout.timeout(0.05) { sleep 1 }
  else raise ArgumentError, "quantity must be positive, got -3"
  end
end

puts run(ARGV[0], Cart.new([1, 2, 3]))
