"""Two people find each other: quick pairing, friends, invitations; somebody watches."""

from __future__ import annotations

from typing import Any

from tests.browser.playing import moves, next_to_move, play, wait_until, wait_until_live
from tests.browser.staging import Site


def choose_duel(page: Any) -> None:
    for box in page.locator("[name=count]").all():
        box.set_checked(box.get_attribute("value") == "2", force=True)
    for box in page.locator("[name=game]").all():
        box.set_checked(box.get_attribute("value") == "ra", force=True)
    page.locator("#pair-start").click()


LISTED = "async () => (await (await fetch('/api/live')).json()).length > 0"
"""Servers store what lists show a moment after a move."""


def test_pairing_friends_and_watching(person: Any, site: Site) -> None:
    ann, bob = site.guest("Anuk"), site.guest("Beb")
    page, other = person(ann).page("/lobby"), person(bob).page("/lobby")
    choose_duel(page)
    page.locator("#pair-stop").wait_for()
    choose_duel(other)
    for each in (page, other):
        each.wait_for_url("**/t/*")
        wait_until_live(each)
    mover = next_to_move(page, other)
    play(mover, moves(mover)[0])
    next_to_move(page, other)

    # A stranger finds the game on the home page and sees what anyone may see.
    watcher = person(phone=True).page("/")
    wait_until(watcher, LISTED)
    watcher.reload()
    watcher.locator(".featured .button").click()
    watcher.wait_for_url("**/t/*")
    wait_until_live(watcher)
    assert watcher.locator(".prompt-card [data-move]").count() == 0

    page.locator("#tab-table").click()
    page.locator(".person-menu summary").click()
    page.locator(".person-menu .tool").first.click()
    page.locator(".person-menu [aria-pressed=true]").wait_for(state="attached")
    other.goto(site.url + "/friends")
    other.get_by_role("button", name="Accept – Anuk").click()
    other.get_by_role("button", name="Invite – Anuk").click()
    other.wait_for_url("**/t/*")
    page.goto(site.url + "/")
    page.get_by_text("Beb invites you to play").click()
    page.wait_for_url("**/join/*")
    page.locator("#join button").click()
    page.wait_for_url("**/t/*")
    wait_until_live(page)
