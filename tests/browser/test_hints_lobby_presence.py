"""In the browser: hints, lobby, presence, unread marks, leaving, returning."""

from __future__ import annotations

from typing import Any

import msgspec

from nomarch.tables.stores.table_store import put_table, read_table
from tests.browser.playing import (
    open_panel,
    play,
    seq,
    wait_for_seq,
    wait_for_turn,
    wait_until,
    wait_until_live,
)
from tests.browser.staging import Site, after, late, offers


def duel(site: Site, id_: str, **more: Any) -> tuple[Any, Any]:
    """A table of two people and a bot at which the first has to move."""
    neith, tia = site.person(f"Neith of {id_}"), site.person(f"Tia of {id_}")
    site.stage(id_, [neith, tia, "bot"], stop=after(14))
    record = read_table(site.store, id_)
    assert record is not None
    put_table(site.store, msgspec.structs.replace(record, **more))
    return neith, tia


def test_a_hint_is_seen_by_everyone(person: Any, site: Site) -> None:
    neith, tia = duel(site, "hints")
    mine, theirs = person(neith).page("/t/hints"), person(tia).page("/t/hints")
    wait_for_turn(mine)
    wait_until_live(theirs)
    mine.locator("#hint").click()
    theirs.locator('[data-seat="0"] .plate-mark.with-hint').wait_for(state="attached")
    advice = mine.locator("#hint-text")
    assert advice.inner_text().removesuffix("Rule").strip().endswith(".")
    own, card = (mine.locator(name).bounding_box() for name in ("[data-seat='0']", "#advice"))
    assert card["x"] >= own["x"] + own["width"], "it lies over the opponents' column"
    play(mine, "draw")
    assert mine.locator("#advice").is_hidden()
    theirs.locator("#log .with-hint").wait_for(state="attached")


def test_where_no_hints_are_given_there_is_no_button(person: Any, site: Site) -> None:
    neith, _ = duel(site, "no-hints", hints=False)
    page = person(neith).page("/t/no-hints")
    wait_for_turn(page)
    assert page.locator("#hint").is_hidden()
    open_panel(page, "table")
    assert "Hints are off at this table." in page.locator("#manners").inner_text()


def test_setting_a_table_chooses_hints_and_the_lobby(person: Any, site: Site) -> None:
    page = person().page("/new/ra")
    assert page.locator("[name=hints]").is_checked()
    assert page.locator("#listing").is_hidden()
    page.goto(f"{site.url}/new/ra?friends")
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


def test_who_is_there_and_what_is_unread(person: Any, site: Site) -> None:
    neith, tia = duel(site, "talk")
    someone = person(tia)
    theirs = someone.page("/t/talk")
    wait_until_live(theirs)
    mine = person(neith).page("/t/talk")
    mine.locator('[data-seat="1"] .plate-mark.here').wait_for(state="attached")
    theirs.goto(f"{site.url}/tables")
    mine.locator('[data-seat="1"] .plate-mark.not-here').wait_for(state="attached")
    open_panel(mine, "chat")
    mine.locator("#say input").fill("Are you there?")
    mine.locator("#say button").click()
    mine.locator("#chat li").wait_for()
    theirs.reload()
    theirs.locator(".table-card [data-unread]").wait_for()
    theirs.goto(f"{site.url}/t/talk")
    theirs.locator("#unread", has_text="1").wait_for()
    open_panel(theirs, "chat")
    theirs.locator("#unread").wait_for(state="hidden")
    wait_until_live(theirs)
    wait_until(
        theirs,
        "async () => !(await (await fetch('/api/tables')).json()).some((line) => line.unread)",
    )
    theirs.goto(f"{site.url}/tables")
    theirs.locator(".table-card").first.wait_for()
    assert theirs.locator("[data-unread]").count() == 0


# --- Leaving, removing, returning -----------------------------------------------------------------


def test_who_leaves_is_replaced_by_a_bot(person: Any, site: Site) -> None:
    neith, tia = duel(site, "leaving")
    mine, theirs = person(neith).page("/t/leaving"), person(tia).page("/t/leaving")
    wait_until_live(mine)
    wait_until_live(theirs)
    open_panel(theirs, "table")
    theirs.locator("#leave").click()
    assert "a bot plays on in your seat" in theirs.locator("#resign-costs").text_content()
    theirs.locator("#resign").click()
    theirs.wait_for_url("**/tables")
    assert theirs.locator(".table-card[href$='/t/leaving']").count() == 0
    open_panel(mine, "table")
    mine.locator("#players li:nth-child(2) small", has_text="bot").wait_for()


