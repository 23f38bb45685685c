"""Small set-ups as a whole game tree, in the extensive form (.efg) that Gambit and OpenSpiel read.

Information sets are those of `nomarch.envs.openspiel`. OpenSpiel's compiled solvers run on the
result at full speed: `pyspiel.load_efg_game(extensive_form("giza", 2, {"box": "small"}))`.
"""

from __future__ import annotations

from collections.abc import Mapping

from nomarch.envs import rewards
from nomarch.envs.game_tree import TreePosition
from nomarch.errors import BadOption
from nomarch.kernel.explicit_chance import CHANCE, TERMINAL
from nomarch.kernel.game import rulebook

MAX_NODES = 200_000
"""Larger trees are refused."""


def extensive_form(
    game: str, players: int | None = None, options: Mapping[str, str] | None = None
) -> str:
    """Return the game tree of a set-up as text; raise `BadOption` if it is too large."""
    book = rulebook(game)
    setup = book.setup(players, options)
    names = " ".join(f'"Seat {seat + 1}"' for seat in range(setup.players))
    lines = [f'EFG 2 R "{book.game.title}" {{ {names} }}']
    information_sets: list[dict[str, int]] = [{} for _ in range(setup.players)]
    pending, counts = [TreePosition.first(book, setup)], {CHANCE: 0, TERMINAL: 0}
    while pending:
        position = pending.pop()
        if len(lines) > MAX_NODES:
            raise BadOption(
                f"{book.game.title} with these options has more than {MAX_NODES:,} positions; "
                "choose a small box."
            )
        if position.actor in counts:
            counts[position.actor] += 1
        if position.actor == TERMINAL:
            values = " ".join(f"{value:g}" for value in rewards.of_places(position.places))
            lines.append(f't "" {counts[TERMINAL]} "" {{ {values} }}')
            continue
        if position.actor == CHANCE:
            lines.append(f'c "" {counts[CHANCE]} "" {{ {_draws(position)} }} 0')
        else:
            known, seat = information_sets[position.actor], position.actor
            number = known.setdefault(position.information(seat), len(known) + 1)
            moves = " ".join(f'"{book.actions[action]}"' for action in position.legal)
            lines.append(f'p "" {seat + 1} {number} "" {{ {moves} }} 0')
        pending += [position.after(action) for action in reversed(position.legal)]
    return "\n".join([*lines, ""])


def _draws(position: TreePosition) -> str:
    total = sum(position.weights)
    return " ".join(f'"{kind}" {position.weights[kind]}/{total}' for kind in position.legal)
