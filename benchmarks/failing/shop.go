// Fails in as many ways as there are kinds: `shop KIND`.
package main

import (
	"encoding/json"
	"net"
	"os"
	"regexp"
	"strconv"
	"time"
)

type Cart struct{ rows []int }

func (c *Cart) first(at int) int { return c.rows[at] }

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func deep(n int) int { return deep(n+1) + 1 }

func run(kind string, cart *Cart) {
	switch kind {
	case "null_value":
		var none *Cart
		println(none.first(0))
	case "index_out_of_range":
		println(cart.first(99))
	case "division_by_zero":
		println(6 / (len(cart.rows) - 3))
	case "missing_file":
		_, err := os.ReadFile("/nonexistent/prices.csv")
		must(err)
	case "number_format":
		_, err := strconv.Atoi("twelve")
		must(err)
	case "bad_json":
		must(json.Unmarshal([]byte("{'total': 3}"), &struct{}{}))
	case "deep_recursion":
		println(deep(0))
	case "wrong_type":
		var value interface{} = "tea"
		println(value.(int))
	case "connection_refused":
		_, err := net.Dial("tcp", "127.0.0.1:1")
		must(err)
	case "syntax":
		regexp.MustCompile("(unclosed")
	case "is_a_folder":
		_, err := os.ReadFile("/tmp")
		must(err)
	case "timeout":
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		must(err)
		must(listener.(*net.TCPListener).SetDeadline(time.Now().Add(50 * time.Millisecond)))
		_, err = listener.Accept()
		must(err)
	case "not_implemented":
		panic("refunds are not implemented")
	default:
		panic("quantity must be positive, got -3")
	}
}

func main() { run(os.Args[1], &Cart{rows: []int{1, 2, 3}}) }
