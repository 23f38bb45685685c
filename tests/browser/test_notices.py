"""Notifications between two people, and the app without a connection."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.playing import play, wait_for_turn
from tests.browser.staging import Site, after
from tests.web.push_service import PushService, push_service

SUBSCRIBE = """
const device = %s;
let kept = null;
PushManager.prototype.getSubscription = async () => kept;
PushManager.prototype.subscribe = async () => {
  kept = { endpoint: device.endpoint, unsubscribe: async () => { kept = null; },
    toJSON: () => ({ endpoint: device.endpoint, keys: device }) };
  return kept;
};
"""
"""A browser that has our push service."""

RECORD_NOTIFICATION = """
() => {
  self.shown = new Promise((resolve) => {
    self.registration.showNotification = async (title, { data }) => resolve([title, data.path]);
  });
}
"""
"""Keeps the next notification: a headless shell shows none."""


@pytest.fixture
def pushing() -> Iterator[PushService]:
    with push_service() as service:
        yield service


def test_a_turn_is_told_to_a_device(site: Site, person: Any, pushing: PushService) -> None:
    ann, bob = site.person("Ann who plays"), site.person("Bob who is away")
    site.stage("far", [ann, bob, "bot"], stop=after(12))
    away = person(bob, service_workers="allow", permissions=["notifications"])
    device = pushing.device("phone")
    kinds = {"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth}
    away.context.add_init_script(SUBSCRIBE % json.dumps(kinds))
    settings = away.page("/notices")
    settings.locator("#push-start").click()
    settings.locator("#push-on").wait_for()

    page = person(ann).page("/t/far")
    wait_for_turn(page)
    play(page, "draw")
    assert pushing.wait(60)
    message = pushing.got[0][2]
    assert message["title"] == "Your turn in Ra"

    # What the push service delivers, the worker shows; a click leads to the table.
    wire = away.context.new_cdp_session(settings)
    found: list[str] = []
    wire.on("ServiceWorker.workerRegistrationUpdated",
            lambda e: found.extend(r["registrationId"] for r in e["registrations"]))  # fmt: skip
    wire.send("ServiceWorker.enable")
    settings.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    while not found:
        settings.wait_for_timeout(20)
    push = {"origin": site.url, "registrationId": found[0], "data": json.dumps(message)}
    worker = away.context.service_workers[0]
    worker.evaluate(RECORD_NOTIFICATION)
    wire.send("ServiceWorker.deliverPushMessage", push)
    assert worker.evaluate("() => self.shown") == ["Your turn in Ra", "/t/far"]

    settings.locator("#push-stop").click()
    settings.locator("#push-start").wait_for()
    settings.locator("[name=is_quiet]").check()
    settings.locator("#notices button.big").click()
    settings.get_by_text("Saved.").wait_for()


def test_without_a_connection_there_is_something_to_read(
    person: Any, site: Site, phone: bool
) -> None:
    someone = person(site.person("Nut"), phone=phone, service_workers="allow")
    someone.expected.append("ERR_INTERNET_DISCONNECTED|Failed to load resource")
    page = someone.page("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # the worker sees to pages from the next one on
    page.wait_for_function("() => navigator.serviceWorker.controller")
    someone.context.set_offline(True)
    page.goto(site.url + "/tables")
    assert page.locator("h1").inner_text() == "You're offline"
    page.locator("summary", has_text="Rules").first.click()
    assert len(page.locator("details[open]").first.inner_text()) > 500
    someone.context.set_offline(False)  # the page notices by itself
    page.get_by_role("heading", name="Your tables").wait_for()
