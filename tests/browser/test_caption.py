"""What happened, told and shown: the caption, traces, bids at nameplates, tables that count up."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.run.seeds import make_seed
from nomarch.tables.state.model import Person as StoredPerson
from nomarch.web.table.scoring_tables import nameplate_texts, scoring_tables
from tests.browser.conftest import Person
from tests.browser.playing import play, some_of, wait_for_turn, wait_until_live
from tests.browser.staging import Site, Stop

GAMES = ("ra", "amun-re", "egizia", "fertility", "giza")
SEED = "the river rises"


@cache
def before_interlude(game: str) -> tuple[int, int, str]:
    """How many steps there are before the first table is complete, who completes it, and how."""
    book = rulebook(game)
    match = Match(book, book.setup(3, {}), make_seed(SEED), ("A", "B", "C"))
    bot = make_bot("greedy", book)
    while True:
        ply, seat = match.ply, match.to_act[0]
        move = decide(match, seat, bot)
        match.play(seat, move)
        if scoring_tables(match, "en", ply, match.steps):
            return ply, seat, move


def at_ply(ply: int) -> Stop:
    return lambda match: match.ply >= ply


def my_turn_after_others(plies: int) -> Stop:
    """The first decision of the first seat that follows another's, after so many steps."""
    return lambda match: (
        match.ply >= plies
        and match.to_act == (0,)
        and bool(match.steps)
        and match.steps[-1].seat > 0
    )


def seated(me: StoredPerson, seat: int) -> list[StoredPerson | str]:
    """Three seats, one of them mine."""
    return [me if other == seat else "bot" for other in range(3)]


def staged(
    site: Site, person: Any, game: str, name: str, **more: Any
) -> tuple[Any, StoredPerson, Person]:
    """A table just before its first interlude, seen by the one who brings it about."""
    ply, seat, _ = before_interlude(game)
    me, id_ = site.person(f"{name} {game}"), f"{name}-{game}".lower()
    site.stage(id_, seated(me, seat), seed=SEED, stop=at_ply(ply), game=game)
    someone = person(me, **more)
    return someone.page(f"/t/{id_}"), me, someone


# --- Tables that count up -------------------------------------------------------------------------


@pytest.mark.parametrize("game", some_of(GAMES, "ra"))
def test_a_score_table_is_one_click_away(person: Any, site: Site, game: str) -> None:
    page, *_ = staged(site, person, game, "Scoring")
    wait_for_turn(page)
    play(page, before_interlude(game)[2])
    box = page.locator("#interlude")
    page.locator("#log .again").last.wait_for(state="attached")
    assert not box.evaluate("box => box.open"), "it never opens by itself"
    page.locator("#log .again").last.dispatch_event("click")
    box.locator("tbody tr.told").first.wait_for()
    assert box.locator("thead th").count() == 3
    cells = box.locator("tbody tr").first.locator("td").all_text_contents()
    assert any(cell.lstrip("−").isdigit() for cell in cells)
    assert "−0" not in cells
    page.keyboard.press("Escape")
    box.wait_for(state="hidden")


def test_a_table_counts_up_line_by_line(person: Any, site: Site) -> None:
    page, *_ = staged(site, person, "ra", "Motion", reduced_motion="no-preference")
    wait_for_turn(page)
    play(page, before_interlude("ra")[2])
    page.locator("#log .again").last.wait_for(state="attached")
    page.clock.install()
    page.clock.pause_at("2040-01-01")
    page.locator("#log .again").last.dispatch_event("click")
    box = page.locator("#interlude")
    box.locator("table").wait_for()
    rows = box.locator("tbody tr").count()
    page.clock.run_for(1500)
    told = box.locator("tbody tr.told").count()
    assert 0 < told < rows
    assert "−0" not in box.locator("tbody td").all_text_contents()
    box.locator("button.primary").click()
    assert box.locator("tbody tr.told").count() == rows
    standing = box.locator("tr.standing td").all_text_contents()
    points = page.evaluate("[...document.querySelectorAll('#players b')].map((b) => b.textContent)")
    assert standing == points
    assert box.evaluate("box => box.open")


# --- The caption ----------------------------------------------------------------------------------


def test_the_ticker_tells_the_last_turn_only(person: Any, site: Site, phone: bool) -> None:
    me, id_ = site.person("Reader"), f"caption-{phone}"
    match = site.stage(id_, [me, "bot", "bot"], stop=my_turn_after_others(30), game="fertility")
    page = person(me, phone=phone).page(f"/t/{id_}")
    wait_for_turn(page)
    last = next(step.seat for step in reversed(match.steps) if step.seat >= 0)
    badges = page.locator("#caption svg.badge use")
    assert badges.evaluate_all("all => all.map((u) => u.href.baseVal)") == [f"#seat-{last}"]
    bar, prompt = page.locator(".bar").bounding_box(), page.locator("#prompt").bounding_box()
    ticker = page.locator("#caption").bounding_box()
    assert bar["y"] <= ticker["y"] < ticker["y"] + ticker["height"] <= prompt["y"] + 1
    page.locator("#caption").click()
    assert page.locator("#log li").last.is_visible()
    assert page.locator("#caption").evaluate("e => getComputedStyle(e).visibility") == "hidden"


