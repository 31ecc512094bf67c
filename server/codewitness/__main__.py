"""`python -m codewitness`."""

from codewitness.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
