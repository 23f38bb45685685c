"""A whole game through two browsers, from the invitation to the rematch."""

from __future__ import annotations

import re
from typing import Any

import pytest

import nomarch
from tests.browser.playing import (
    is_over,
    moves,
    next_to_move,
    open_panel,
    play,
    play_out,
    show_moves,
    wait_for_turn,
    wait_until_live,
)


def test_two_people_and_a_bot_play_a_game_and_another(person: Any) -> None:
    ann, bob = person(), person()
    host = ann.page("/")
    host.locator("#game-ra").get_by_role("link", name="Play with friends").click()
    host.locator(".pill", has_text="3").click()
    host.get_by_label("Seat 3").select_option("bot:greedy")
    host.get_by_role("button", name="Create table").click()
    host.wait_for_url(re.compile(r"/t/[0-9a-f]+$"))
    assert "Waiting for 1 more player" in host.locator("#prompt").inner_text()
    assert host.locator("svg.board [data-action]").count() == 0, "nothing can be done yet"

    link = host.locator("#invite-link").input_value()
    friend = bob.page(link.removeprefix(bob.url))
    friend.get_by_label("Display name").fill("Bob of Thebes")
    friend.get_by_role("button", name="Take a seat").click()
    friend.wait_for_url(re.compile(r"/t/[0-9a-f]+$"))
    host.locator("#invite").wait_for(state="hidden")

    # A few moves by hand, most of the game over the API, and the last moves on the page again.
    for _ in range(3):
        page = next_to_move(host, friend)
        play(page, moves(page)[0])
    table = host.url
    for page in (host, friend):
        page.goto("about:blank")
    play_to_last_epoch(table.replace("/t/", "/api/tables/"), ann, bob)
    for page in (host, friend):
        page.goto(table)
        wait_until_live(page)
    play_out(host, friend)

    for page in (host, friend):
        page.locator("#result h2").wait_for()
        assert page.locator("#result .ranking li").count() == 3
        page.locator("#result .more summary").click()
        assert_columns_add_up(page, categories=7)
        assert page.locator("#result .chart polyline").count() == 3
        assert re.fullmatch(r"[0-9a-f]{64}", page.locator("#result .hex code").text_content())
        assert page.locator("#prompt").inner_text() == "The game is over."
    for part in (".ranking b", "tbody td", ".hex code"):
        assert host.locator(f"#result {part}").all_text_contents() == (
            friend.locator(f"#result {part}").all_text_contents()
        )
    assert "Bob of Thebes" in host.locator("#result .ranking").inner_text()

    host.locator("#details summary").click()
    host.locator("#verify").click()
    host.get_by_text("Verified: the seed reproduces every move and every draw.").wait_for()

    old = host.url
    host.locator("#rematch").click()
    host.wait_for_url(lambda url: url != old)
    friend.get_by_text("A rematch is ready.").wait_for()
    assert host.locator("#prompt").inner_text() == "Waiting for Bob of Thebes to join the rematch."
    assert host.locator("#invite-link").is_hidden(), "the seat is Bob's"
    assert host.locator("#fill").is_visible()
    passer_by = person().page(host.url.removeprefix(bob.url))
    assert passer_by.get_by_role("button", name="Take a seat").count() == 0, "strangers watch"
    friend.get_by_role("button", name="Join rematch").click()
    friend.wait_for_url(host.url)
    for page in (host, friend):
        wait_until_live(page)
        assert not is_over(page)


def play_to_last_epoch(table: str, *people: Any) -> None:
    """Makes the moves of some people without a page that shows them."""
    while True:
        for someone in people:
            seen = someone.context.request.get(table).json()
            view = seen["view"]
            if view["over"] or (view["state"]["epoch"], view["state"]["ra_count"]) > (3, 5):
                return
            if view["seat"] in view["to_act"]:
                wish = {"seat": view["seat"], "move": view["legal"][0], "seq": seen["seq"]}
                assert someone.context.request.post(f"{table}/move", data=wish).ok


def test_same_screen(person: Any) -> None:
    """Two at one screen: each is asked in turn, and each sees their own display first."""
    page = person().page("/new/ra")
    page.locator(".pill", has_text="3").click()
    for seat, name in ((2, "Iset"), (3, "Meri")):
        page.get_by_label(f"Seat {seat}").select_option("here")
        page.locator("#seats li").nth(seat - 1).get_by_label("Name").fill(name)
    page.get_by_role("button", name="Create table").click()
    page.wait_for_url(re.compile(r"/t/"))
    seen = set()
    for _ in range(3):
        wait_for_turn(page)
        seen.add(page.locator("svg.board .seat").first.get_attribute("data-seat"))
        before = page.locator("body").get_attribute("data-seq")
        show_moves(page)
        page.locator("#moves .move").first.click()
        page.wait_for_function("b => document.body.dataset.seq !== b", arg=before)
    assert len(seen) > 1
    assert page.locator("#curtain").is_hidden(), "Ra hides nothing"
    # A new name is the person's own; the others at the screen keep theirs.
    table = page.url
    page.goto(table.rsplit("/t/", 1)[0] + "/me")
    page.get_by_label("Display name").fill("Renamed")
    page.get_by_role("button", name="Save").click()
    page.locator(".who", has_text="Renamed").wait_for()
    page.goto(table)
    open_panel(page, "table")
    names = page.locator("#players li > span").all_inner_texts()
    assert names == ["Renamed", "Iset", "Meri"]


def test_free_seats_are_filled_with_bots(person: Any) -> None:
    page = person().page("/new/ra")
    page.get_by_label("Seat 3").select_option("friend")
    page.get_by_label("Seat 4").select_option("friend")
    page.get_by_role("button", name="Create table").click()
    page.locator("#invite").wait_for()
    assert "2 more players" in page.locator("#prompt").inner_text()
    page.locator("#copy").click()
    page.get_by_text("Copied!").wait_for()
    page.locator("#fill").click()
    page.locator("#invite").wait_for(state="hidden")
    wait_for_turn(page)


@pytest.mark.parametrize(
    "path",
    [
        "/t/abc",
        *(pytest.param(path, marks=pytest.mark.thorough) for path in ("/nowhere", "/new/chess")),
    ],
)
def test_a_wrong_address_says_what_to_do(person: Any, path: str) -> None:
    someone = person()
    someone.expected.append("404")
    page = someone.page(path)
    page.get_by_role("link", name="All games").click()
    page.wait_for_url(f"{someone.url}/")
    assert page.locator(".cover").count() == len(nomarch.games())


def assert_columns_add_up(page: Any, categories: int) -> None:
    """The start, the categories and, where a score was held at nothing, the rest: all points."""
    titles = page.locator("#result tbody th").all_inner_texts()
    assert titles[0] == "Starting points"
    assert titles[1 + categories :] in ([], ["Floor at 0"])
    rows = [row.locator("td").all_inner_texts() for row in page.locator("#result tbody tr").all()]
    totals = page.locator("#result tfoot td").all_inner_texts()
    columns = zip(*rows, strict=True)
    assert [sum(map(amount, column)) for column in columns] == [amount(total) for total in totals]


def amount(told: str) -> int:
    """A number as the page writes it."""
    return int(told.replace("−", "-"))
