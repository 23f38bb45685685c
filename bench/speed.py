"""Steps a second at every speed, all in one run: `python bench/speed.py [game …] [--cuda]`."""

from __future__ import annotations

import sys

from nomarch.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", *sys.argv[1:]]))
