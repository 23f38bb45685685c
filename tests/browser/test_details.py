"""Small things that were wrong once: words over pictures, links alike, a box that refuses."""

from pathlib import Path
from typing import Any

import pytest

import nomarch
from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.draw import palette
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.run.seeds import make_seed
from tests.browser.staging import after

GOLDEN = Path(__file__).parents[1] / "golden"

OVERLAPS = """(pairs) => pairs.flatMap(([one, other]) => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((node) =>
    [node.textContent, node.getBoundingClientRect()]);
  return boxes(one).flatMap(([said, a]) => boxes(other)
    .filter(([, b]) => a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top)
    .map(([words]) => `${said} | ${words}`));
})"""


def drawn(page: Any, match: nomarch.Match, **how: Any) -> None:
    colours = palette.css(palette.LIGHT)
    page.set_content(f"<style>{colours}</style>{match.svg(0, standalone=False, **how)}")


@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_the_crown_and_other_marks_leave_the_points_alone(person: Any, shape: str) -> None:
    """Also those with a sign: who plays at random in Egizia goes hungry, and below nothing."""
    page = person().context.new_page()
    crown, name, points = (
        f".nameplate {part}"
        for part in ("[data-tip=Winner] path", "> text:nth-of-type(1)", "> text:nth-of-type(2)")
    )
    for path in (*(GOLDEN / "ra").glob("*.txt"), *(GOLDEN / "giza").glob("*.txt")):
        drawn(page, nomarch.load(path.read_text()), shape=shape)
        assert page.locator(crown).count() >= 1
        assert page.evaluate(OVERLAPS, [[crown, ".nameplate > text"]]) == []
    for game in ("egizia", "giza"):
        book = rulebook(game)
        bot = make_bot("random", book)
        match = Match(book, book.setup(4, {}), make_seed("signs"), ("Ani", "Meri", "Teti", "Henut"))
        while not match.over:
            match.play(match.to_act[0], decide(match, match.to_act[0], bot))
        drawn(page, match, shape=shape)
        assert any("−" in told for told in page.locator(points).all_text_contents())
        pairs = [[points, ".nameplate > .piece"], [points, name]]
        assert page.evaluate(OVERLAPS, pairs) == []


@pytest.mark.thorough
def test_the_end_of_a_game_is_not_covered(at_table: Any) -> None:
    for game in ("ra", "giza"):
        page = at_table(game=game, phone=True).page
        assert page.locator(".bar .move").count() == 0
        page.wait_for_load_state("networkidle")
        assert page.locator("svg.traces .trace").count() == 0, "the points are what there is to see"
    page.goto(f"{page.url}/replay")
    page.click("#last")
    page.locator("#told svg.icon").first.wait_for()
    card = page.locator(".bar").bounding_box()
    assert card["height"] < page.viewport_size["height"] / 2, "a long step scrolls"


def test_a_phone_has_the_ways_out_in_its_menu(at_table: Any) -> None:
    """At a table the game's name needs the room."""
    page = at_table(after(4), seats=("Menkheperraseneb", "bot", "bot"), phone=True).page
    name = page.locator(".game-name").evaluate("c => c.scrollWidth <= c.clientWidth")
    assert name, "the game's name is shown whole"
    page.locator(".menu summary").tap()
    page.locator(".menu-ways a", has_text="Lobby").tap()
    page.wait_for_url("**/lobby")
