"""What the text board leaves unsaid changes no choice, and is not in the picture either."""

import re
from collections import defaultdict
from random import Random
from typing import Any

import pytest

from nomarch.bots import make_bot
from nomarch.bots.play import bot_rng, decide
from nomarch.conformance.view_checks import own_fields
from nomarch.engine.match import Match
from nomarch.i18n import translator
from nomarch.kernel.declare.game import Rulebook, rulebooks
from nomarch.kernel.declare.layout import Field, GameState
from nomarch.kernel.run.seeds import make_seed

DERIVED = {
    "giza": {"takes"},  # follows from the stacks
    "fertility": {"near"},  # follows from the valley
    "egizia": {"stage", "drawn"},  # follow from the question and the names of the moves
}
"""Fields that follow from what is read, so that changing them alone makes no real position."""
PICTURED = {
    "ra": {"high", "starter"},  # outside of auctions
    "giza": {"phase"},
    "amun-re": {"phase", "pool"},  # the pool in a kingdom's last turn
    "fertility": {"district", "last_at", "last_turns", "link", "phase", "seat"},
    "egizia": {"grave", "stage"},
    "senet": {"house"},  # which of a player's pieces it is
}
"""Fields that change the picture only together with others, or by what decides nothing."""
PICTURED_EVERY = 6
"""Of so many unread changes, the picture of one is compared; thoroughly, of all."""
UNSEEN = re.compile(r"<(desc|metadata|title)\b.*?</\1>| (?:data|aria)-[a-z-]+=\"[^\"]*\"")
"""What a drawing carries besides the picture; the text board has the tips."""
CHANGES = 150
"""Changes that are tried in each game; greedy's choice is compared where none can be read."""


def element(view: GameState, field: Field, index: tuple[int, ...]) -> int:
    value = getattr(view, field.name)
    for at in index:
        value = value[at]
    return int(value)


def put(view: GameState, field: Field, index: tuple[int, ...], value: int) -> None:
    if not index:
        setattr(view, field.name, value)
        return
    row = getattr(view, field.name)
    for at in index[:-1]:
        row = row[at]
    row[index[-1]] = value


def played(book: Rulebook) -> tuple[Match, list[tuple[Any, ...]]]:
    """A game between greedy bots, and the view and the legal moves at each decision."""
    players = min(book.game.players)
    options = {"duel": "on"} if book.game.id == "ra" else {}
    names = ("Ani", "Bek", "Tia")[:players]
    match = Match(book, book.setup(players, options), make_seed("read"), names)
    bot, decisions = make_bot("greedy", book), list[tuple[Any, ...]]()
    while not match.over:
        seat = match.to_act[0]
        legal = list(match.legal_actions(seat))
        decisions.append((match.ply, seat, match.observe(seat), legal, match.to_act))
        match.play(seat, decide(match, seat, bot))
    return match, decisions


@pytest.mark.parametrize("book", rulebooks().values(), ids=rulebooks())
def test_a_choice_follows_from_what_is_read(book: Rulebook, request: pytest.FixtureRequest) -> None:
    """Replace one value of a view by one that occurs in the game: read it, or choose the same."""
    match, decisions = played(book)
    t, bot, rng = translator(book.package, "en"), make_bot("greedy", book), Random(7)
    fields = [
        field for field in own_fields(book) if field.name not in DERIVED.get(book.game.id, ())
    ]
    values = defaultdict[tuple[str, tuple[int, ...]], set[int]](set)
    for _, _, view, _, _ in decisions:
        for field in fields:
            for index in field.indices():
                values[field.name, index].add(element(view, field, index))
    changing = [
        (field, index)
        for field in fields
        for index in field.indices()
        if len(values[field.name, index]) > 1
    ]

    def read(view: GameState, seat: int, legal: list[int], to_act: tuple[int, ...]) -> object:
        words = book.words
        prompt = words.prompt(t, view, seat, to_act, match.names)
        return words.position(t, view, match.names), prompt, [words.move(t, view, a) for a in legal]

    def picture(view: GameState, seat: int, legal: list[int], to_act: tuple[int, ...]) -> str:
        drawing = book.art.draw(
            view, viewer=seat, legal=legal, to_act=to_act, names=match.names, t=t, shape="wide",
            prefix="board", brief=True,
        )  # fmt: skip
        return UNSEEN.sub("", drawing)

    unsaid, unread = set[str](), 0
    is_thorough = request.config.getoption("--thorough")
    choices = [each for each in decisions if len(each[3]) > 1]
    for _ in range(CHANGES * (8 if is_thorough else 1)):
        ply, seat, view, legal, to_act = rng.choice(choices)
        field, index = rng.choice(changing)
        others = values[field.name, index] - {element(view, field, index)}
        other = book.layout.copy(view)
        put(other, field, index, rng.choice(sorted(others)))
        try:
            is_read = read(other, seat, legal, to_act) != read(view, seat, legal, to_act)
        except (IndexError, KeyError, ValueError):  # no such position can be
            continue
        if is_read:
            continue
        unread += 1
        seen = [bot.choose(v, seat, legal, bot_rng(match, seat, ply)) for v in (view, other)]
        if field.name not in PICTURED.get(book.game.id, ()) and (
            is_thorough or not unread % PICTURED_EVERY
        ):
            seen += [picture(v, seat, legal, to_act) for v in (view, other)]
        if seen[::2] != seen[1::2]:
            unsaid.add(f"{field.name}{list(index)}: {field.about}")
    assert not unsaid, f"{book.game.title}: bots or eyes find what can't be read: {unsaid}"
