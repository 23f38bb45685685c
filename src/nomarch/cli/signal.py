"""`nomarch signal`: the relay of the browser edition alone."""

import argparse

from nomarch.cli.arguments import Commands


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "signal",
        help="run the relay of the browser edition",
        description="Runs the relay at ws://HOST:PORT/signal, for 'nomarch site --signal'. It "
        "forwards encrypted messages between the members of a room and keeps nothing. 'nomarch "
        "serve' has one, too.",
    )
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8001)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    import uvicorn
    from starlette.applications import Starlette

    from nomarch.web.signal import MAX_FRAME, relay_route

    print(f"Relay at ws://{options.host}:{options.port}/signal. Press Ctrl+C to stop.", flush=True)
    uvicorn.run(
        Starlette(routes=[relay_route()]),
        host=options.host,
        port=options.port,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME,
    )
    return 0
