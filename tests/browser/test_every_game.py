"""Every game in the browser: clicked through to its end, and offerings that stay secret."""

import json
from typing import Any

import pytest

from nomarch.kernel.declare.game import rulebooks
from tests.browser import playing
from tests.browser.staging import late


@pytest.mark.parametrize("game", playing.some_of(rulebooks()))
def test_a_game_is_ended_by_mouse(at_table: Any, game: str) -> None:
    players = max(rulebooks()[game].game.players)
    plies = 30 if game == playing.IN_EVERY_RUN else 0
    page = at_table(late(plies), game, ["Neith", *["bot"] * (players - 1)]).page
    assert playing.play_out(page) > 5
    assert page.locator("#result .ranking li").count() == players
    assert page.locator("#result table").count() == 1


NOTE_FRAMES = """
// Notes what the server sends, unpacked, before the page itself hears of it.
window.heard = [];
const { parse } = JSON;
JSON.parse = (text, ...more) => {
  if (text.startsWith("{")) window.heard.push(text);
  return parse(text, ...more);
};
"""


def wait_for_owing(page: Any, count: int) -> None:
    page.wait_for_function(
        "count => document.querySelectorAll('#players .to-act').length === count", arg=count
    )


@pytest.mark.parametrize("first", [1, pytest.param(0, marks=pytest.mark.thorough)])
def test_amun_re_offerings_are_secret_in_either_order(at_table: Any, first: int) -> None:
    """One offers; nothing that the other is sent depends on it before both have offered."""
    heard: dict[str, list[str]] = {}
    for way in ("put 1", "put 2"):
        table = at_table(
            lambda match: len(match.to_act) > 1, "amun-re", ("Neith", "Tia", "bot"),
            scripts=[NOTE_FRAMES],
        )  # fmt: skip
        one, other = table.pages[first], table.pages[1 - first]
        for page in table.pages:
            wait_for_owing(page, 2)  # the bot has offered
        other.locator(f'[data-seat="{first}"] .plate-mark.here').wait_for(state="attached")
        other.evaluate("window.heard.length = 0")
        assert {"put 1", "put 2", "steal"} <= set(playing.moves(one))
        playing.play(one, way)
        playing.play(one, "offer")
        wait_for_owing(other, 1)
        told = other.evaluate("window.heard")
        assert told, "it is no secret that somebody has offered"
        assert not any(json.loads(frame).get("log") and "offers" in frame for frame in told)
        heard[way] = [frame.replace(table.id, "table") for frame in told]
        playing.play(other, "steal")
        one.wait_for_function("() => !document.querySelector('[data-action=\"steal\"]')")
    assert heard["put 1"] == heard["put 2"]
