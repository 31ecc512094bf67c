// Fails in as many ways as there are kinds: `shop KIND`.
use std::collections::HashMap;

struct Cart {
    rows: Vec<i32>,
}

impl Cart {
    fn first(&self, at: usize) -> i32 {
        self.rows[at]
    }
}

fn deep(n: u64) -> u64 {
    let wide = [n; 512];
    deep(wide[(n % 512) as usize] + 1) + wide[3]
}

fn run(kind: &str, cart: &Cart) {
    match kind {
        "null_value" => {
            let none: Option<&i32> = cart.rows.get(99);
            println!("{}", none.unwrap());
        }
        "index_out_of_range" => println!("{}", cart.first(99)),
        "missing_key" => println!("{}", HashMap::from([("tea", 3)])["coffee"]),
        "division_by_zero" => println!("{}", 6 / (cart.rows.len() - 3)),
        "missing_file" => {
            std::fs::read_to_string("/nonexistent/prices.csv").unwrap();
        }
        "number_format" => {
            "twelve".parse::<i32>().unwrap();
        }
        "deep_recursion" => println!("{}", deep(0)),
        "assertion" => assert_eq!(cart.rows.len(), 4),
        "concurrent_change" => {
            let cell = std::cell::RefCell::new(1);
            let _one = cell.borrow_mut();
            let _other = cell.borrow_mut();
        }
        "connection_refused" => {
            std::net::TcpStream::connect("127.0.0.1:1").unwrap();
        }
        "bad_encoding" => {
            String::from_utf8(vec![99, 0xe9, 120]).unwrap();
        }
        "is_a_folder" => {
            std::fs::read_to_string("/tmp").unwrap();
        }
        "not_implemented" => unimplemented!("refunds"),
        "timeout" => {
            let (_sender, receiver) = std::sync::mpsc::channel::<i32>();
            receiver.recv_timeout(std::time::Duration::from_millis(50)).unwrap();
        }
        _ => panic!("quantity must be positive, got -3"),
    }
}

fn main() {
    let kind = std::env::args().nth(1).unwrap();
    run(&kind, &Cart { rows: vec![1, 2, 3] });
}
