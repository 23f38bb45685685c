"""Fingerprints of bots: published results are those of today's bots only while these agree."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from nomarch.bots import INSTANT, SEARCHING
from nomarch.bots.level_settings import level_settings
from nomarch.bots.trained_for import published_paths
from nomarch.engine.match import Match
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.run.seeds import make_seed

NETWORK = ("bots/network_bot.py", "kernel/run/network.py")
SEARCH = (
    *NETWORK,
    "bots/search.py",
    "bots/search_settings.py",
    "bots/prior.py",
    "kernel/run/worlds.py",
)
CODE = {
    "random": ("bots/random.py",),
    "novice": ("bots/weakened.py",),
    "easy": ("bots/weakened.py",),
    "greedy": ("bots/greedy.py",),
    "strong": NETWORK,
    "master": SEARCH,
    "champion": SEARCH,
}
"""Files of the package that decide what a level plays, beside its game's."""
DIGITS = 12
OBSERVED_EVERY = 4
"""Steps between two observations of a game that are part of a fingerprint."""


def fingerprint_of(book: Rulebook, players: int, levels: tuple[str, ...]) -> str:
    """Return a hash of everything that the levels' games with this player count depend on.

    That is the rules version, each level's settings, weights and code, and the game's evaluation.
    """
    facts = [_facts(book, level, players) for level in levels]
    text = json.dumps([book.game.rules_version, players, facts], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _facts(book: Rulebook, level: str, players: int) -> dict[str, Any]:
    package, game = Path(__file__).parents[1], book.folder
    facts: dict[str, Any] = {"level": level}
    facts["code"] = [_code_hash(package / name) for name in CODE[level]]
    if level == "random":
        return facts
    facts["heuristic"] = _code_hash(game / "heuristic")
    settings = level_settings(book)
    if level in settings.oversight:
        facts["oversight"] = asdict(settings.oversight[level])
        facts["near"] = settings.near
    if level in SEARCHING:
        facts["features"] = _observations_hash(book, players)
        for path in islice(published_paths(book, players), 1):
            facts["weights"] = hashlib.sha256(path.read_bytes()).hexdigest()
        facts["playouts"] = settings.playouts[level]
    if level in SEARCHING and level != INSTANT:
        facts["beliefs"] = _code_hash(game / "beliefs")
        facts["plan"] = settings.plans.get(level, {})
    return facts


@cache
def _observations_hash(book: Rulebook, players: int) -> str:
    """Return a hash of what is observed along a game, whatever code observes it."""
    rules, rng, digest = backend.interpreted(book.game.id), Random(0), hashlib.sha256()
    setup = next(setup for setup in book.setups() if setup.players == players)
    match = Match(book, setup, make_seed("fingerprint"))
    while not match.over:
        seat = match.to_act[0]
        if match.ply % OBSERVED_EVERY == 0:
            row = [0] * len(book.features)
            rules.encode_observation(match.state, seat, row)
            digest.update(json.dumps(row).encode())
        legal = match.legal(seat)
        match.play(seat, legal[int(rng.random() * len(legal))])
    return digest.hexdigest()


@cache
def _code_hash(path: Path) -> str:
    """Return a hash of a module's or a package's code, without comments and docstrings."""
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]:
        if file.exists():  # a game without secrets has no beliefs
            digest.update("\n".join(code_lines(file.read_text(encoding="utf-8"))).encode())
    return digest.hexdigest()


def code_lines(source: str) -> Iterator[str]:
    """Yield the lines that say what is done; the same with every version of Python."""
    texts = set[int]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            texts |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    for number, line in enumerate(source.splitlines(), 1):
        if number not in texts and line.strip() and not line.lstrip().startswith("#"):
            yield line.rstrip()
