"""What helps a newcomer: goal line, first offer, bot level, results after the scoring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .conftest import Person

Makes = Callable[..., Person]


def test_home_orders_games_by_ease_and_marks_two(person: Makes) -> None:
    page = person().page("/")
    titles = page.locator(".cover h2").all_inner_texts()
    assert ["Good first game" in title for title in titles] == [True, True, False, False, False]
    assert titles[0].startswith("Giza")


def test_the_first_game_begins_with_an_offer_to_learn(person: Makes) -> None:
    page = person().page("/")
    button = page.locator("#game-ra [data-quick]")
    button.click()
    assert page.locator("#offer-title").inner_text() == "New to Ra?"
    assert page.locator("#offer-learn").get_attribute("href").endswith("/learn/ra")
    page.locator("#offer-play").click()
    page.wait_for_url("**/t/*")


def test_the_level_of_the_bots_is_chosen_at_home(person: Makes) -> None:
    page = person().page("/")
    page.evaluate("localStorage.setItem('offered-ra', 'yes')")
    page.locator("#game-ra select.level").select_option("easy")
    page.locator("#game-ra [data-quick]").click()
    page.wait_for_url("**/t/*")
    page.locator("#tab-table").click()
    assert "Easy" in page.locator("#players").inner_text()


def opened(page: Any, game: str = "ra", **more: Any) -> None:
    body = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}], **more}
    id_ = page.evaluate(
        """async (body) => (await (await fetch("/api/tables", {method: "POST",
        headers: {"content-type": "application/json"}, body: JSON.stringify(body)})).json()).id""",
        body,
    )
    page.goto(page.url.rsplit("/", 1)[0] + f"/t/{id_}")
    page.wait_for_selector("[data-link=live]")


def test_the_goal_stays_until_it_is_dismissed(person: Makes) -> None:
    page = person().page("/")
    opened(page)
    goal = page.locator("#goal")
    assert "most points" in goal.inner_text()
    page.locator("#goal-hide").click()
    assert goal.is_hidden()
    page.reload()
    assert goal.is_hidden()


def test_the_coach_is_above_the_prompt_on_a_phone(person: Makes) -> None:
    page = person(phone=True).page("/")
    opened(page, "giza", coached=True)
    page.wait_for_selector("#coach:not([hidden])")
    coach, prompt = page.locator("#coach").bounding_box(), page.locator("#prompt").bounding_box()
    assert coach["y"] + coach["height"] <= prompt["y"] + 1
    assert coach["y"] >= 0
    assert prompt["y"] + prompt["height"] <= 844


def test_the_coach_is_not_clipped_on_a_small_desktop(person: Makes) -> None:
    page = person(viewport={"width": 1280, "height": 800}).page("/")
    opened(page, "giza", coached=True)
    page.wait_for_selector("#coach:not([hidden])")
    assert page.evaluate("""() => {
      const box = document.getElementById("coach");
      return box.scrollHeight <= box.clientHeight + 1
        && box.getBoundingClientRect().bottom <= innerHeight;
    }""")


def test_a_tap_on_a_piece_explains_it(person: Makes) -> None:
    page = person(phone=True).page("/")
    opened(page, "giza")
    piece = page.locator("#frame [data-tip]:not([data-action]):not([data-action] *)").first
    piece.scroll_into_view_if_needed()
    piece.tap(force=True)
    page.wait_for_selector("#tip:not([hidden])")
    assert page.locator("#tip").inner_text()


def test_sound_is_on_and_can_be_switched_off(person: Makes) -> None:
    page = person().page("/")
    opened(page)
    switch = page.locator("#sound")
    assert switch.is_visible()
    assert switch.get_attribute("aria-pressed") == "true"
    switch.click()
    assert switch.get_attribute("aria-pressed") == "false"


def test_a_host_is_asked_for_a_name(person: Makes) -> None:
    page = person().page("/")
    opened(page, seats=[{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}])
    page.locator("#invite-name input").fill("Nefertari")
    page.locator("#invite-name button").click()
    page.wait_for_selector("#invite-name", state="detached")
    page.reload()
    assert page.locator("#invite-name").count() == 0
    assert "Nefertari" in page.locator(".who").inner_text()


def test_all_games_can_be_learnt_from_one_page(person: Makes) -> None:
    page = person().page("/learn")
    assert page.locator(".cover").count() == 5
    page.locator("#learn-giza .button.primary").click()
    page.wait_for_url("**/learn/giza")
