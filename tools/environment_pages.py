"""Write the pages of `docs/environments` that are made from the games.

python -m tools.environment_pages
"""

from pathlib import Path
from random import Random

from nomarch.engine.match import Match
from nomarch.envs.observations import Observation
from nomarch.kernel.declare.actions import Declaration
from nomarch.kernel.declare.features import Feature
from nomarch.kernel.declare.game import Rulebook, rulebooks
from nomarch.kernel.declare.layout import EVERYONE
from nomarch.kernel.run.seeds import make_seed

FOLDER = Path(__file__).parents[1] / "docs" / "environments"
SAMPLE = 6
"""Random games behind the means of lengths and choices."""
MOST_VALUES = 40
"""Values of an axis that are all listed."""


def games_page() -> str:
    lines = [
        "# The games in numbers",
        "",
        "This page shows how to choose a game by its sizes, hidden fields and decisions.",
        "",
        "Made by `python -m tools.environment_pages`. Decisions and choices are "
        f"means of {SAMPLE} random games with the usual number of players. Forced decisions are "
        "left out, unless that would reveal a secret. *Hidden* lists the fields of the state that "
        "some seat cannot see; the order of draws is hidden in all games. *Together* is the share "
        "of decisions that several seats make at the same time, for which "
        "[`parallel_env`](pettingzoo.md#decide-together) is made.",
        "",
        "| game | players | actions | observation | decisions | choices | together | hidden |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        *map(_row, _own_games()),
    ]
    return "\n".join([*lines, ""])


def _own_games() -> list[Rulebook]:
    """The games of this package, whatever else is installed."""
    return [book for book in rulebooks().values() if book.package.startswith("nomarch.games.")]


def _row(book: Rulebook) -> str:
    games = [_random_game(book, number) for number in range(SAMPLE)]
    decisions, choices, together = map(sum, zip(*games, strict=True))
    return (
        f"| {book.game.title} (`{book.game.id}`) | {', '.join(map(str, book.game.players))} "
        f"| {len(book.actions)} | {len(book.features)} | {decisions / SAMPLE:.0f} "
        f"| {choices / decisions:.1f} | {100 * together / decisions:.0f} % | {_hidden(book)} |"
    )


def _random_game(book: Rulebook, number: int) -> tuple[int, int, int]:
    """Decisions, the sum of their legal actions, and decisions while others decide too."""
    setup, rng = book.setup(book.game.usual_players, None), Random(number)
    match = Match(book, setup, make_seed(f"page {number}"))
    decisions = choices = together = 0
    while not match.over:
        seat = match.to_act[0]
        legal = match.legal_actions(seat)
        decisions += 1
        choices += len(legal)
        together += len(match.to_act) > 1
        match.play(seat, book.actions[rng.choice(legal)])
    return decisions, choices, together


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
        "This page shows how to read every number of an observation.",
        "",
        "Made by `python -m tools.environment_pages`. An observation is a row of "
        "integers with everything the seat may know, the same in all builds. Seats are counted "
        "clockwise from the viewer, who is always player 0. Seats and components that a set-up "
        "does not have are 0.",
    ]
    for book in _own_games():
        lines += _observation(book)
    return "\n".join([*lines, ""])


def _observation(book: Rulebook) -> list[str]:
    seen = Observation(book)
    return [
        *("", f"## {book.game.title}", "", f"{seen.size} numbers.", ""),
        "| places | name | shape | range | meaning |",
        "| --- | --- | --- | --- | --- |",
        *map(_line, seen.features),
    ]


def _line(feature: Feature) -> str:
    places = _range(feature.block.first, feature.block.size)
    shape = " × ".join(f"{axis.size} {axis.name}" for axis in feature.block.axes) or "one"
    return (
        f"| {places} | `{feature.name}` | {shape} | {feature.low} to {feature.high} "
        f"| {feature.about} |"
    )


def actions_page() -> str:
    lines = [
        "# Actions",
        "",
        "This page shows how to name every action of every game. Environments take numbers, "
        "`Match.play` and saves notation:",
        "",
        "```python",
        "from nomarch.envs import action_id, action_notation",
        "",
        'action_id("ra", "invoke")  # 1',
        "action_notation(\"ra\", 1)  # 'invoke'",
        "```",
        "",
        "Made by `python -m tools.environment_pages`. Numbers change only with the rules version "
        "of a game. In a block, the values of the last axis change fastest. "
        "*When legal* tells the situation; the mask of legal actions decides.",
    ]
    for book in _own_games():
        lines += _actions(book)
    return "\n".join([*lines, ""])


def _actions(book: Rulebook) -> list[str]:
    count, version = len(book.actions), book.game.rules_version
    return [
        *("", f"## {book.game.title}", "", f"{count} actions, rules version {version}.", ""),
        "| numbers | notation | values | meaning | when legal |",
        "| --- | --- | --- | --- | --- |",
        *map(_action_line, book.actions.declarations),
    ]


def _action_line(declared: Declaration) -> str:
    values = "; ".join(f"{axis.name}: {_values(axis.words)}" for axis in declared.axes)
    return (
        f"| {_range(declared.first, declared.size)} | `{declared.notation}` | {values} "
        f"| {declared.about} | {declared.when} |"
    )


def _values(words: tuple[str, ...]) -> str:
    shown = [f"`{word.strip()}`" if word else "nothing" for word in words]
    is_counted = len(words) > 1 and all(word.isdecimal() for word in words)
    if is_counted and list(map(int, words)) == [int(words[0]) + i for i in range(len(words))]:
        return f"{shown[0]} to {shown[-1]}"
    if len(shown) > MOST_VALUES:
        shown = [*shown[:3], "…", shown[-1]]
    return ", ".join(shown)


def _range(first: int, size: int) -> str:
    return f"{first}" if size == 1 else f"{first}–{first + size - 1}"


PAGES = {"actions.md": actions_page, "games.md": games_page, "observations.md": observations_page}


if __name__ == "__main__":
    for name, make in PAGES.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")
