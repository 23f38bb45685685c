"""In the browser: hints, lobby, presence, chat, leaving, returning."""

from typing import Any

import pytest

from tests.browser.playing import open_panel, play, seq, wait_for_seq, wait_until, wait_until_live
from tests.browser.staging import Site, after, late, offers

PEOPLE = ("Neith", "Tia", "bot")


@pytest.mark.thorough
def test_a_hint_is_seen_by_everyone(at_table: Any) -> None:
    mine, theirs = at_table(after(14), seats=PEOPLE).pages
    mine.locator("#hint").click()
    theirs.locator('[data-seat="0"] .plate-mark.with-hint').wait_for(state="attached")
    advice = mine.locator("#hint-text")
    assert advice.inner_text().removesuffix("Rule").strip().endswith(".")
    own, card = (mine.locator(name).bounding_box() for name in ("[data-seat='0']", "#advice"))
    assert card["x"] >= own["x"] + own["width"], "it lies over the opponents' column"
    play(mine, "draw")
    assert mine.locator("#advice").is_hidden()
    theirs.locator("#log .with-hint").wait_for(state="attached")


@pytest.mark.thorough
def test_setting_a_table_chooses_hints_and_the_lobby(person: Any, site: Site) -> None:
    """On a phone, in whose width the free seats stay."""
    page = person(phone=True).page("/new/ra")
    assert page.locator("[name=hints]").is_checked()
    assert page.locator("#listing").is_hidden()
    page.goto(site.url)
    page.locator("#game-ra").get_by_role("link", name="Play with friends").click()
    kinds = page.locator("#seats .kind")
    kinds.first.wait_for()
    values = kinds.evaluate_all("all => all.map((kind) => kind.value)")
    assert values == ["me"] + ["friend"] * (len(values) - 1)
    assert page.locator("#seats .name:visible").count() == len(values) - 1
    stick_out = page.evaluate(
        """() => {
          const edge = document.querySelector(".seats").parentElement.getBoundingClientRect().right;
          return [...document.querySelectorAll(".seats :is(select, input)")]
            .filter((field) => field.getBoundingClientRect().right > edge + 1).length;
        }"""
    )
    assert stick_out == 0
    assert not page.locator("[name=hints]").is_checked()
    page.locator("[name=listed]").check()
    page.get_by_role("button", name="Create table").click()
    wait_until_live(page)
    assert page.locator("#listed").is_checked()
    id_ = page.url.rsplit("/", 1)[1]
    other = person().page("/lobby")
    other.locator(f"[data-join='{id_}']").click()
    other.wait_for_url(f"**/t/{id_}")
    wait_until_live(other)
    assert other.locator("#leave").count() == 1
    page.locator("#listed").uncheck()
    wait_until(
        page,
        "async (id) => !(await (await fetch('/api/lobby')).json()).some((line) => line.id === id)",
        id_,
    )


def test_who_is_there_and_what_is_unread(at_table: Any) -> None:
    """And a line of chat is text and nothing else."""
    table = at_table(after(14), seats=("Neith", "Tia who chats", "bot"))
    mine, theirs = table.pages
    mine.locator('[data-seat="1"] .plate-mark.here').wait_for(state="attached")
    theirs.goto(f"{table.person.url}/tables")
    mine.locator('[data-seat="1"] .plate-mark.not-here').wait_for(state="attached")
    open_panel(mine, "chat")
    line = "<img src=x onerror=alert(1)> & <b>good luck</b>"
    mine.get_by_label("Say something…").fill(line)
    mine.keyboard.press("Enter")
    mine.locator("#chat li").wait_for()
    theirs.reload()
    theirs.locator(".table-card [data-unread]").first.wait_for()
    theirs.goto(mine.url)
    theirs.locator("#unread", has_text="1").wait_for()
    open_panel(theirs, "chat")
    theirs.locator("#unread").wait_for(state="hidden")
    for page, name in ((mine, "You"), (theirs, "Neith")):
        assert page.locator("#chat li").inner_text().replace("\n", " ") == f"{name} {line}"
        assert page.locator("#chat img").count() == 0
    wait_until_live(theirs)
    wait_until(
        theirs,
        "async () => !(await (await fetch('/api/tables')).json()).some((line) => line.unread)",
    )
    theirs.goto(f"{table.person.url}/tables")
    theirs.locator(".table-card").first.wait_for()
    assert theirs.locator("[data-unread]").count() == 0


