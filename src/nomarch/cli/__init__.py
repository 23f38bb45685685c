"""The command `nomarch`: one module per subcommand, put together in `entry_point.py`."""

from nomarch.cli.entry_point import main as main
