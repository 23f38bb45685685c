"""Two people find each other: quick pairing, friends, invitations; somebody watches."""

from __future__ import annotations

from typing import Any

from tests.browser.playing import moves, next_to_move, open_panel, play, wait_until, wait_until_live
from tests.browser.society import stage_profiles
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
    ann, bob = site.person("Anuk"), site.person("Beb")
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
    assert watcher.locator(".bar [data-move]").count() == 0

    open_panel(page, "table")
    page.locator(".person-menu summary").click()
    page.locator(".person-menu .tool").first.click()
    page.locator(".person-menu .tool", has_text="Remove friend").wait_for(state="attached")
    other.goto(site.url + "/friends")
    other.get_by_role("button", name="Accept – Anuk").click()
    other.get_by_role("button", name="Invite – Anuk").click()
    other.wait_for_url("**/t/*")

    # In the middle of a game an invitation is in the menu only, elsewhere one line with its terms.
    wait_until(page, "() => document.title.startsWith('(')")
    assert page.locator("#waiting").is_hidden()
    assert page.locator(".toast").count() == 0
    page.locator(".menu summary").click()
    page.locator("[data-invitations-link]").click()
    page.wait_for_url("**/friends#invitations")
    page.goto(site.url + "/learn")
    line = page.locator("#waiting")
    line.wait_for()
    assert "Beb invites you to play" in line.inner_text()
    assert "unrated" in line.inner_text()
    line.get_by_role("link").click()
    page.get_by_role("button", name="Take a seat").click()
    page.wait_for_url(other.url)
    wait_until_live(page)


def test_players_write_challenge_and_report_each_other(person: Any, site: Site) -> None:
    one, two = stage_profiles(site, ("Ahmose-2", "Tiye"))
    page, phone = person(one).page(f"/@{two.handle}"), person(two, phone=True).page("/tables")
    page.get_by_role("button", name="Add friend").click()
    page.get_by_role("button", name="Remove friend").wait_for()
    page.get_by_role("link", name="Message").click()
    page.locator("#write input").fill("Another game?")
    page.locator("#write button").click()
    page.locator("#conversation li").wait_for()
    toast = phone.locator(".toast", has_text="Another game?")
    toast.get_by_role("link").click()
    phone.wait_for_url(f"**/messages/{one.handle}")
    phone.locator("#conversation .flag").click()
    phone.locator("#report-form").get_by_role("button", name="Send report").click()
    phone.locator("#report-dialog").wait_for(state="hidden")
    phone.goto(site.url + "/friends")
    phone.get_by_role("button", name=f"Accept – {one.handle}").click()
    phone.get_by_role("button", name=f"Invite – {one.handle}").wait_for()
    phone.goto(site.url + "/lobby")

    # A challenge opens the set-up with the rival's seat chosen.
    page.goto(f"{site.url}/@{two.handle}")
    page.get_by_text("Challenge").click()
    page.locator(".pick a[href*='/new/ra']").click()
    page.wait_for_url("**/new/ra**")
    page.locator("[name=players][value='2']").check(force=True)
    assert page.locator(".kind").nth(1).evaluate("it => it.value") == f"invite:{two.handle}"
    page.get_by_role("button", name="Create table").click()
    page.wait_for_url("**/t/*")
    listed = phone.locator("[data-invitations]")
    listed.get_by_text(f"{one.handle} invites you").wait_for()
    phone.locator("[data-invitations]").get_by_role("button", name="Accept").click()
    for each in (page, phone):
        each.wait_for_url("**/t/*")
        wait_until_live(each)
    open_panel(page, "table")
    page.locator("#players .rating").nth(1).wait_for()
    assert page.locator(".plate-rating").count() > 0
    shown = page.locator("#frame .nameplate").first.locator("text").nth(1).inner_html()
    assert page.locator("#players li b").first.inner_text() == shown

    # Chat comes into view on another tab; a line can be reported without leaving the game.
    open_panel(phone, "chat")
    phone.locator("#say input").fill("Have fun!")
    phone.locator("#say button").click()
    page.locator(".toast", has_text="Have fun!").wait_for()
    open_panel(page, "chat")
    table = page.url
    page.locator("#chat .flag").click()
    assert "Have fun!" in page.locator("#report-form textarea").input_value()
    page.locator("#report-form").get_by_role("button", name="Send report").click()
    page.locator("#report-dialog").wait_for(state="hidden")
    assert page.url == table
