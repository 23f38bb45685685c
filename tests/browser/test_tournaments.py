"""Tournaments and the daily board with several people, each in a browser of their own."""

from typing import Any

import pytest

from nomarch.contests import tournaments
from tests.browser.playing import wait_until_live
from tests.browser.staging import Site, end_pairing


@pytest.mark.thorough
def test_three_people_play_a_tournament(person: Any, site: Site) -> None:
    ann, bob, cy = (
        person(site.person("Ann T")), person(site.person("Bob T"), phone=True),
        person(site.person("Cy T"), locale="fr-FR"),
    )  # fmt: skip
    page = ann.page("/tournaments")
    page.get_by_role("link", name="Organise a tournament").click()
    page.get_by_label("Title").fill("Delta Open")
    page.locator("select[name=game]").select_option("giza")
    page.locator("select[name=seats]").select_option("2")
    page.locator("input[name=rounds]").fill("1")
    page.get_by_role("button", name="Create tournament").click()
    page.wait_for_url(lambda url: url.split("/")[-1] not in ("new", "tournaments"))
    path = page.url.removeprefix(site.url)
    id_ = path.split("/")[-1]
    page.get_by_role("button", name="Enter", exact=True).click()
    page.get_by_role("button", name="Withdraw").wait_for()

    theirs = bob.page("/tournaments")
    theirs.get_by_role("link", name="Delta Open").click()
    theirs.get_by_role("button", name="Enter", exact=True).click()
    theirs.get_by_role("button", name="Withdraw").wait_for()
    his = cy.page(path)
    his.get_by_role("button", name="S’inscrire").click()
    his.get_by_role("button", name="Se retirer").wait_for()

    page.reload()
    assert page.locator(".entrants li").count() == 3
    page.get_by_role("button", name="Start now").click()
    page.get_by_role("link", name="Go to your table").click()
    wait_until_live(page)
    assert page.locator(f'a[href="{path}"]').is_visible()
    # The others' pages notice by themselves.
    theirs.get_by_role("link", name="Go to your table").click()
    wait_until_live(theirs)
    his.get_by_role("link", name="Aller à votre table").wait_for()

    pairings = tournaments.read_pairings(site.store, id_)
    assert len(pairings) == 2
    for pairing in pairings:
        end_pairing(site, pairing, 1.0)
    page.goto(site.url + path)
    page.get_by_text("wins the tournament.").or_(page.get_by_text("You win")).wait_for()
    assert page.locator(".standings tbody tr td.number").nth(1).inner_text() == "4"
    assert page.locator(".fingerprints code").count() >= 3


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
