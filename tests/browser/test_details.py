"""Small things that were wrong once: words over pictures, links alike, a box that refuses."""

from pathlib import Path
from typing import Any

import pytest

import nomarch
from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.draw import palette
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import rulebook, rulebooks
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


def drawn(page: Any, match: nomarch.Match, seat: int = 0, **how: Any) -> None:
    colours = palette.css(palette.LIGHT)
    page.set_content(f"<style>{colours}</style>{match.svg(seat, standalone=False, **how)}")


COVERED = """() => {
  // Figures below the painted parts of something that can be chosen and that they do not belong to.
  const isPainted = (node) => {
    const { fill, opacity } = getComputedStyle(node);
    return fill !== "none" && Number(opacity) && !node.closest(".ring, .ring-edge, .ghost, title");
  };
  const boxes = (all) => [...all].map((node) => [node, node.getBoundingClientRect()]);
  const figures = boxes(document.querySelectorAll("svg text"))
    .filter(([{ textContent }]) => /\\d/.test(textContent));
  return [...document.querySelectorAll("svg [data-action]")].flatMap((choice) => {
    const shapes = choice.querySelectorAll("rect, path, circle, ellipse, use");
    const painted = boxes([...shapes].filter(isPainted));
    return painted.flatMap(([, b]) => figures.filter(([text, a]) => !choice.contains(text)
      && text.compareDocumentPosition(choice) & Node.DOCUMENT_POSITION_FOLLOWING
      && Math.min(a.right, b.right) - Math.max(a.left, b.left) > a.width / 4
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > a.height / 3)
      .map(([text]) => `${choice.dataset.action} covers ${text.textContent}`));
  });
}"""


@pytest.mark.parametrize("game", rulebooks())
def test_no_choice_covers_a_figure(person: Any, game: str) -> None:
    """In the first position that offers a kind of move; Egizia's crews stood below a price."""
    page, book, seen = person().context.new_page(), rulebook(game), set[str]()
    match = Match(book, book.setup(3, {}), make_seed("covered"), ("Ani", "Meri", "Teti"))
    bot = make_bot("greedy", book)
    while not match.over:
        seat = match.to_act[0]
        kinds = {move.split()[0] for move in match.legal(seat)}
        if not kinds <= seen:
            seen |= kinds
            for shape in ("wide", "tall"):
                drawn(page, match, seat, shape=shape)
                assert page.evaluate(COVERED) == []
        match.play(seat, decide(match, seat, bot))


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
