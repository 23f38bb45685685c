"""What helps a newcomer: first offer, coach, changes explained, glossary, rules on paper."""

import re
from typing import Any

import pytest

from nomarch.kernel.declare.game import rulebooks
from tests.browser.playing import open_panel, play, wait_for_turn
from tests.browser.staging import Site, after, game_until, happens, late


def test_from_home_to_a_first_game(person: Any) -> None:
    """Games are ordered by ease; the first begins with an offer to learn and the level chosen."""
    page = person().page("/")
    titles = page.locator(".cover h2").all_inner_texts()
    assert ["Good first game" in title for title in titles] == [True, True, False, False, False]
    assert titles[0].startswith("Giza")
    page.locator("#game-ra select.level").select_option("easy")
    page.locator("#game-ra select.count").select_option("3")
    page.locator("#game-ra [data-quick]").click()
    assert page.locator("#offer-title").inner_text() == "New to Ra?"
    assert page.locator("#offer-learn").get_attribute("href").endswith("/learn/ra/start")
    page.locator("#offer-play").click()
    page.wait_for_url("**/t/*")
    open_panel(page, "table")
    assert page.locator("#players li").filter(has_text="Easy").count() == 2
    open_panel(page, "rules")
    assert "most points" in page.locator("#panel-rules .goal").inner_text()


@pytest.mark.parametrize(
    "device", [{"phone": True}, {"viewport": {"width": 1280, "height": 800}}], ids=["phone", "desk"]
)
def test_the_coach_is_whole_and_above_the_prompt_of_a_phone(at_table: Any, device: Any) -> None:
    page = at_table(late(0), "giza", table={"coached": True}, **device).page
    page.locator("#coach").wait_for()
    coach, prompt = page.locator("#coach").bounding_box(), page.locator("#prompt").bounding_box()
    is_whole = "box => box.scrollHeight <= box.clientHeight + 1"
    assert page.locator("#coach").evaluate(is_whole)
    assert 0 <= coach["y"] < coach["y"] + coach["height"] <= page.viewport_size["height"]
    if "phone" in device:
        assert coach["y"] + coach["height"] <= prompt["y"] + 1
        assert prompt["y"] + prompt["height"] <= page.viewport_size["height"]


@pytest.mark.thorough
def test_a_big_change_is_explained_once(person: Any, site: Site) -> None:
    me = site.person("Curious")
    someone = person(me)
    for id_ in ("kingdom-one", "kingdom-two"):
        match, ply = game_until("amun-re", happens("kingdom-ended"), id_)
        step = match.steps[ply]
        seats = [me if seat == step.seat else "bot" for seat in range(3)]
        site.put_played(id_, seats, match.past(ply))
        page = someone.page(f"/t/{id_}")
        wait_for_turn(page)
        play(page, match.book.actions[step.action])
        box = page.locator("#explained p", has_text="New Kingdom begins")
        if id_ == "kingdom-one":
            box.get_by_role("button").click()
            assert page.locator("#explained").is_hidden()
        assert box.count() == 0


def test_the_quiz_names_what_is_left(person: Any) -> None:
    page = person().page("/learn/giza/quiz")
    links = page.locator(".later-rules a")
    assert links.filter(has_text="open memory").count() == 1
    href = links.filter(has_text="A scarab may go on a scarab").get_attribute("href")
    page.goto(page.url.split("/learn")[0] + href)
    assert page.locator("section.chapter:target h2").inner_text() == "Sabotage"


def shown(page: Any) -> list[str]:
    names: list[str] = page.eval_on_selector_all(
        ".entry", "all => all.filter(e => e.offsetParent).map(e => e.id)"
    )
    return names


@pytest.mark.thorough
def test_typing_leaves_what_says_it(person: Any, phone: bool) -> None:
    page = person(phone=phone).page("/rules/ra")
    page.get_by_role("link", name="Glossary").click()
    page.wait_for_url("**/rules/ra/glossary")
    everything = shown(page)
    assert len(everything) == 23
    page.locator("#search").fill("pharaoh")
    assert 0 < len(shown(page)) < len(everything)
    assert "tile-2" in shown(page)
    page.locator("#search").fill("no such thing")
    assert shown(page) == []
    assert page.locator("#found").inner_text()
    page.locator("#search").fill("")
    assert shown(page) == everything
    wide = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide, "nothing is wider than the screen"
    page.goto(f"{page.url}?lang=fr")
    page.locator("#search").fill("desastre")
    assert len(shown(page)) == 4, "accents need not be typed"


@pytest.mark.thorough
def test_a_picture_of_the_log_leads_to_its_entry(at_table: Any) -> None:
    page = at_table(after(20)).page
    open_panel(page, "log")
    link = page.locator("#log .icon-link").last
    target = link.get_attribute("href").split("#")[1]
    with page.context.expect_page() as opened:
        link.click()
    opened.value.locator(f".entry:target[id='{target}']").wait_for()


@pytest.mark.thorough
def test_the_rules_fit_two_pages(person: Any, site: Site) -> None:
    page = person().page("/")
    for game in rulebooks():
        page.goto(f"{site.url}/rules/{game}")
        paper = page.pdf(format="A4", print_background=True)
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", paper)) <= 2, game
