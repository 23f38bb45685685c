"""`nomarch draw`: draw a position as SVG or PNG."""

import argparse
from pathlib import Path

from nomarch.cli.arguments import Commands, add_language, add_setup, chosen_options


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "draw",
        help="draw a position as SVG or PNG",
        description="Draws a position: of a save, or of a game played by bots for some moves.",
    )
    parser.add_argument("game", nargs="?")
    parser.add_argument("--from", dest="source", type=Path, help="draw this save instead")
    parser.add_argument("--players", type=int)
    parser.add_argument("--moves", type=int, default=40, help="decisions to play before drawing")
    parser.add_argument("--bot", default="greedy", help="who plays them")
    parser.add_argument("--seat", type=int, help="whose view (default: the seat to act)")
    parser.add_argument("--shape", choices=("wide", "tall"), default="wide")
    parser.add_argument("--names", help="comma list of names")
    add_language(parser, "en", "default: en")
    add_setup(parser)
    parser.add_argument("-o", "--output", type=Path, required=True, help=".svg or .png")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.engine.match import SPECTATOR
    from nomarch.engine.new_match import load
    from nomarch.engine.saves import read_save
    from nomarch.errors import BadOption

    if options.output.suffix not in (".svg", ".png"):
        raise BadOption(f"{options.output}: expected a name that ends in .svg or .png.")
    if options.source:
        match = load(read_save(options.source))
    else:
        match = _played(options)
    seat = options.seat
    if seat is None:
        seat = match.to_act[0] if match.to_act else SPECTATOR
    if not SPECTATOR <= seat < match.players:
        raise BadOption(f"--seat {seat}: expected -1 to {match.players - 1}.")
    drawn = match.svg(seat, shape=options.shape, language=options.language)
    if options.output.suffix == ".svg":
        options.output.write_text(drawn, encoding="utf-8")
    else:
        from nomarch.draw.png import render_png

        options.output.write_bytes(render_png(drawn))
    print(options.output)
    return 0


def _played(options: argparse.Namespace):  # type: ignore[no-untyped-def]
    from nomarch.bots.play import play_on
    from nomarch.engine.new_match import new
    from nomarch.errors import BadOption
    from nomarch.kernel.declare.game import rulebook

    if not options.game:
        raise BadOption("Which game? For example: nomarch draw ra -o ra.svg")
    players = options.players or rulebook(options.game).game.players[-1]
    names = tuple(options.names.split(",")) if options.names else ()
    match = new(options.game, players, options.seed, chosen_options(options), names)
    play_on(match, options.bot, options.moves)
    return match
