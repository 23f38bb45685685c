"""A finished game, studied in a browser: from the result to a turning point, and on from there."""

from collections.abc import Callable

import msgspec

from nomarch.bots.analysis import BLUNDER, Decision, summarize
from nomarch.engine.match import Match
from nomarch.storage.notes import put_note
from nomarch.tables.analysis_jobs import StoredAnalysis
from tests.browser.conftest import Person
from tests.browser.playing import wait_until_live
from tests.browser.staging import Site


def found_in(match: Match) -> StoredAnalysis:
    """An analysis that blames a move of seat 0: what a search finds is tested elsewhere."""
    blamed, decisions, replay = False, [], Match(match.book, match.setup, match.seed, match.names)
    for number, step in enumerate(step for step in match.steps if not step.auto):
        move, legal = match.notation(step), replay.legal(step.seat)
        if len(legal) > 1:
            best = next(other for other in legal if other != move)
            is_blamed = not blamed and step.seat == 0 and len(decisions) >= 20
            loss, fault = (24.0, BLUNDER) if is_blamed else (0.0, "")
            blamed |= is_blamed
            win = 35.0 + 20 * ((number * 7) % 11) / 10
            decisions.append(
                Decision(replay.ply, step.seat, move, win, best, win + loss, loss, fault, "")
            )
        replay.play(step.seat, move)
    found = summarize(match, decisions)
    return StoredAnalysis(found.decisions, found.accounts)


def test_a_game_is_studied_and_played_on(
    site: Site, person: Callable[..., Person], phone: bool
) -> None:
    id_ = f"studied-{'phone' if phone else 'desk'}"
    ann = site.person("Ann")
    found = found_in(site.stage(id_, [ann, "bot", "bot", "bot"]))
    put_note(site.store, id_, "analysis/whole", msgspec.json.encode(found))
    page = person(ann, phone=phone).page(f"/t/{id_}")
    wait_until_live(page)
    page.click("#analysis")
    page.wait_for_selector(".turning li")
    blamed = next(one for one in found.decisions if one.fault)
    assert page.locator(".turning-board").count() == 1
    assert page.locator(".turning li").count() == 1
    assert page.locator(".lucks li").count() == 4
    assert page.locator(".odds .course").count() == 4
    assert page.locator(".accounts thead th").count() == 4, "a column for each player"
    assert "−24%" in page.locator(".fault-name").inner_text()
    assert page.locator(".turning-when").inner_text() == f"Move {blamed.ply + 1}"
    assert page.locator(".odds-names .fault").count() == 3, "what the dots mean is told"
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('.study *')].filter(n => n.textContent.trim())"
        ".map(n => parseFloat(getComputedStyle(n).fontSize)))"
    )
    assert smallest >= 12
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ply = blamed.ply
    page.locator(".odds").scroll_into_view_if_needed()
    box = page.locator(".odds .fault").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] + 12)
    page.wait_for_url("**/replay?ply=*")
    reached = int(page.url.split("=")[1])
    assert abs(reached - ply - 1) <= 1, "a move is a pixel wide on a phone"
    page.wait_for_function(f"document.getElementById('ply').value === '{reached}'")
    page.go_back()
    page.click(f"[data-ply='{ply}']")
    page.wait_for_url(lambda url: f"/t/{id_}" not in url and "/t/" in url)
    wait_until_live(page)
