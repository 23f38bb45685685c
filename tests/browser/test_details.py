"""Small things that were wrong once: words over pictures, links alike, a box that refuses."""

from __future__ import annotations

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
from tests.browser.playing import open_panel, wait_until_live
from tests.browser.staging import Site, after

GOLDEN = Path(__file__).parents[1] / "golden"

OVERLAPS = """(pairs) => pairs.flatMap(([one, other]) => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((node) =>
    [node.textContent, node.getBoundingClientRect()]);
  return boxes(one).flatMap(([said, a]) => boxes(other)
    .filter(([, b]) => a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top)
    .map(([words]) => `${said} | ${words}`));
})"""


def drawn(page: Any, match: nomarch.Match, **how: Any) -> None:
    """Shows a board alone."""
    colours = palette.css(palette.LIGHT)
    page.set_content(f"<style>{colours}</style>{match.svg(0, standalone=False, **how)}")


@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize("game", ["ra", "giza"])
def test_the_crown_leaves_the_points_alone(person: Any, game: str, shape: str) -> None:
    page = person().context.new_page()
    for path in sorted((GOLDEN / game).glob("*.txt")):
        drawn(page, nomarch.load(path.read_text()), shape=shape)
        crown = ".nameplate [data-tip=Winner] path"
        assert page.locator(crown).count() >= 1
        assert page.evaluate(OVERLAPS, [[crown, ".nameplate > text"]]) == []


def test_with_friends_opens_with_free_seats(person: Any) -> None:
    page = person().page("/")
    page.locator("#game-ra").get_by_role("link", name="Play with friends").click()
    kinds = page.locator("#seats .kind")
    kinds.first.wait_for()
    values = kinds.evaluate_all("all => all.map((kind) => kind.value)")
    assert values[0] == "me"
    assert set(values[1:]) == {"friend"}
    assert page.locator("#seats .name:visible").count() == len(values) - 1


def test_who_only_watches_is_not_offered_to_talk(person: Any, site: Site) -> None:
    me = site.person("Talker")
    site.stage("listening", [me, "bot", "bot"], stop=after(10))
    watcher, player = person().page("/t/listening"), person(me).page("/t/listening")
    for page, may in ((watcher, False), (player, True)):
        wait_until_live(page)
        open_panel(page, "chat")
        assert page.locator("#say").is_visible() == may
        assert page.locator("#only-listening").is_visible() != may


def test_a_bot_is_called_as_it_was_chosen(person: Any, site: Site) -> None:
    me = site.person("Chooser")
    site.stage("levels", [me, "bot", "bot"], stop=after(10))
    page = person(me).page("/t/levels")
    wait_until_live(page)
    open_panel(page, "table")
    assert page.locator("#players li").nth(1).locator(".level-flag").inner_text() == "Normal"


@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize("game", ["egizia", "giza"])
def test_points_have_room_beside_their_marks(person: Any, game: str, shape: str) -> None:
    """Also those with a sign: who plays at random in Egizia goes hungry, and below nothing."""
    book, page = rulebook(game), person().context.new_page()
    bot = make_bot("random", book)
    match = Match(book, book.setup(4, {}), make_seed("signs"), ("Ani", "Meri", "Teti", "Henut"))
    while not match.over:
        match.play(match.to_act[0], decide(match, match.to_act[0], bot))
    drawn(page, match, shape=shape)
    name, points = (f".nameplate > text:nth-of-type({at})" for at in (1, 2))
    assert any("−" in told for told in page.locator(points).all_text_contents())
    pairs = [[points, ".nameplate > .piece"], [points, name]]
    assert page.evaluate(OVERLAPS, pairs) == []


def test_the_end_of_a_game_is_not_covered(person: Any, site: Site) -> None:
    """Nothing is asked any more; and a course of points is shown where there was one."""
    me = site.person("Finished")
    for game, courses in (("giza", 0), ("ra", 1)):
        site.stage(f"over-{game}", [me, "bot", "bot"], game=game)
        page = person(me, phone=True).page(f"/t/over-{game}")
        wait_until_live(page)
        assert page.locator(".bar .move").count() == 0
        assert page.locator("#result .chart").count() == courses


def test_a_long_step_of_a_replay_scrolls(person: Any, site: Site) -> None:
    me = site.person("Reader")
    site.stage("read", [me, "bot", "bot"], game="giza")
    page = person(me, phone=True).page("/t/read/replay")
    page.click("#last")
    page.locator("#told svg.icon").first.wait_for()
    card = page.locator(".bar").bounding_box()
    assert card["height"] < page.viewport_size["height"] / 2


def test_seats_stay_within_a_phone(person: Any) -> None:
    page = person(phone=True).page("/new/ra?friends")
    page.locator(".seats .name").last.wait_for()
    stick_out = page.evaluate(
        """() => {
          const edge = document.querySelector(".seats").parentElement.getBoundingClientRect().right;
          return [...document.querySelectorAll(".seats :is(select, input)")]
            .filter((field) => field.getBoundingClientRect().right > edge + 1).length;
        }"""
    )
    assert stick_out == 0


def test_a_phone_has_the_ways_out_in_its_menu(person: Any, site: Site) -> None:
    """At a table the game's name needs the room."""
    me = site.person("Menkheperraseneb")
    site.stage("named", [me, "bot", "bot"], stop=after(4), game="ra")
    page = person(me, phone=True).page("/t/named")
    name = page.locator(".game-name").evaluate("c => c.scrollWidth <= c.clientWidth")
    assert name, "the game's name is shown whole"
    page.locator(".menu summary").tap()
    page.locator(".menu-ways a", has_text="Lobby").tap()
    page.wait_for_url("**/lobby")
