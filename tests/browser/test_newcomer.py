"""What helps a newcomer: goal line, first offer, bot level, results after the scoring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.run.seeds import make_seed

from .conftest import Person
from .playing import open_panel, play, wait_for_turn
from .staging import Site

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
    assert page.locator("#offer-learn").get_attribute("href").endswith("/learn/ra/start")
    page.locator("#offer-play").click()
    page.wait_for_url("**/t/*")


def test_the_level_of_the_bots_is_chosen_at_home(person: Makes) -> None:
    page = person().page("/")
    page.evaluate("localStorage.setItem('offered-ra', 'yes')")
    page.locator("#game-ra select.level").select_option("easy")
    page.locator("#game-ra [data-quick]").click()
    page.wait_for_url("**/t/*")
    open_panel(page, "table")
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


def test_the_goal_begins_the_rules(person: Makes) -> None:
    page = person().page("/")
    opened(page)
    page.locator("#open-rules").click()
    assert "most points" in page.locator("#panel-rules .goal").inner_text()


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
    plate = page.locator("#frame .nameplate[data-tip]").first
    plate.scroll_into_view_if_needed()
    plate.tap(force=True)  # in the middle, between the name and the points
    page.wait_for_selector("#tip:not([hidden])")
    assert page.locator("#tip").inner_text() == plate.get_attribute("data-tip")


def test_a_gap_between_the_parts_of_a_piece_explains_it(person: Makes) -> None:
    page = person().page("/")
    opened(page, "ra")
    track = page.locator("#board-ra-track")
    track.hover(force=True)  # in the middle, between two spaces
    page.wait_for_selector("#tip:not([hidden])")
    assert page.locator("#tip").inner_text() == track.get_attribute("data-tip")


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
    page.locator("#invite-name input").fill("Henutsen")
    page.locator("#invite-name button").click()
    page.wait_for_selector("#invite-name", state="detached")
    page.reload()
    assert page.locator("#invite-name").count() == 0
    page.locator(".menu summary").click()
    assert "Henutsen" in page.locator(".menu-own").inner_text()


def test_all_games_can_be_learnt_from_one_page(person: Makes) -> None:
    page = person().page("/learn")
    assert page.locator(".cover").count() == 5
    page.locator("#learn-giza .button.primary").click()
    page.wait_for_url("**/learn/giza")


def test_a_big_change_is_explained_once(person: Makes, site: Site) -> None:
    me = site.person("Curious")
    for id_ in ("kingdom-one", "kingdom-two"):
        book = rulebook("amun-re")
        match = Match(book, book.setup(3, {}), make_seed(id_), ("A", "B", "C"))
        bot = make_bot("greedy", book)
        while True:
            ply, seat = match.ply, match.to_act[0]
            move = decide(match, seat, bot)
            if any(
                r.name == "kingdom-ended" for step in match.play(seat, move) for r in step.events
            ):
                break
        seats = [me if other == seat else "bot" for other in range(3)]
        site.stage(id_, seats, seed=id_, game="amun-re", stop=lambda m, ply=ply: m.ply >= ply)
        if id_ == "kingdom-one":
            someone = person(me)
        page = someone.page(f"/t/{id_}")
        wait_for_turn(page)
        play(page, move)
        box = page.locator("#explained p", has_text="New Kingdom begins")
        if id_ == "kingdom-one":
            box.get_by_role("button").click()
            assert page.locator("#explained").is_hidden()
        assert box.count() == 0


def test_a_stall_answers_in_a_lesson_and_the_quiz_names_what_is_left(person: Makes) -> None:
    page = person().page("/learn/amun-re/buying")
    page.locator("body[data-step='0']").wait_for(state="attached")
    page.locator("#board-stall-farmer").click()
    page.locator("#heard", has_text="then farmers").wait_for()
    page.goto(page.url.replace("amun-re/buying", "giza/quiz"))
    links = page.locator(".later-rules a")
    assert links.filter(has_text="open memory").count() == 1
    href = links.filter(has_text="A scarab may go on a scarab").get_attribute("href")
    page.goto(page.url.split("/learn")[0] + href)
    assert page.locator("section.chapter:target h2").inner_text() == "Sabotage"


def test_a_players_board_fits_when_it_is_opened_at_1280(person: Makes, site: Site) -> None:
    me = site.person("Looker")
    site.stage("closer-ra", [me, "bot", "bot"], stop=lambda match: match.ply >= 40)
    page = person(me, viewport={"width": 1280, "height": 800}).page("/t/closer-ra")
    page.wait_for_selector("[data-link=live]")
    page.locator(".closer[data-opens$=seat-1]").dispatch_event("click")
    page.locator("dialog.region svg.board").wait_for()
    assert page.evaluate("""() => {
      const frame = document.querySelector(".region-frame");
      return frame.scrollWidth <= frame.clientWidth + 1;
    }""")
