"""What the server knows and how it is kept current: sessions, snapshots, the one writer."""
