"""A claimed name on two devices, a profile others look at, a report that somebody decides."""

import re
from typing import Any

import pytest

from nomarch.people import moderation
from nomarch.people.accounts import person_named
from nomarch.tables.stores.results import GameResult, SeatResult, put_result
from tests.browser.society import named
from tests.browser.staging import CREATED, Site


def authenticator(someone: Any, page: Any) -> tuple[Any, str]:
    """A virtual authenticator in a tab: the tab's wire, and the authenticator's id."""
    wire = someone.context.new_cdp_session(page)
    wire.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
        "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    made = wire.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return wire, made["authenticatorId"]


def test_a_name_is_claimed_and_used_on_another_device(person: Any, site: Site) -> None:
    home = f"http://localhost:{site.port}"
    at_home = person()
    page = at_home.page("/me", url=home)
    wire, device = authenticator(at_home, page)
    page.fill("#claim [name=handle]", "Nefer-home")
    page.click("#claim button")
    page.locator("h1", has_text="Nefer-home").wait_for()
    assert page.locator("main .notice").count() == 1, "one passkey on one device is not safe"
    page.click("#make-codes")
    page.locator("#codes pre:not(:empty)").wait_for()
    codes = page.locator("#codes pre").inner_text().split()
    assert len(codes) == 8
    assert page.locator("#codes-left").inner_text() == "8 recovery codes left"
    assert page.locator("main .notice").count() == 0, "now it is safe"
    page.click("#private")
    page.locator(".toast").wait_for()

    on_phone = person(phone=True)
    on_phone.context.add_init_script("delete PublicKeyCredential.isConditionalMediationAvailable")
    other = on_phone.page("/", url=home)
    other.locator("[data-quick=giza]").first.click()
    other.click("#offer-play")  # a first visit is offered the lesson
    other.wait_for_url("**/t/*")
    table = other.url.rsplit("/", 1)[1]
    other.goto(f"{home}/sign-in")
    there, second = authenticator(on_phone, other)
    for credential in wire.send("WebAuthn.getCredentials", {"authenticatorId": device})[
        "credentials"
    ]:
        there.send("WebAuthn.addCredential", {"authenticatorId": second, "credential": credential})
    other.click("#sign-in")
    other.click("#bring [value=yes]")
    other.locator("h1", has_text="Nefer-home").wait_for()
    page.goto(f"{home}/sign-in")
    page.wait_for_url("**/me")  # the browser suggested the passkey by itself
    page.goto(f"{home}/tables")
    assert page.locator(f"a[href$='/t/{table}']").count() == 1, "played on the phone before"

    bob = person(named(site, "Horus-9"))
    profile = bob.page("/@Nefer-home")
    assert "private" in profile.locator("main").inner_text()
    page.goto(f"{home}/me")
    page.click("#private")
    page.locator(".toast").wait_for()
    profile.reload()
    assert profile.locator("#games").is_visible()
    profile.click(".player-note summary")
    profile.fill("#player-note textarea", "Bids high")
    profile.click("#player-note button")
    profile.locator("#note-saved", has_text="Saved").wait_for()
    profile.reload()
    assert profile.locator("#player-note textarea").input_value() == "Bids high"
    assert "Bids high" not in page.content()

    lost = person()
    recovered = lost.page("/sign-in", url=home)
    recovered.fill("#sign-in-code [name=handle]", "nefer-HOME")
    recovered.fill("#sign-in-code [name=code]", codes[0].lower())
    evil = "document.getElementById('sign-in-page').dataset.next = '/\\\\evil.example'"
    recovered.evaluate(evil)
    recovered.click("#sign-in-code button")
    recovered.wait_for_url(f"{home}/me")  # to no other site
    recovered.locator("h1", has_text="Nefer-home").wait_for()
    assert "recovery code" in recovered.locator("main").inner_text()
    assert person_named(site.store, "Nefer-home")


OLD = """export const version = "old"; export * from "./new_version.js?itself";"""


@pytest.mark.thorough
def test_a_rated_games_end_shows_ratings_and_an_old_page_offers_to_reload(
    person: Any, site: Site
) -> None:
    one, two = named(site, "Ahmose-1"), named(site, "Tiye-1")
    site.stage("rated", [one, two, "bot", "bot"], rated=True)
    seats = (SeatResult(0, one.id, "", 1, 9), SeatResult(1, two.id, "", 2, 3))
    put_result(site.store, GameResult("rated", "ra", "", 4, True, CREATED, seats))
    someone = person(one)
    someone.context.route(re.compile(r"new_version\.js$"), lambda route: route.fulfill(
        body=OLD, content_type="text/javascript"
    ))  # fmt: skip
    page = someone.page("/t/rated")
    page.locator(".ranking .rating").first.wait_for()
    shown = page.locator(".ranking .rating").all_inner_texts()
    assert all(re.fullmatch(r"Rating 1\d{3} \([+−]\d+\)", line) for line in shown)
    assert len(shown) == 2
    page.locator("#new-version").wait_for()
    with page.expect_navigation():
        page.click("#new-version button")


@pytest.mark.thorough
def test_enter_in_the_mail_field_sends_the_mail(person: Any, site: Site) -> None:
    page = person().page("/me", url=f"http://localhost:{site.port}")
    page.locator("#claim button", has_text="passkey").wait_for()
    page.fill("#claim [name=handle]", "Nefer-mail")
    page.fill("#claim-mail [name=mail]", "nefer@example.org")
    with page.expect_request("**/api/mail/ask") as asked:
        page.press("#claim-mail [name=mail]", "Enter")
    assert asked.value.post_data_json == {"mail": "nefer@example.org", "handle": "Nefer-mail"}
    page.locator("#mail-code input").wait_for()


def test_who_deletes_everything_is_told_goodbye(person: Any, site: Site) -> None:
    page = person(site.person("Parting")).page("/me")
    page.fill("#forget [name=name]", "Parting")
    page.click("#forget button")
    page.locator("h1", has_text="Goodbye, Parting!").wait_for()
    assert page.locator("#account").count() == 0


@pytest.mark.thorough
def test_a_report_is_decided_on_the_moderators_page(person: Any, site: Site) -> None:
    rude, kind, judge = named(site, "Rude-1"), named(site, "Kind-1"), named(site, "Judge-1")
    moderation.set_role(site.store, "test", judge.id, "moderator", 1.0)
    page = person(kind).page("/@Rude-1")
    page.click("text=Report")
    form = page.locator("#report-form")
    form.locator("[name=kind]").select_option("name")
    form.locator("textarea").fill("Look at that name.")
    form.get_by_role("button", name="Send report").click()
    page.locator(".toast", has_text="Thank you.").wait_for()
    decides = person(judge).page("/moderation")
    case = decides.locator(".case", has_text="Look at that name.")
    case.locator("[name=action]").select_option("rename")
    case.locator("[name=reason]").fill("Choose a friendlier name.")
    with decides.expect_navigation():
        case.locator("button").click()
    assert decides.locator(".case", has_text="Look at that name.").count() == 0
    told = person(rude).page("/me")
    assert "Choose a friendlier name." in told.locator("main").inner_text()
    assert told.locator("h1").inner_text().startswith("Pharaoh-")
