"""What waits for a person: one quiet line, the menu, and one toast; never over a running game."""

from __future__ import annotations

from typing import Any

from nomarch.people.bans import ban_person
from nomarch.tables.state.model import now
from tests.browser.playing import wait_until
from tests.browser.society import named, stage_profiles
from tests.browser.staging import Site

POST = """([path, body]) => fetch(path, {
  method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body),
}).then((answer) => answer.json())"""


def test_invitations_and_messages_keep_out_of_the_way(person: Any, site: Site) -> None:
    one, two = stage_profiles(site, ("Meret-8", "Sobek-8"))
    sender, someone = person(one).page("/learn"), person(two, hurried=False)
    for _ in range(2):
        wish = {"game": "giza", "seats": [{"kind": "me"}, {"kind": "friend"}], "bank": 600}
        made = sender.evaluate(POST, ["/api/tables", wish])
        sender.evaluate(POST, [f"/api/tables/{made['id']}/invite", {"players": [two.handle]}])
    for number in range(8):
        message = {"to": two.handle, "text": f"Hello {number}"}
        sender.evaluate(POST, ["/api/messages", message])

    own = {"game": "giza", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
    table = someone.context.request.post(f"{site.url}/api/tables", data=own).json()["id"]
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


def test_who_is_banned_at_an_open_page_reads_why(person: Any, site: Site) -> None:
    one = named(site, "Apep-8")
    someone = person(one)
    someone.expected += ["403"]
    page = someone.page("/learn")
    ban_person(site.store, one.id, "Rude words.", now(), now() + 86_400)
    page.get_by_text("Reason: Rude words.").wait_for()
    assert "UTC" not in page.locator("[data-local-times]").inner_text()
