import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Fails in as many ways as there are kinds: `java Shop.java KIND`. */
public class Shop {
    static class Cart {
        List<Integer> rows = new ArrayList<>(List.of(1, 2, 3));

        int first(int at) {
            return rows.get(at);
        }
    }

    static int deep(int n) {
        return deep(n + 1) + 1;
    }

    static Object run(String kind, Cart cart) throws Exception {
        switch (kind) {
            case "null_value":
                String row = Map.of("a", "b").get("c");
                return row.length();
            case "index_out_of_range":
                return cart.first(99);
            case "missing_key":
                return java.util.Optional.empty().orElseThrow();
            case "division_by_zero":
                return 6 / (cart.rows.size() - 3);
            case "missing_file":
                return Files.readString(Path.of("/nonexistent/prices.csv"));
            case "number_format":
                return Integer.parseInt("twelve");
            case "deep_recursion":
                return deep(0);
            case "wrong_type":
                Object text = "tea";
                return (Integer) text;
            case "missing_attribute":
                return Cart.class.getMethod("total");
            case "assertion":
                throw new AssertionError("expected four rows");
            case "missing_module":
                return Class.forName("com.example.WarehouseClient");
            case "concurrent_change":
                for (Integer one : cart.rows) cart.rows.add(one);
                return null;
            case "connection_refused":
                return new java.net.Socket("127.0.0.1", 1);
            case "wrong_arguments":
                throw new IllegalArgumentException("first takes one row");
            case "syntax":
                return java.util.regex.Pattern.compile("(unclosed");
            case "bad_encoding":
                byte[] raw = {(byte) 'c', (byte) 0xe9, (byte) 'x'};
                return StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(raw));
            case "is_a_folder":
                return Files.newBufferedReader(Path.of("/tmp")).read();
            case "not_implemented":
                throw new UnsupportedOperationException("refunds are not implemented");
            case "timeout":
                return new java.util.concurrent.CompletableFuture<String>()
                        .get(50, java.util.concurrent.TimeUnit.MILLISECONDS);
            case "no_memory":
                return new int[Integer.MAX_VALUE];
            default:
                throw new IllegalStateException("quantity must be positive, got -3");
        }
    }

    public static void main(String[] given) throws Exception {
        System.out.println(run(given[0], new Cart()));
    }
}
