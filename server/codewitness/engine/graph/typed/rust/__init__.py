"""What Rust has of its own: crates, `impl` blocks, traits."""
