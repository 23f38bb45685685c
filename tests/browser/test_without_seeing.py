"""Games are read and played without seeing them: by accessibility tree, announcements and keys."""

from __future__ import annotations

from typing import Any

import pytest

from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.draw.text_board import sections_of
from nomarch.engine.match import Match
from nomarch.i18n import translator
from nomarch.tables.state.model import MOVE
from nomarch.tables.stores.log_store import read_log
from tests.browser.listening import HEAR, Listener
from tests.browser.playing import confirm, is_over, wait_for_turn, wait_for_turn_or_end
from tests.browser.staging import Site, late

GAMES = ("ra", "giza", "amun-re", "fertility", "egizia")
STEPPED = """(was) => document.activeElement !== was
  || document.querySelector("#announce").textContent.includes("No more pieces here.")"""
"""Whether the cursor has moved, or said that it can't."""
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
    people = [site.person(name) for name in ("Neith", "Tia", "Bek")]
    match = site.stage(f"read-{game}", people, stop=late(40), game=game)
    for seat, reader in enumerate(people[:2]):
        someone = person(reader)
        someone.context.add_init_script(HEAR)
        page = someone.page(f"/t/read-{game}")
        page.wait_for_function("() => document.body.dataset.link === 'live'")
        assert Listener(page).sections() == expected(match, seat)
        someone.context.close()


@pytest.mark.parametrize(
    ("game", "most"),
    [("giza", 3), *(pytest.param(game, 400, marks=pytest.mark.thorough) for game in GAMES)],
)
def test_a_game_is_played_by_listening(person: Any, site: Site, game: str, most: int) -> None:
    """Every sentence of the log is heard once and in order, before the next question."""
    neith = site.person("Neith")
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
        told = [  # as it was told then: what is covered later is forgotten
            line.text
            for at in range(ply, match.ply)
            for line in match.replay(at + 1).describe_events(match.steps[at].events, 0, "en", you=0)
        ]
        heard = listener.heard()
        assert [line for line in heard if line in told] == told, "a sentence is lost or told twice"
        if is_over(page):
            assert page.evaluate("document.activeElement.id") == "result"
            return
        assert heard[-1:] == [page.locator("#prompt").inner_text()], words
        assert page.evaluate("document.activeElement.id") == "prompt"


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.tagName"))


def test_the_focus_is_never_lost(person: Any, site: Site) -> None:
    """After a hint, a closed card, undo, a closed dialog and the end of a game."""
    neith = site.person("Neith")
    site.stage("focus-kept", [neith, "bot"], stop=late(8), game="giza")
    page = person(neith).page("/t/focus-kept")
    wait_for_turn(page)
    page.locator("#hint").focus()
    page.keyboard.press("Enter")
    page.locator("#hint-text").wait_for()
    assert focused(page) == "hint"
    page.keyboard.press("Escape")
    page.locator("#advice").wait_for(state="hidden")
    assert focused(page) == "hint"
    page.keyboard.press("?")
    page.locator("dialog.reading").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog.reading").wait_for(state="detached")
    assert focused(page) == "hint"
    page.locator("[data-action]").first.focus()
    page.keyboard.press("Enter")  # a tile of the hand is chosen, which can be undone
    page.wait_for_function("() => document.activeElement.id === 'prompt'")
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    page.locator("#undo").wait_for(state="hidden")
    page.wait_for_function("() => document.activeElement.id === 'prompt'")
    assert "Move undone." in page.locator("#announce").inner_text()


def test_a_lesson_keeps_the_focus(person: Any) -> None:
    page = person().page("/learn/ra")
    page.locator("a[href*='/learn/ra/']").first.click()
    page.wait_for_function("() => document.body.dataset.step === '0'")
    for step in range(3):
        if page.locator("#go").is_hidden():
            break
        page.locator("#go").focus()
        page.keyboard.press("Enter")
        page.wait_for_function("was => Number(document.body.dataset.step) > was", arg=step)
        assert focused(page) in {"go", "prompt"}
        question = page.evaluate("() => document.getElementById('prompt').firstChild.data")
        assert question.strip() in page.locator("#announce").inner_text()


def test_the_cursor_reaches_every_piece_and_says_why_not(person: Any, site: Site) -> None:
    neith = site.person("Neith")
    site.stage("cursor", [neith, "bot", "bot"], stop=late(8), game="egizia")
    page = person(neith).page("/t/cursor")
    wait_for_turn(page)
    count = page.locator("#frame svg.board [data-tip]").count()
    page.locator("#prompt").focus()
    reached, barred = 0, ""
    for _ in range(2 * count):
        was = page.evaluate_handle("""() => {
          document.querySelector("#announce").replaceChildren();
          return document.activeElement;
        }""")
        page.keyboard.press("Shift+ArrowRight")
        page.wait_for_function(STEPPED, arg=was)
        if page.evaluate("(was) => document.activeElement === was", was):
            page.keyboard.press("Shift+PageDown")
            page.wait_for_function("(was) => document.activeElement !== was", arg=was)
            if page.evaluate("() => document.activeElement.dataset.reached === ''"):
                break
        name, not_now = page.evaluate("""() => {
          const piece = document.activeElement;
          piece.dataset.reached = "";
          return [piece.getAttribute("aria-label"), piece.dataset.not ?? ""];
        }""")
        assert name, "a piece without a name"
        reached += 1
        if not_now and not barred:
            barred = not_now
            page.keyboard.press("Enter")
            page.locator("#toasts p").wait_for()
    assert barred, "no piece said why it can't be chosen"
    assert reached == count