def test_resigning_a_game_of_two_shows_both_the_result(person: Any, site: Site) -> None:
    neith, tia = site.person("Neith who wins"), site.person("Tia who resigns")
    site.stage("resigned", [neith, tia], stop=late(6), game="giza")
    record = read_table(site.store, "resigned")
    assert record is not None
    put_table(
        site.store,
        msgspec.structs.replace(record, resigning_ends=True, absent_last=True, hints=False),
    )
    mine, theirs = person(neith).page("/t/resigned"), person(tia).page("/t/resigned")
    wait_until_live(mine)
    wait_until_live(theirs)
    open_panel(theirs, "table")
    theirs.locator("#leave").click()
    costs = theirs.locator("#resign-costs").text_content()
    assert costs == "If you resign, the game ends and Neith who wins wins."
    theirs.locator("#resign").click()
    mine.locator("#result h2", has_text="You win!").wait_for()
    theirs.locator("#result h2", has_text="Neith who wins wins").wait_for()
    theirs.locator("#result .ranking li:nth-child(2)", has_text="(resigned)").wait_for()
    assert theirs.locator("#result #rematch").is_visible()


def test_who_is_long_absent_can_be_removed(person: Any, site: Site) -> None:
    neith, tia = site.person("Neith who waits"), site.person("Tia who does not come")
    site.stage("absent", [neith, tia, "bot"], stop=after(14, seat=1))
    page = person(neith).page("/t/absent")
    wait_until_live(page)
    open_panel(page, "table")
    page.locator("#players li:nth-child(2) > button").click()
    page.locator("#players li:nth-child(2) small", has_text="bot").wait_for()


def test_a_recovery_link_makes_another_device_mine_once(person: Any, site: Site) -> None:
    neith, _ = duel(site, "devices")
    link = person(neith).page("/me").locator("#recovery").input_value()
    other = person()
    page = other.page(link.removeprefix(site.url))
    page.get_by_role("button", name="Yes, that's me").click()
    page.wait_for_url("**/tables")
    page.locator(".table-card[href$='/t/devices']").wait_for()
    late = person()
    late.expected += ["403"]
    assert (
        "This link has expired. Links work once, for ten minutes."
        in late.page(link.removeprefix(site.url)).content()
    )


def test_ending_other_sessions_ends_them(person: Any, site: Site) -> None:
    neith, _ = duel(site, "sessions")
    here, elsewhere = person(neith), person(neith)
    lost = elsewhere.page("/tables")
    lost.locator(".table-card[href$='/t/sessions']").wait_for()
    mine = here.page("/me")
    with mine.expect_navigation():
        mine.locator("#end-sessions").click()
    lost.reload()
    assert lost.locator(".table-card").count() == 0
    mine.goto(f"{site.url}/tables")
    mine.locator(".table-card[href$='/t/sessions']").wait_for()


def test_a_hint_on_a_phone_leaves_its_piece_in_sight(person: Any, site: Site) -> None:
    neith = site.person("Neith in sight")
    site.stage("in-sight", [neith, "bot", "bot"], stop=offers("bid", 0, 20))
    page = person(neith, phone=True).page("/t/in-sight")
    wait_for_turn(page)
    page.click("#hint")
    page.wait_for_selector("#hint-text")
    if page.locator("svg.board .hinted").count():
        piece = page.locator("svg.board .hinted").first.bounding_box()
        card = page.locator("#advice").bounding_box()
        assert piece["y"] + piece["height"] <= card["y"] + 1


def test_what_if_answers_in_place_and_plays_nothing(person: Any, site: Site, phone: bool) -> None:
    neith = site.person("Neith who asks")
    id_ = f"what-if-{phone}"
    site.stage(id_, [neith, "bot", "bot"], stop=offers("bid", 0, 20))
    page = person(neith, phone=phone).page(f"/t/{id_}")
    wait_for_turn(page)
    before = seq(page)
    page.click("#hint")
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
