"""Two people find each other: pairing, friends, invitations, messages; somebody watches."""

from typing import Any

import pytest

from nomarch.people.bans import ban_person
from nomarch.tables.state.model import now
from tests.browser.playing import moves, next_to_move, open_panel, play, wait_until, wait_until_live
from tests.browser.society import named, stage_profiles
from tests.browser.staging import Site


def choose_duel(page: Any) -> None:
    for box in page.locator("[name=count]").all():
        box.set_checked(box.get_attribute("value") == "2", force=True)
    for box in page.locator("[name=game]").all():
        box.set_checked(box.get_attribute("value") == "ra", force=True)
    page.locator("#pair-start").click()


LISTED = "async () => (await (await fetch('/api/live')).json()).length > 0"
"""Servers store what lists show a moment after a move."""


@pytest.mark.thorough
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
    phone.goto(site.url + "/friends")
    phone.get_by_role("button", name=f"Accept – {one.handle}").click()
    phone.get_by_role("button", name=f"Invite – {one.handle}").wait_for()
    phone.goto(site.url + "/lobby")

    # A challenge opens the set-up with the rival's seat chosen; here it is played on the clock.
    page.goto(f"{site.url}/@{two.handle}")
    page.get_by_text("Challenge").click()
    page.locator(".pick a[href*='/new/ra']").click()
    page.wait_for_url("**/new/ra**")
    page.locator("[name=players][value='2']").check(force=True)
    page.locator("[name=clock]").select_option("300+10")
    assert page.locator(".kind").nth(1).evaluate("it => it.value") == f"invite:{two.handle}"
    page.get_by_role("button", name="Create table").click()
    page.wait_for_url("**/t/*")
    listed = phone.locator("[data-invitations]")
    listed.get_by_text(f"{one.handle} invites you").wait_for()
    listed.get_by_role("button", name="Accept").click()
    for each in (page, phone):
        each.wait_for_url("**/t/*")
        wait_until_live(each)
    page.locator(".plate-clock.running").first.wait_for()
    assert page.locator(".plate-clock").count() == 2
    assert page.locator(".plate-clock.running").count() == 1
    mover = next_to_move(page, phone)
    play(mover, moves(mover)[0])
    next_to_move(page, phone)
    open_panel(page, "table")
    times = page.locator("#players .seat-clock").all_inner_texts()
    assert len(times) == 2
    assert all(time[0] in "45" and ":" in time for time in times), times
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


@pytest.mark.thorough
def test_invitations_and_messages_keep_out_of_the_way(person: Any, site: Site) -> None:
    one, two = stage_profiles(site, ("Meret-8", "Sobek-8"))
    sender, someone = person(one).context.request, person(two, hurried=False)
    api = f"{site.url}/api"
    for _ in range(2):
        terms = {"game": "giza", "seats": [{"kind": "me"}, {"kind": "friend"}], "bank": 600}
        made = sender.post(f"{api}/tables", data=terms).json()["id"]
        assert sender.post(f"{api}/tables/{made}/invite", data={"players": [two.handle]}).ok
    for number in range(8):
        assert sender.post(f"{api}/messages", data={"to": two.handle, "text": f"{number}"}).ok

    own = {"game": "giza", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
    table = someone.context.request.post(f"{api}/tables", data=own).json()["id"]
    page = someone.page(f"/t/{table}")
    page.locator(".toast.inbox", has_text="8 new messages").wait_for()
    assert page.locator(".toast").count() == 1
    wait_until(page, "() => document.title.startsWith('(10)')")
    assert page.locator("#waiting").is_hidden(), "never over a running game"
    page.locator("details.menu summary").click()
    assert page.locator("[data-invitations-link]").inner_text().split() == ["Invitations", "2"]

    page.goto(f"{site.url}/learn")
    line = page.locator("#waiting")
    line.wait_for()
    assert line.inner_text() == "2 invitations Show"
    line.get_by_role("link").click()
    page.wait_for_url("**/friends#invitations")
    assert page.get_by_text("2 players · 10 minutes each").count() == 2
    page.get_by_role("button", name="Decline").first.click()
    page.wait_for_function("document.querySelectorAll('[data-decline]').length === 1")
    page.goto(f"{site.url}/learn")
    line.wait_for()
    assert "invites you to play Giza – 2 players · 10 minutes each" in line.inner_text()


@pytest.mark.thorough
def test_who_is_banned_at_an_open_page_reads_why(person: Any, site: Site) -> None:
    one = named(site, "Apep-8")
    someone = person(one)
    someone.expected += ["403"]
    page = someone.page("/learn")
    ban_person(site.store, one.id, "Rude words.", now(), now() + 86_400)
    page.get_by_text("Reason: Rude words.").wait_for()
    assert "UTC" not in page.locator("[data-local-times]").inner_text()
