"""What happened, told and shown: the caption, traces, bids at nameplates."""

from typing import Any

import pytest

from nomarch.engine.match import Match
from nomarch.kernel.declare.game import rulebooks
from nomarch.web.table.scoring_tables import nameplate_texts, scoring_tables
from tests.browser.playing import play, some_of, wait_for_turn
from tests.browser.staging import game_until, my_turn_after_others


def complete_table(at_table: Any, game: str, **more: Any) -> Any:
    """The page of the one who completes the first table, when it is complete."""
    match, ply = game_until(game, lambda match, ply: scoring_tables(match, "en", ply, match.steps))
    step = match.steps[ply]
    seats = ["Neith" if seat == step.seat else "bot" for seat in range(3)]
    page = at_table(game=game, seats=seats, played=match.past(ply), **more).page
    play(page, match.book.actions[step.action])
    page.locator("#log .again").last.wait_for(state="attached")
    return page


@pytest.mark.thorough
@pytest.mark.parametrize("game", some_of(rulebooks(), "ra"))
def test_a_score_table_is_one_click_away(at_table: Any, game: str) -> None:
    page = complete_table(at_table, game)
    box = page.locator("#interlude")
    assert not box.evaluate("box => box.open"), "it never opens by itself"
    page.locator("#log .again").last.dispatch_event("click")
    box.locator("table").wait_for()
    assert box.locator("thead th").count() == 3
    cells = box.locator("tbody td").all_text_contents()
    assert any(cell.lstrip("−").isdigit() for cell in cells)
    assert "−0" not in cells
    standing = box.locator("tr.standing td").all_text_contents()
    points = page.evaluate("[...document.querySelectorAll('#players b')].map((b) => b.textContent)")
    assert standing in ([], [shown.lstrip("+") for shown in points])
    page.keyboard.press("Escape")
    box.wait_for(state="hidden")


def test_the_ticker_tells_the_last_turn_only(at_table: Any, phone: bool) -> None:
    table = at_table(my_turn_after_others(30), "fertility", phone=phone)
    page, match = table.page, table.match
    last = next(step.seat for step in reversed(match.steps) if step.seat >= 0)
    badges = page.locator("#caption svg.badge use")
    assert badges.evaluate_all("all => all.map((u) => u.href.baseVal)") == [f"#seat-{last}"]
    bar, prompt = page.locator(".bar").bounding_box(), page.locator("#prompt").bounding_box()
    ticker = page.locator("#caption").bounding_box()
    assert bar["y"] <= ticker["y"] < ticker["y"] + ticker["height"] <= prompt["y"] + 1
    page.locator("#caption .badge").click()  # icons in the sentences are links
    page.locator("#log li").last.wait_for()
    assert page.locator("#caption").evaluate("e => getComputedStyle(e).visibility") == "hidden"


def on_my_board(match: Match) -> bool:
    if match.to_act != (0,) or not match.steps or match.steps[-1].seat <= 0:
        return False
    laid = [event for event in match.steps[-1].events if event.name == "laid"]
    return any(event.owner == 0 for event in laid)


def test_a_trace_lies_on_the_tile_that_others_played_since_my_move(at_table: Any) -> None:
    """Not on the whole place of a stack, which reaches up to the sky."""
    table = at_table(on_my_board, "giza")
    (laid,) = [event for event in table.match.steps[-1].events if event.name == "laid"]
    page = table.page
    page.locator("svg.traces .trace").first.wait_for(state="attached")
    tile = page.locator(f"#board-site-0-{laid.site} .touched").bounding_box()
    traces = [trace.bounding_box() for trace in page.locator("svg.traces .trace").all()]
    assert any(abs(trace["height"] - tile["height"]) < 14 for trace in traces)
    first = page.locator("svg.traces").inner_html()
    assert "#seat-1" in first or "#seat-2" in first
    assert "#seat-0" not in first
    page.reload()
    page.locator("svg.traces .trace").first.wait_for(state="attached")
    assert page.locator("svg.traces").inner_html() == first


@pytest.mark.thorough
def test_my_move_wipes_traces_away(at_table: Any) -> None:
    table = at_table(
        lambda match: (
            match.ply > 4 and "draw" in match.legal(0) and match.steps[-1].seat == 2
            and [event.name for event in match.steps[-1].events] == ["drew"]
        ),
    )  # fmt: skip
    page = table.page
    page.locator("svg.traces .trace").first.wait_for(state="attached")
    last = table.match.view(0)["state"]["track_len"] - 1
    piece = page.locator(f"#board-track-{last}").bounding_box()
    trace = page.locator("svg.traces .trace").last.bounding_box()
    for side in ("x", "y"):
        assert abs(piece[side] - trace[side]) < 12
    play(page, "draw")
    page.wait_for_function(
        """() => [...document.querySelectorAll("svg.traces use")]
          .every((badge) => badge.href.baseVal !== "#seat-0")"""
    )