# --- Traces ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        ("amun-re", 12),
        ("giza", 6),
        *(pytest.param(game, 12, marks=pytest.mark.thorough) for game in ("egizia", "fertility")),
    ],
)
def test_the_board_shows_what_others_did_since_my_move(
    person: Any, site: Site, game: str, plies: int
) -> None:
    me, id_ = site.person(f"Tracker {game}"), f"traces-{game}"
    site.stage(id_, [me, "bot", "bot"], stop=my_turn_after_others(plies), game=game)
    page = person(me).page(f"/t/{id_}")
    wait_for_turn(page)
    page.locator("svg.traces .trace").first.wait_for(state="attached")
    first = page.locator("svg.traces").inner_html()
    assert "#seat-1" in first or "#seat-2" in first
    if game != "amun-re":  # there, what others' moves gave me bears my mark
        assert "#seat-0" not in first
    page.reload()
    page.locator("svg.traces .trace").first.wait_for(state="attached")
    assert page.locator("svg.traces").inner_html() == first


def test_traces_lie_on_what_changed(person: Any, site: Site) -> None:
    me = site.person("Exact")
    match = site.stage(
        "exact", [me, "bot", "bot"], game="ra",
        stop=lambda m: (
            m.ply > 4 and "draw" in m.legal(0) and m.steps[-1].seat == 2
            and [event.name for event in m.steps[-1].events] == ["drew"]
        ),
    )  # fmt: skip
    page = person(me).page("/t/exact")
    wait_for_turn(page)
    page.locator("svg.traces .trace").first.wait_for(state="attached")
    last = match.view(0)["state"]["track_len"] - 1
    piece = page.locator(f"#board-track-{last}").bounding_box()
    trace = page.locator("svg.traces .trace").last.bounding_box()
    for side in ("x", "y"):
        assert abs(piece[side] - trace[side]) < 12
    # My own move wipes them away.
    play(page, "draw")
    page.wait_for_function(
        """() => [...document.querySelectorAll("svg.traces use")]
          .every((badge) => badge.href.baseVal !== "#seat-0")"""
    )


def test_a_trace_lies_on_the_tile_that_was_played(person: Any, site: Site) -> None:
    """Not on the whole place of a stack, which reaches up to the sky."""

    def on_my_board(match: Match) -> bool:
        if match.to_act != (0,) or not match.steps or match.steps[-1].seat <= 0:
            return False
        laid = [event for event in match.steps[-1].events if event.name == "laid"]
        return any(event.owner == 0 for event in laid)

    me = site.person("Builder")
    match = site.stage("on-top", [me, "bot", "bot"], game="giza", stop=on_my_board)
    (laid,) = [event for event in match.steps[-1].events if event.name == "laid"]
    page = person(me).page("/t/on-top")
    wait_for_turn(page)
    page.locator("svg.traces .trace").first.wait_for(state="attached")
    tile = page.locator(f"#board-site-0-{laid.site} .touched").bounding_box()
    heights = [box["height"] for box in boxes_of(page, "svg.traces .trace")]
    assert any(abs(height - tile["height"]) < 14 for height in heights)


def boxes_of(page: Any, selector: str) -> list[dict[str, float]]:
    """Where some elements are."""
    return [element.bounding_box() for element in page.locator(selector).all()]


def test_what_a_table_tells_is_not_traced(person: Any, site: Site) -> None:
    """After an epoch everything goes back to the bag or turns over: that would be a tangle."""

    def after_an_epoch(match: Match) -> bool:
        events = [event.name for step in match.steps[-3:] for event in step.events]
        return match.ply > 4 and match.to_act == (0,) and "epoch-started" in events

    me = site.person("Calm")
    site.stage("calm", [me, "bot", "bot"], "s1", stop=after_an_epoch)
    page = person(me).page("/t/calm")
    wait_for_turn(page)
    page.wait_for_load_state("networkidle")
    page.locator("#log .again", has_text="Epoch scoring").first.wait_for(state="attached")
    assert page.locator("svg.traces .trace").count() <= 10


@pytest.mark.parametrize("game", ["egizia", pytest.param("fertility", marks=pytest.mark.thorough)])
def test_at_the_end_nothing_is_traced(person: Any, site: Site, game: str) -> None:
    """Everything was counted and turned over: the points are what there is to see."""
    me, id_ = site.person("Last"), f"at-the-end-{game}"
    site.stage(id_, [me, "bot", "bot"], game=game)
    page, asked = person(me).page("/"), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site.url}/t/{id_}", wait_until="networkidle")
    wait_until_live(page)
    assert not [url for url in asked if "board.svg" in url], "no earlier drawing is asked for"
    assert page.locator("svg.traces .trace").count() == 0


