"""Games are read and played without seeing them: by accessibility tree, announcements and keys."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.draw.text_board import sections_of
from nomarch.engine.match import Match
from nomarch.i18n import translator
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.tables.state.model import MOVE
from nomarch.tables.stores.log_store import read_log
from tests.browser.listening import HEAR, Listener
from tests.browser.playing import confirm, seq, some_of, wait_for_end, wait_for_seq, wait_for_turn
from tests.browser.staging import Site, late

GAMES = tuple(rulebooks())
STEPPED = """(was) => document.activeElement !== was
  || document.querySelector("#announce").textContent.includes("No more pieces here.")"""
"""Whether the cursor has moved, or said that it can't."""
SHORT: dict[str, tuple[dict[str, str], int]] = {"ra": ({"duel": "on"}, 2), "amun-re": ({}, 1)}
"""Options and the number of people in place of a default of two, to keep games short."""
NAMES = {"board": "Board", "players": "Players"}


def expected(match: Match, seat: int) -> list[tuple[Any, ...]]:
    t = translator(match.book.package, "en")
    position = match.book.words.position(t, match.observe(seat), match.names)
    return [(title or NAMES[kind], "", *rest) for title, kind, *rest in sections_of(position)]


class Followed:
    """A match that is played again from what the server stores."""

    def __init__(self, site: Site, id_: str, match: Match) -> None:
        self.site, self.id, self.match = site, id_, match
        self.entries = sum(not step.auto for step in match.steps)

    def follow(self, seats: Sequence[int]) -> dict[int, list[str]]:
        """Play the new moves; return what each seat may know of them, as it was told then."""
        told: dict[int, list[str]] = {seat: [] for seat in seats}
        for entry in read_log(self.site.store, self.id, self.entries):
            self.entries = entry.seq
            if entry.kind != MOVE:
                continue
            twin = self.match.snapshot()
            for step in self.match.play(entry.seat, entry.text):
                twin._make(step.seat, step.action, auto=step.auto)
                for seat, lines in told.items():
                    lines += [line.text for line in twin.describe_events(step.events, seat)]
        return told


@pytest.mark.thorough
@pytest.mark.parametrize("game", some_of(GAMES))
def test_the_text_board_says_what_the_position_is(at_table: Any, game: str) -> None:
    """Every seat reads its own view from the accessibility tree."""
    names = ("Neith", "Tia", "Bek")[: max(rulebook(game).game.players)]
    table = at_table(late(40), game, names, scripts=[HEAR])
    for seat, page in enumerate(table.pages):
        assert Listener(page).sections() == expected(table.match, seat)


@pytest.mark.parametrize(
    ("game", "most"),
    [("giza", 2), *(pytest.param(game, 400, marks=pytest.mark.thorough) for game in GAMES)],
)
def test_a_game_is_played_by_listening(site: Site, at_table: Any, game: str, most: int) -> None:
    """Each player reads the position and every move, and hears each sentence once and in order.

    `tests/conformance/test_text_board.py` shows that greedy's choice follows from what is read.
    """
    options, people = SHORT.get(game, ({}, 2))
    bots = ["bot"] * (max(2, min(rulebook(game).game.players)) - people)
    seats = ["Neith", "Tia"][:people] + bots
    table = at_table(lambda match: True, game, seats, options=options, scripts=[HEAR])
    followed, match = Followed(site, table.id, table.match), table.match
    players = [Player(page, seat) for seat, page in enumerate(table.pages)]
    bot = make_bot("greedy", match.book)
    for _ in range(most):
        player = next_player(followed, players)
        if player is None:
            break
        words = match.describe(player.seat, decide(match, player.seat, bot))
        player.listener.choose(words)
        confirm(player.page)
        wait_for_seq(player.page, followed.entries + 1)
        player.page.wait_for_function(
            "() => ['prompt', 'result'].includes(document.activeElement.id)"
        )
    if most == 400:
        assert match.over
    for player in players if match.over else ():
        wait_for_end(player.page)
        player.check(followed)
        assert player.page.evaluate("document.activeElement.id") == "result"


class Player:
    def __init__(self, page: Any, seat: int) -> None:
        self.page, self.seat, self.due = page, seat, list[str]()
        self.listener = Listener(page)
        self.listener.heard()

    def check(self, followed: Followed) -> None:
        """What was to be heard has been heard; position and moves can be read."""
        match, listener = followed.match, self.listener
        heard = listener.heard()
        assert [line for line in heard if line in self.due] == self.due, f"lost or twice: {heard}"
        if self.due:
            assert heard[-1] == match.prompt(self.seat), "the question comes last"
        self.due = []
        assert listener.sections() == expected(match, self.seat)
        legal = [match.describe(self.seat, move) for move in match.legal(self.seat)]
        unread = Counter(legal) - Counter(listener.moves())
        assert not unread, f"{unread} cannot be read"


def next_player(followed: Followed, players: Sequence[Player]) -> Player | None:
    """Follow the game until one of the listeners is to act, and check what they read and heard."""
    match = followed.match
    while not match.over:
        for seat, lines in followed.follow([player.seat for player in players]).items():
            players[seat].due += lines
        for player in players:
            if player.seat not in match.to_act:
                continue
            wait_for_seq(player.page, followed.entries)
            wait_for_turn(player.page)
            if read_log(followed.site.store, followed.id, followed.entries):
                break  # a bot has moved at the same time
            player.check(followed)
            return player
        else:
            if not match.over:
                wait_for_seq(players[0].page, followed.entries + 1)
    return None


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.tagName"))


@pytest.mark.parametrize("game", some_of(GAMES))
def test_the_focus_is_never_lost(at_table: Any, game: str) -> None:
    """After a hint, a closed card, a closed dialog, a move and its undo."""
    options, _ = SHORT.get(game, ({}, 2))
    bots = max(2, min(rulebook(game).game.players)) - 1
    page = at_table(late(8), game, ["Neith", *["bot"] * bots], options=options).page
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
    before = seq(page)
    page.locator("[data-action]").first.focus()
    page.keyboard.press("Enter")
    confirm(page)
    wait_for_seq(page, before + 1)
    wait_for_turn(page)
    page.wait_for_function("() => document.activeElement.id === 'prompt'")
    if game != "giza":
        return  # whether the first choice can be undone depends on the game
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    page.locator("#undo").wait_for(state="hidden")
    page.wait_for_function("() => document.activeElement.id === 'prompt'")
    assert "Move undone." in page.locator("#announce").inner_text()


@pytest.mark.thorough
def test_the_cursor_reaches_every_piece_and_says_why_not(at_table: Any) -> None:
    page = at_table(late(8), "egizia").page
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
