"""A game on the clock between two people: bars at the nameplates, and a move that was missed."""

from __future__ import annotations

from typing import Any

from tests.browser.playing import moves, next_to_move, open_panel, play, wait_until_live
from tests.browser.staging import Site


def test_two_people_on_the_clock(person: Any, site: Site) -> None:
    ann, bob = site.person("Ann"), site.person("Bob")
    page = person(ann).page("/new/ra?friends")
    page.locator("[name=players][value='2']").check(force=True)
    page.locator("[name=clock]").select_option("300+10")
    page.locator("button[type=submit]").click()
    page.wait_for_url("**/t/*")
    wait_until_live(page)
    link = page.locator("#invite-link").input_value()
    other = person(bob).page(url=link, path="")
    other.locator("#join button").click()
    other.wait_for_url("**/t/*")
    wait_until_live(other)
    page.locator(".plate-clock.running").first.wait_for()
    assert page.locator(".plate-clock").count() == 2
    assert page.locator(".plate-clock.running").count() == 1
    mover = next_to_move(page, other)
    play(mover, moves(mover)[0])
    next_to_move(page, other)
    open_panel(page, "table")
    times = page.locator("#players .seat-clock").all_inner_texts()
    assert len(times) == 2
    assert all(time[0] in "45" and ":" in time for time in times), times