def test_what_a_table_tells_is_not_traced(at_table: Any) -> None:
    """After an epoch everything goes back to the bag or turns over: that would be a tangle."""

    def after_an_epoch(match: Match) -> bool:
        events = [event.name for step in match.steps[-3:] for event in step.events]
        return match.ply > 4 and match.to_act == (0,) and "epoch-started" in events

    page = at_table(after_an_epoch, seed="s1").page
    page.wait_for_load_state("networkidle")
    page.locator("#log .again", has_text="Epoch scoring").first.wait_for(state="attached")
    assert page.locator("svg.traces .trace").count() <= 10


def three_have_bid(match: Match) -> bool:
    return match.to_act == (0,) and sum(map(bool, nameplate_texts(match, "en", match.steps))) == 3


COVERED = """() => [...document.querySelectorAll("svg.traces .says")].flatMap((says) => {
  const own = says.getBoundingClientRect();
  const area = document.querySelector(`.board [data-seat="${says.dataset.seat}"]`);
  const letters = says.querySelector("text").getBoundingClientRect();
  const outside = letters.left < own.left || letters.right > own.right ? ["own words"] : [];
  return outside.concat([...area.querySelectorAll("text, use")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < own.right && own.left < box.right
      && box.top < own.bottom && own.top < box.bottom;
  }).map((each) => each.textContent || each.getAttribute("href")));
})"""


def test_bids_stand_at_nameplates_and_cover_nothing(at_table: Any, phone: bool) -> None:
    table = at_table(
        three_have_bid, "amun-re", ["Neith", *["bot"] * 3], phone=phone, locale="fr-FR"
    )
    page, match = table.page, table.match
    page.locator("svg.traces .says").nth(2).wait_for(state="attached")
    words = nameplate_texts(match, "fr", match.steps)
    shown = page.locator("svg.traces .says").evaluate_all(
        "all => all.map((g) => [Number(g.dataset.seat), g.textContent])"
    )
    assert sorted(shown) == [[seat, said] for seat, said in enumerate(words) if said]
    for seat, _ in shown:
        area = page.locator(f"svg.board [data-seat='{seat}']").first.bounding_box()
        says = page.locator(f".says[data-seat='{seat}']").bounding_box()
        assert area["y"] - 12 < says["y"] < area["y"] + area["height"]
        assert area["x"] < says["x"] < area["x"] + area["width"]
    assert page.evaluate(COVERED) == []


@pytest.mark.thorough
def test_a_replay_marks_each_step(at_table: Any) -> None:
    table = at_table(my_turn_after_others(20), "fertility", path="/replay")
    match, page = table.match, table.page
    laid = [
        ply
        for ply, step in enumerate(match.steps, start=1)
        if any(event.name == "laid" for event in step.events)
    ]
    for how in ("leap", "step"):
        page.locator("#ply").fill(str(laid[-1] - (how == "step")))
        if how == "step":
            page.locator("#next").click()
        page.wait_for_function(
            """(seat) => {
              const badges = [...document.querySelectorAll("svg.traces use")];
              return badges.length && badges.every((use) => use.href.baseVal === `#seat-${seat}`);
            }""",
            arg=match.steps[laid[-1] - 1].seat,
        )
    page.locator("#first").click()
    page.locator("svg.traces .trace").first.wait_for(state="detached")


def test_at_a_shared_screen_one_is_told_what_the_other_did(at_table: Any) -> None:
    table = at_table(
        lambda m: (
            m.ply > 20 and m.to_act == (0,) and m.steps[-1].seat == 1
            and any(event.name in ("brick-placed", "built") for event in m.steps[-1].events)
        ),
        "amun-re", ("Neith", "Neith", "bot"),
    )  # fmt: skip
    page, asked = table.page, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    wait_for_turn(page)
    page.locator("#lift").click()
    page.locator("#curtain").wait_for(state="hidden")
    page.locator("svg.traces .trace").first.wait_for(state="attached")
    assert "#seat-1" in page.locator("svg.traces").inner_html()
    assert table.match.names[1] in page.locator("#caption").inner_text()
    assert not [url for url in asked if "board.svg" in url], "no earlier drawing is asked for"
