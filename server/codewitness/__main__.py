"""`python -m codewitness`, and the program `codewitness`."""

from codewitness.own_path import leave_out_the_folder


def main() -> int:
    """Run one command; gives the exit status."""
    leave_out_the_folder()
    from codewitness.cli import main as run  # after that, since it imports much

    return run()


if __name__ == "__main__":
    raise SystemExit(main())
