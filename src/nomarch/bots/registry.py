"""Bots by specification, as the command line spells them.

greedy                          a level
search:400                      a search of 400 playouts a decision
search:400,noise=30             the same with other settings (see Plan)
py:package.module:Class         a Python class, called with the rulebook
py:package.module:Class:TEXT    the same, called with the rulebook and a text
net                             the network shipped with the game
net:FILE                        another trained network (docs/training.md)
net:FILE,400  net:,400          a search of 400 playouts guided by a network
cmd:./mybot --fast              a program that speaks the line protocol (docs/bots.md)
"""

import importlib
import os
import shlex
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import cast

from nomarch.bots import Bot, Bots
from nomarch.bots.search_settings import Plan, plan_of
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook

USUAL_PLAYOUTS = 400
"""Of a search whose specification names only other settings."""


def bot_from_spec(spec: str, book: Rulebook, bots: Bots, players: int | None = None) -> Bot:
    """Return the bot of a specification; raise `BadOption` when there is none.

    `players` is the table's player count, which networks depend on.
    """
    kind, _, rest = spec.partition(":")
    if kind == "cmd":
        from nomarch.bots.program import Program

        return Program(shlex.split(rest), book)
    if kind == "py":
        return _of_class(spec, rest, book)
    if kind == "net":
        return _of_weights(spec, rest, book, bots, players)
    if kind == "search" and rest:
        from nomarch.bots.search import Search

        return Search(book, bots.compiler, *_settings(spec, rest, plan_of(book)), wait=True)
    bot = bots.get(spec, book)
    if hasattr(bot, "wait"):
        bot.wait()
    return bot


def _of_class(spec: str, path: str, book: Rulebook) -> Bot:
    module, _, rest = path.partition(":")
    name, _, text = rest.partition(":")
    try:
        if (folder := os.getcwd()) not in sys.path:
            # A console script's path has its own folder, not the one it is called from.
            sys.path.insert(0, folder)
        make = getattr(importlib.import_module(module), name)
        return cast(Bot, make(book, text) if text else make(book))
    except (ImportError, AttributeError, ValueError) as error:
        raise BadOption(f"{spec}: there is no such class ({error}).") from error


def _of_weights(spec: str, rest: str, book: Rulebook, bots: Bots, players: int | None) -> Bot:
    from nomarch.bots.network_bot import NetworkBot
    from nomarch.bots.prior import NetworkPrior
    from nomarch.bots.search import GUIDED, Search
    from nomarch.bots.weights import load_published, load_weights

    file, searches, text = rest.partition(",")
    weights = load_weights(Path(file)) if file else load_published(book, players)
    weights.check(book, players)
    if not searches:
        return NetworkBot(book, weights, players, is_compiled=True)
    playouts, plan = _settings(spec, text, GUIDED)
    prior = NetworkPrior(book, weights)
    return Search(book, bots.compiler, playouts, plan, prior=prior, wait=True)


def _settings(spec: str, text: str, plan: Plan) -> tuple[int, Plan]:
    """Parse a search's playouts and its changes to a plan."""
    playouts = USUAL_PLAYOUTS
    known = {field.name for field in fields(Plan)}
    for part in text.split(","):
        name, is_named, value = part.partition("=")
        number = value if is_named else name
        if not number.isdecimal() or (is_named and name not in known):
            raise BadOption(
                f"{spec}: {part!r} is no setting; write playouts (400) "
                f"or one of {', '.join(sorted(known))} with =NUMBER."
            )
        if is_named:
            plan = replace(plan, **{name: int(number)})
        else:
            playouts = max(1, int(number))
    return playouts, plan
