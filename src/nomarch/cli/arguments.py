"""Arguments that several commands share."""

import argparse
import math
import os
from typing import Any, TypeAlias

from nomarch.i18n import LANGUAGES

Commands: TypeAlias = "argparse._SubParsersAction[Any]"
"""What `add_subparsers` returns; argparse keeps the class private."""


def add_setup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", help="a number, a text or 64 hex digits (default: a secret one)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=CHOICE", help="a variant"
    )


def add_language(parser: argparse.ArgumentParser, default: str, about: str) -> None:
    parser.add_argument("--language", choices=tuple(LANGUAGES), default=default, help=about)


def add_workers(parser: argparse.ArgumentParser, kind: str) -> None:
    """Add --workers and --ray, of which one may be given."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--workers", type=int, help=f"{kind} (default: one a core)")
    who.add_argument(
        "--ray", metavar="ADDRESS", help="a Ray cluster instead ('local': one on this machine)"
    )


def positive_number(text: str) -> float:
    """Parse a finite number above 0, for argparse."""
    number = finite_number(text)
    if number <= 0:
        raise ValueError
    return number


def finite_number(text: str) -> float:
    """Parse a number that is neither infinite nor NaN, for argparse."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError
    return number


def chosen_options(options: argparse.Namespace) -> dict[str, str]:
    from nomarch.errors import BadOption

    chosen = {}
    for text in options.option:
        name, equals, choice = text.partition("=")
        if not equals:
            raise BadOption(f"--option {text}: expected NAME=CHOICE.")
        chosen[name] = choice
    return chosen


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        default=os.environ.get("NOMARCH_DATABASE", ""),
        metavar="ADDRESS",
        help="postgresql://…, for several processes (NOMARCH_DATABASE; default: a file)",
    )
