"""Tournaments and the daily board with two people, each in a browser of their own."""

from typing import Any

import pytest

from tests.browser.playing import wait_until_live
from tests.browser.staging import Site


@pytest.mark.thorough
def test_two_people_enter_a_tournament(person: Any, site: Site) -> None:
    ann, bob = person(site.person("Ann T")), person(site.person("Bob T"), phone=True)
    page = ann.page("/tournaments")
    page.get_by_role("link", name="Organise a tournament").click()
    page.get_by_label("Title").fill("Delta Open")
    page.locator("select[name=game]").select_option("giza")
    page.locator("select[name=seats]").select_option("2")
    page.get_by_role("button", name="Create tournament").click()
    page.wait_for_url(lambda url: url.split("/")[-1] not in ("new", "tournaments"))
    theirs = bob.page("/tournaments")
    theirs.get_by_role("link", name="Delta Open").click()
    for each in (page, theirs):
        each.get_by_role("button", name="Enter", exact=True).click()
        each.get_by_role("button", name="Withdraw").wait_for()
    page.reload()
    page.get_by_role("button", name="Start now").click()
    for each in (page, theirs):  # the other's page notices by itself
        each.get_by_role("link", name="Go to your table").click()
        wait_until_live(each)


def test_the_daily_board_for_two(person: Any, site: Site) -> None:
    ann, bob = person(site.person("Ann D")), person(site.person("Bob D"), phone=True)
    page = ann.page("/daily")
    page.get_by_role("button", name="Play today's board").click()
    page.wait_for_url("**/t/*")
    wait_until_live(page)
    table = page.url.removeprefix(site.url)
    bob.expected.append("403")
    theirs = bob.page(table)
    assert "Others are still playing this board" in theirs.inner_text("main")
    page.goto(site.url + "/daily")
    page.get_by_role("link", name="Continue").click()
    page.wait_for_url(site.url + table)
