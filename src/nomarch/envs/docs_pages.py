"""Writes the generated pages of the documentation: observations and sizes of the games.

`python -m nomarch.envs.docs_pages docs/environments` writes them.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from nomarch.engine.match import Match
from nomarch.envs.observations import Observation
from nomarch.kernel.features import Feature
from nomarch.kernel.game import Rulebook, rulebooks
from nomarch.kernel.layout import EVERYONE
from nomarch.kernel.seeds import make_seed

SAMPLE = 6
"""Random games behind the means of lengths and choices."""


def games_page() -> str:
    lines = [
        "# The games in numbers",
        "",
        "Made by `python -m nomarch.envs.docs_pages`. Decisions and choices are "
        f"means of {SAMPLE} random games with the usual number of players. Forced decisions are "
        "left out, unless that would reveal a secret. *Hidden* lists the fields of the state that "
        "some seat cannot see; the order of draws is hidden in all games.",
        "",
        "| game | players | actions | observation | decisions | choices | hidden |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    return "\n".join([*lines, *(_row(book) for book in rulebooks().values()), ""])


def _row(book: Rulebook) -> str:
    decisions = choices = 0
    for number in range(SAMPLE):
        made, open_ones = _random_game(book, number)
        decisions += made
        choices += open_ones
    return (
        f"| {book.game.title} (`{book.game.id}`) | {', '.join(map(str, book.game.players))} "
        f"| {len(book.actions)} | {len(book.features)} | {decisions / SAMPLE:.0f} "
        f"| {choices / decisions:.1f} | {_hidden(book)} |"
    )


def _random_game(book: Rulebook, number: int) -> tuple[int, int]:
    """The number of decisions, and the sum of their legal actions."""
    setup, rng = book.setup(book.game.usual_players, None), Random(number)
    match = Match(book, setup, make_seed(f"page {number}"))
    decisions = choices = 0
    while not match.over:
        seat = match.to_act[0]
        legal = match.legal_actions(seat)
        decisions += 1
        choices += len(legal)
        match.play(seat, book.actions[rng.choice(legal)])
    return decisions, choices


def _hidden(book: Rulebook) -> str:
    names = [
        f"`{field.stored_name}`"
        for field in book.layout.fields
        if field.sees is not EVERYONE and not field.name.startswith("rng_")
    ]
    return ", ".join(names) or "nothing"


def observations_page() -> str:
    lines = [
        "# Observations",
        "",
        "Made by `python -m nomarch.envs.docs_pages`. An observation is a row of "
        "integers with everything the seat may know, the same in all builds. Seats are counted "
        "clockwise from the viewer, who is always player 0. Seats and components that a set-up "
        "does not have are 0.",
    ]
    for book in rulebooks().values():
        seen = Observation(book)
        lines += ["", f"## {book.game.title}", "", f"{seen.size} numbers."]
        lines += [
            "",
            "| places | name | shape | range | meaning |",
            "| --- | --- | --- | --- | --- |",
        ]
        lines += [_line(feature) for feature in seen.features]
    return "\n".join([*lines, ""])


def _line(feature: Feature) -> str:
    first, last = feature.block.first, feature.block.first + feature.block.size - 1
    places = f"{first}" if first == last else f"{first}–{last}"
    shape = " × ".join(f"{axis.size} {axis.name}" for axis in feature.block.axes) or "one"
    return (
        f"| {places} | `{feature.name}` | {shape} | {feature.low} to {feature.high} "
        f"| {feature.about} |"
    )


PAGES = {"games.md": games_page, "observations.md": observations_page}


def write_pages(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in PAGES.items():
        (folder / name).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path, help="usually docs/environments")
    write_pages(parser.parse_args().folder)