def test_bids_stand_at_nameplates(person: Any, site: Site, phone: bool) -> None:
    me, id_ = site.person("Bidder"), f"bids-{phone}"
    match = site.stage(
        id_, [me, "bot", "bot"], game="ra",
        stop=lambda m: m.to_act == (0,) and sum(map(bool, nameplate_texts(m, "en", m.steps))) == 2,
    )  # fmt: skip
    page = person(me, phone=phone).page(f"/t/{id_}")
    wait_for_turn(page)
    page.locator("svg.traces .says").nth(1).wait_for(state="attached")
    words = nameplate_texts(match, "en", match.steps)
    shown = page.locator("svg.traces .says").evaluate_all(
        "all => all.map((g) => [Number(g.dataset.seat), g.textContent])"
    )
    assert sorted(shown) == [[seat, said] for seat, said in enumerate(words) if said]
    for seat, _ in shown:
        plate = page.locator(f"[data-seat='{seat}'] .nameplate").first.bounding_box()
        says = page.locator(f".says[data-seat='{seat}']").bounding_box()
        assert plate["y"] - 12 < says["y"] < plate["y"] + plate["height"]
        assert plate["x"] < says["x"] < plate["x"] + plate["width"]


def test_words_at_a_nameplate_cover_nothing(person: Any, site: Site, phone: bool) -> None:
    me, id_ = site.person("Reader of bids"), f"covers-{phone}"
    site.stage(
        id_, [me, "bot", "bot", "bot"], game="amun-re",
        stop=lambda m: m.to_act == (0,) and sum(map(bool, nameplate_texts(m, "en", m.steps))) == 3,
    )  # fmt: skip
    page = person(me, phone=phone, locale="fr-FR").page(f"/t/{id_}")
    wait_for_turn(page)
    page.locator("svg.traces .says").nth(2).wait_for(state="attached")
    covered = page.evaluate(
        """() => [...document.querySelectorAll("svg.traces .says")].flatMap((says) => {
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
    )
    assert covered == []


def test_a_replay_shows_what_stood_at_nameplates(person: Any, site: Site) -> None:
    me = site.person("Who looks at bids")
    match = site.stage("stood", [me, "bot", "bot"], game="ra", stop=my_turn_after_others(30))
    counts = [
        sum(map(bool, nameplate_texts(match, "en", match.steps[:ply])))
        for ply in range(match.ply + 1)
    ]
    page = person(me).page("/t/stood/replay")
    for count in (2, 0, 1):
        page.locator("#ply").fill(str(counts.index(count)))
        page.wait_for_function(
            "count => document.querySelectorAll('svg.traces .says').length === count", arg=count
        )


def test_who_only_watches_sees_the_last_turn(person: Any, site: Site) -> None:
    me = site.person("Watched")
    site.stage("watched", [me, "bot", "bot"], stop=my_turn_after_others(20), game="fertility")
    page = person().page("/t/watched")
    wait_until_live(page)
    page.locator("svg.traces .trace").first.wait_for(state="attached")
    badges = page.locator("svg.traces use").evaluate_all("all => all.map((u) => u.href.baseVal)")
    assert len(set(badges)) == 1
    assert page.locator("#caption > li").count() == 1


def test_a_replay_marks_each_step(person: Any, site: Site) -> None:
    me = site.person("Looker back")
    match = site.stage(
        "marked", [me, "bot", "bot"], stop=my_turn_after_others(20), game="fertility"
    )
    page = person(me).page("/t/marked/replay")
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


def test_at_a_shared_screen_one_is_told_what_the_other_did(person: Any, site: Site) -> None:
    me = site.person("Two of us")
    match = site.stage(
        "shared-told", [me, me, "bot"], game="amun-re",
        stop=lambda m: (
            m.ply > 20 and m.to_act == (0,) and m.steps[-1].seat == 1
            and any(event.name in ("brick-placed", "built") for event in m.steps[-1].events)
        ),
    )  # fmt: skip
    someone, asked = person(me), list[str]()
    someone.context.on("request", lambda request: asked.append(request.url))
    page = someone.page("/t/shared-told")
    wait_for_turn(page)
    page.locator("#lift").click()
    page.locator("#curtain").wait_for(state="hidden")
    page.locator("svg.traces .trace").first.wait_for(state="attached")
    assert "#seat-1" in page.locator("svg.traces").inner_html()
    assert match.names[1] in page.locator("#caption").inner_text()
    assert not [url for url in asked if "board.svg" in url], "no earlier drawing is asked for"
