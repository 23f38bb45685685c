"""`nomarch site`: the web application as a folder for any static host."""

import argparse
from pathlib import Path

from nomarch.cli.arguments import Commands


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "site",
        help="write the browser edition as static files",
        description="Writes a folder for any static host. The games run inside the page, also "
        "offline; each browser keeps its own. Needs Node.js, or the extra 'site'; Pyodide and "
        "wheels are downloaded once and kept in the cache folder.",
    )
    parser.add_argument("--out", type=Path, required=True, help="the folder to write")
    parser.add_argument("--root", default="", help="the path on the host, such as /play")
    parser.add_argument(
        "--with",
        dest="more",
        nargs="+",
        default=[],
        metavar="PACKAGE",
        help="installed packages to include; those with games are included anyway",
    )
    parser.add_argument(
        "--signal",
        default="",
        metavar="ADDRESS",
        help="the relay through which friends find each other: wss://games.example.org/signal "
        "('nomarch serve' and 'nomarch signal' have one)",
    )
    parser.add_argument(
        "--stun",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a STUN server for connections between networks: stun:stun.example.org:3478",
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.browser.build import Signal, build

    signal = Signal(options.signal.rstrip("/"), tuple({"urls": each} for each in options.stun))
    version = build(options.out, options.root.rstrip("/"), options.more, signal=signal)
    print(f"{options.out}: version {version}. Serve it with any static host, or to try it:")
    folder, path = str(options.out), f"{options.root}/"
    if options.root:
        print(f"  make {folder} the folder {options.root} of a static server")
    else:
        print(f"  python -m http.server 8000 --directory {folder}  # http://localhost:8000{path}")
    return 0
