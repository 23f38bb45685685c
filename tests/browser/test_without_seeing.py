"""Games are read and played without seeing them: by accessibility tree, announcements and keys."""

from __future__ import annotations

from typing import Any

import pytest
from nomarch.tables.log_store import read_log
from nomarch.tables.model import MOVE

from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.draw.text_board import sections_of
from nomarch.engine.match import Match
from nomarch.i18n import translator
from tests.browser.listening import HEAR, Listener
from tests.browser.playing import confirm, is_over, wait_for_turn, wait_for_turn_or_end
from tests.browser.staging import Site, late

GAMES = ("ra", "giza", "amun-re", "fertility", "egizia")
NAMES = {"board": "Board", "players": "Players"}


def expected(match: Match, seat: int) -> list[tuple[Any, ...]]:
    """What the text board must say to a seat."""
    t = translator(match.book.package, "en")
    position = match.book.words.position(t, match.observe(seat), match.names)
    return [(title or NAMES[kind], "", *rest) for title, kind, *rest in sections_of(position)]


def known(site: Site, id_: str, match: Match) -> Match:
    """The same match after every move that the server has stored."""
    twin = match.replay(0)
    for entry in read_log(site.store, id_):
        if entry.kind == MOVE:
            twin.play(entry.seat, entry.text)
    return twin


@pytest.mark.parametrize("game", GAMES)
def test_the_text_board_says_what_the_position_is(person: Any, site: Site, game: str) -> None:
    """Every seat reads its own view from the accessibility tree."""
    people = [site.guest(name) for name in ("Neith", "Tia", "Bek")]
    match = site.stage(f"read-{game}", people, stop=late(40), game=game)
    for seat, reader in enumerate(people[:2]):
        someone = person(reader)
        someone.context.add_init_script(HEAR)
        page = someone.page(f"/t/read-{game}")
        page.wait_for_function("document.body.dataset.link === 'live'")
        assert Listener(page).sections() == expected(match, seat)
        someone.context.close()


@pytest.mark.parametrize(
    ("game", "most"),
    [("giza", 3), *(pytest.param(game, 400, marks=pytest.mark.thorough) for game in GAMES)],
)
def test_a_game_is_played_by_listening(person: Any, site: Site, game: str, most: int) -> None:
    """Every sentence of the log is heard once and in order, before the next question."""
    neith = site.guest("Neith")
    id_ = f"hear-{game}-{most}"
    players = 2 if game in {"giza", "fertility", "egizia"} else 3
    seats = [neith, *["bot"] * (players - 1)]
    match = site.stage(id_, seats, stop=late(0), game=game)
    someone = person(neith)
    someone.context.add_init_script(HEAR)
    page = someone.page(f"/t/{id_}")
    wait_for_turn(page)
    listener, bot = Listener(page), make_bot("greedy", match.book)
    for _ in range(most):
        match = known(site, id_, match)
        assert listener.sections() == expected(match, 0)
        words = match.describe(0, decide(match, 0, bot))
        assert listener.moves().count(words) >= 1, f"{words!r} cannot be read"
        listener.heard()
        before, ply = page.evaluate("document.body.dataset.seq"), match.ply
        listener.choose(words)
        confirm(page)
        page.wait_for_function("was => document.body.dataset.seq !== was", arg=before)
        wait_for_turn_or_end(page)
        match = known(site, id_, match)
        told = [
            line.text
            for step in match.steps[ply:]
            for line in match.describe_events(step.events, 0, "en", you=0)
        ]
        heard = listener.heard()
        assert [line for line in heard if line in told] == told
        if is_over(page):
            assert page.evaluate("document.activeElement.id") == "result"
            return
        assert heard[-1] == page.locator("#prompt").inner_text()
        assert page.evaluate("document.activeElement.id") == "prompt"
