"""A game through two browsers, from the invitation to the rematch."""

import re
from typing import Any

import pytest

from tests.browser import playing
from tests.browser.staging import late


@pytest.mark.thorough
def test_two_people_and_a_bot_begin_a_game(person: Any) -> None:
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

    for _ in range(3):
        page = playing.next_to_move(host, friend)
        playing.play(page, playing.moves(page)[0])


def test_a_game_ends_with_its_result_and_a_rematch(person: Any, at_table: Any) -> None:
    host, friend = at_table(late(220), seats=("Ann", "Bob", "bot")).pages
    playing.play_out(host, friend)
    for page in (host, friend):
        page.locator("#result h2").wait_for()
        assert page.locator("#result .ranking li").count() == 3
        page.locator("#result .more summary").click()
        assert page.locator("#result tbody th").first.inner_text() == "Starting points"
        assert re.fullmatch(r"[0-9a-f]{64}", page.locator("#result .hex code").text_content())
        assert page.locator("#prompt").inner_text() == "The game is over."
    for part in (".ranking b", ".hex code"):
        assert host.locator(f"#result {part}").all_text_contents() == (
            friend.locator(f"#result {part}").all_text_contents()
        )
    assert "Bob" in host.locator("#result .ranking").inner_text()

    host.locator("#details summary").click()
    host.locator("#verify").click()
    host.get_by_text("Verified: the seed reproduces every move and every draw.").wait_for()

    old = host.url
    host.locator("#rematch").click()
    host.wait_for_url(lambda url: url != old)
    friend.get_by_text("A rematch is ready.").wait_for()
    assert host.locator("#prompt").inner_text() == "Waiting for Bob to join the rematch."
    assert host.locator("#invite-link").is_hidden(), "the seat is Bob's"
    assert host.locator("#fill").is_visible()
    passer_by = person().page("", url=host.url)
    assert passer_by.get_by_role("button", name="Take a seat").count() == 0, "strangers watch"
    friend.get_by_role("button", name="Join rematch").click()
    friend.wait_for_url(host.url)
    for page in (host, friend):
        playing.wait_until_live(page)
        assert not playing.is_over(page)


def test_a_host_is_asked_for_a_name_and_fills_free_seats_with_bots(person: Any) -> None:
    page = person().page("/new/ra")
    page.get_by_label("Seat 3").select_option("friend")
    page.get_by_label("Seat 4").select_option("friend")
    page.get_by_role("button", name="Create table").click()
    page.locator("#invite").wait_for()
    assert "2 more players" in page.locator("#prompt").inner_text()
    page.locator("#copy").click()
    page.get_by_text("Copied!").wait_for()
    page.locator("#own-name input").fill("Henutsen")
    page.locator("#own-name button").click()
    page.locator("#own-name").wait_for(state="detached")
    page.reload()
    playing.wait_until_live(page)
    assert page.locator("#own-name").count() == 0
    page.locator(".menu summary").click()
    assert "Henutsen" in page.locator(".menu-own").inner_text()
    page.keyboard.press("Escape")
    page.locator("#fill").click()
    page.locator("#invite").wait_for(state="hidden")
    playing.wait_for_turn(page)