def test_who_leaves_is_replaced_by_a_bot(at_table: Any) -> None:
    table = at_table(after(14), seats=PEOPLE)
    mine, theirs = table.pages
    open_panel(theirs, "table")
    theirs.locator("#leave").click()
    assert "a bot plays on in your seat" in theirs.locator("#resign-costs").text_content()
    theirs.locator("#resign").click()
    theirs.wait_for_url("**/tables")
    assert theirs.locator(f".table-card[href$='/t/{table.id}']").count() == 0
    open_panel(mine, "table")
    mine.locator("#players li:nth-child(2) small", has_text="bot").wait_for()


@pytest.mark.thorough
def test_resigning_a_game_of_two_shows_both_the_result(at_table: Any) -> None:
    """At a table without hints, which has no button for them."""
    rules = {"resigning_ends": True, "absent_last": True, "hints": False}
    mine, theirs = at_table(late(6), "giza", ("Neith", "Tia"), table=rules).pages
    assert mine.locator("#hint").is_hidden()
    open_panel(mine, "table")
    assert "Hints are off at this table." in mine.locator("#manners").inner_text()
    open_panel(theirs, "table")
    theirs.locator("#leave").click()
    costs = theirs.locator("#resign-costs").text_content()
    assert costs == "If you resign, the game ends and Neith wins."
    theirs.locator("#resign").click()
    mine.locator("#result h2", has_text="You win!").wait_for()
    theirs.locator("#result h2", has_text="Neith wins").wait_for()
    theirs.locator("#result .ranking li:nth-child(2)", has_text="(resigned)").wait_for()
    assert theirs.locator("#result #rematch").is_visible()


@pytest.mark.thorough
def test_who_is_long_absent_can_be_removed(at_table: Any) -> None:
    page = at_table(after(14, seat=1), seats=("Neith", "away", "bot")).page
    open_panel(page, "table")
    page.locator("#players li:nth-child(2) > button").click()
    page.locator("#players li:nth-child(2) small", has_text="bot").wait_for()


def test_a_recovery_link_adds_a_device_and_ending_sessions_removes_it(
    person: Any, site: Site, at_table: Any
) -> None:
    table = at_table(after(14), seats=("Neith of devices", "bot", "bot"))
    mine, card = table.page, f".table-card[href$='/t/{table.id}']"
    mine.goto(f"{site.url}/me")
    link = mine.locator("#recovery").input_value()
    other = person().page(link.removeprefix(site.url))
    other.get_by_role("button", name="Yes, that's me").click()
    other.wait_for_url("**/tables")
    other.locator(card).wait_for()
    with mine.expect_navigation():
        mine.locator("#end-sessions").click()
    other.reload()
    assert other.locator(".table-card").count() == 0
    mine.goto(f"{site.url}/tables")
    mine.locator(card).wait_for()


def test_what_if_answers_in_place_and_plays_nothing(at_table: Any, phone: bool) -> None:
    page = at_table(offers("bid", 0, 20), phone=phone).page
    before = seq(page)
    page.click("#hint")
    page.locator("#hint-text").wait_for()
    piece, card = page.locator("svg.board .hinted"), page.locator("#advice").bounding_box()
    if phone and piece.count():
        box = piece.first.bounding_box()
        assert box["y"] + box["height"] <= card["y"] + 1, "the piece stays in sight"
    page.click("#what-if")
    asked = page.locator("#what-if-text")
    assert "Nothing is played" in asked.inner_text()
    card = page.locator(".bar").bounding_box()
    for piece in page.locator("svg.board [data-action^=bid]").all()[:2]:
        piece.click()
        page.locator("#what-if-text b").wait_for()
        assert page.locator(".bar").bounding_box() == card
        box = page.locator("svg.board .asked").first.bounding_box()
        top = page.locator("#advice").bounding_box()
        is_beside = box["x"] + box["width"] <= top["x"]
        assert is_beside or box["y"] + box["height"] <= top["y"] + 1, "it covers what it speaks of"
    assert page.locator(".bar .asked").count() == 1
    assert seq(page) - before <= 1, "only the hint is in the log"
    page.click("#what-if")
    assert page.locator("svg.board .asked").count() == 0
    page.locator("#hint-text").wait_for()
    page.click("#what-if")
    page.locator("svg.board [data-action^=bid]").first.click()
    before = seq(page)
    page.click("#play-asked")
    if page.locator("#confirm").is_visible():
        page.click("#sure")
    wait_for_seq(page, before + 1)
