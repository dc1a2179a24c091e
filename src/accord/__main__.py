"""The program `accord`, and `python -m accord`: the command line."""


def main() -> None:
    """Run the command line; a signal that comes before it begins, while it is imported, ends the process."""
    from accord import signals

    signals.end_at_once()
    from accord.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
