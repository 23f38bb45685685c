"""Moments: what moves above the board, from where it was to where it is, and nothing else."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from nomarch.engine.match import Match
from nomarch.engine.match_log import moments_of
from nomarch.kernel.declare.moments import SOUNDS, Beat
from tests.browser.playing import (
    IN_EVERY_RUN,
    confirm,
    is_my_turn,
    seq,
    some_of,
    touch,
    wait_for_seq,
    wait_until_live,
)
from tests.browser.staging import HOLD, game_until, happens

EARLY = 12
FLIGHTS = {"fly", "flip", "bounce", "sail", "slap"}
MOVES = {
    "ra": ("drew", "won"),
    "giza": ("laid", "drew"),
    "amun-re": ("bid", "received"),
    "egizia": ("took", "laid"),
    "fertility": ("laid", "took"),
}
"""Two events of each game whose pieces travel in a straight line."""
WIDE = {"viewport": {"width": 1280, "height": 900}}

CENTRE = """(names) => {
  // The first piece that is there, without the ring of a choice.
  const drawing = document.querySelector("#frame > svg");
  for (const name of names.split("|")) {
    const [id, part] = name.split("/");
    const piece = name.startsWith("@")
      ? drawing.querySelector(`[data-seat="${name.slice(1)}"] .nameplate`)
      : drawing.querySelector(`#board-${CSS.escape(id)}`);
    const node = piece && (part ? piece.querySelector(`.${part}`)
      : piece.querySelector(".touched") ?? piece);
    if (!node) continue;
    const shown = [...node.children].filter((each) =>
      !each.matches("title, .ring, .ring-edge, .ghost"));
    const hasMark = node.querySelector(".ring, .ghost");
    const boxes = (hasMark ? shown : [node]).map((each) => each.getBoundingClientRect())
      .filter((box) => box.width);
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top));
    const low = Math.max(...boxes.map((box) => box.bottom));
    return [(left + right) / 2 + scrollX, (top + low) / 2 + scrollY];
  }
  return null;
}"""
FLOWN = """(part) => [...document.querySelectorAll("#frame .flight")].map((flight) => {
  // Where each copy is at a part of its way.
  for (const held of window.held.filter(({ effect }) => effect.target === flight)) {
    const { delay, duration } = held.effect.getComputedTiming();
    held.currentTime = delay + part * duration;
  }
  const box = flight.getBoundingClientRect();
  const { at, start } = flight.dataset;
  return { at, start: start || at,
    x: box.x + box.width / 2 + scrollX, y: box.y + box.height / 2 + scrollY };
})"""
MOVED_ITSELF = """window.held.filter(({ effect }) => effect.target.closest("#frame > svg.board")
  && effect.getKeyframes().some((frame) => "transform" in frame)).length"""


@cache
def whole(game: str) -> Match:
    return game_until(game, lambda match, _: match.over)[0]


def flights_of(match: Match, ply: int, viewer: int) -> list[Beat]:
    step = match.steps[ply]
    told = match.may_tell(step.events, viewer)
    return [beat for beat in moments_of(match.book, step, told, viewer) if beat.do in FLIGHTS]


def find_move(match: Match, event: str, viewer: int = 0) -> int:
    """The first step with an event that lets something fly, after the first turns."""
    return next(
        ply
        for ply, step in enumerate(match.steps)
        if ply > EARLY
        and any(record.name == event for record in step.events)
        and flights_of(match, ply, viewer)
    )


def distance(point: Sequence[float], a: Sequence[float], b: Sequence[float]) -> float:
    off, way = complex(*point) - complex(*a), complex(*b) - complex(*a)
    along = (off * way.conjugate()).real / abs(way) ** 2 if way else 0.0
    return abs(off - max(0.0, min(1.0, along)) * way)


@pytest.mark.thorough
@pytest.mark.parametrize("game", some_of(MOVES))
def test_pieces_fly_straight_to_their_place(at_table: Any, game: str) -> None:
    """On a phone, where the board is tall; in thorough runs also on a desk."""
    match = whole(game)
    how = {"phone": True} if game == IN_EVERY_RUN else WIDE
    table = at_table(
        game=game, seats=("Neith", "away", "away"), played=match, scripts=[HOLD], path="/replay",
        reduced_motion="no-preference", **how,
    )  # fmt: skip
    page = table.page
    for event in MOVES[game]:
        ply = find_move(match, event)
        page.goto(f"{page.url.partition('?')[0]}?ply={ply}")
        page.locator(f"body[data-ply='{ply}']").wait_for(state="attached")
        expected = flights_of(match, ply, 0)
        bent = {beat.at for beat in expected if beat.via}
        was = {b.start or b.at: page.evaluate(CENTRE, b.start or b.at) for b in expected}
        page.keyboard.press("ArrowRight")
        page.locator("#frame.playing").wait_for()
        flown = {part: page.evaluate(FLOWN, part) for part in (0.5, 1)}
        assert page.evaluate(MOVED_ITSELF) == 0, "only copies move"
        page.keyboard.press("Escape")
        page.locator(f"body[data-ply='{ply + 1}']").wait_for(state="attached")
        assert page.locator("#frame .moments > *").count() == 0
        for part, flights in flown.items():
            assert {flight["at"] for flight in flights} <= {beat.at for beat in expected}
            assert flights, event
            for flight in flights:
                if part < 1 and flight["at"] in bent:
                    continue
                goal = page.evaluate(CENTRE, flight["at"])
                start = was[flight["start"]] or page.evaluate(CENTRE, flight["start"])
                here = (flight["x"], flight["y"])
                off = distance(here, goal if part == 1 else start, goal)
                assert off < 3, (event, part, flight, start, goal)


HIDDEN = """window.held.filter(({ effect }) => effect.target.closest("#frame > svg.board")
  && !effect.target.matches(".touched")
  && effect.getKeyframes().every((frame) => frame.opacity === "0")).length"""


def demolishes_a_high_stone(match: Match, ply: int) -> bool:
    heights: Any = match.past(ply).state
    return any(
        record.name == "demolished" and heights.height[record.owner][record.site] > 1
        for record in match.steps[ply].events
    )


def test_what_lies_below_a_demolished_stone_stays_in_sight(at_table: Any) -> None:
    match, ply = game_until("giza", demolishes_a_high_stone)
    page = at_table(
        game="giza", played=match, scripts=[HOLD], path=f"/replay?ply={ply}",
        reduced_motion="no-preference", **WIDE,
    ).page  # fmt: skip
    page.locator(f"body[data-ply='{ply}']").wait_for(state="attached")
    page.keyboard.press("ArrowRight")
    page.locator("#frame.playing").wait_for()
    assert page.locator("#frame .effect").count()
    assert page.evaluate(HIDDEN) == 0, "only the stone itself goes"


BEATS = """() => [...document.querySelectorAll("#frame :is(.flight, .effect)")]
  .map((copy) => `${copy.className} ${copy.dataset.at}`)"""


def choose(page: Any, move: str) -> None:
    page.locator(f'.bar [data-move="{move}"]').dispatch_event("click")
    confirm(page)


def press(page: Any, move: str) -> None:
    choose(page, move)
    page.locator("#frame.playing").wait_for()


@pytest.mark.thorough
def test_everyone_at_a_table_sees_the_same(person: Any, at_table: Any) -> None:
    """But not in the background, with motion unwelcome, or at the pace of those in a hurry."""
    match = whole("ra")
    ply = find_move(match, "won")
    step, motion = match.steps[ply], {"hurried": False, "reduced_motion": "no-preference", **WIDE}
    table = at_table(
        seats=("Neith", "Tia", "Bek"), played=match.past(ply), scripts=[HOLD], **motion
    )
    pages = table.pages
    mover, hidden = pages.pop(step.seat), pages.pop(0)
    hidden.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    for more in ({}, {"reduced_motion": "reduce"}, {"hurried": True}):
        watcher = person(**(motion | more))
        watcher.context.add_init_script(HOLD)
        pages.append(watcher.page(f"/t/{table.id}"))
        wait_until_live(pages[-1])
    still = [hidden, pages.pop(), pages.pop()]
    before = seq(mover)
    press(mover, match.book.actions[step.action])
    for page in still:
        wait_for_seq(page, before + 1)
        assert page.evaluate(BEATS) == []
    for page in pages:
        page.locator("#frame.playing").wait_for()
    beats = mover.evaluate(BEATS)
    assert beats
    assert [page.evaluate(BEATS) for page in pages] == [beats] * 2
    # A tap ends it for the one who taps, and plays nothing.
    box = mover.locator("#frame").bounding_box()
    mover.mouse.click(box["x"] + 30, box["y"] + 30)
    wait_for_seq(mover, before + 1)
    assert mover.locator("#frame.playing, #frame .moments > *").count() == 0
    assert mover.locator("body").get_attribute("data-pending") is None


BIG = {
    "ra": ("epoch-started", "scoring", "Epoch 2"),
    "amun-re": ("box-set", "offer-shown", "The offerings total"),
    "egizia": ("round-began", "feeding-began", "Round 2"),
}
"""An event that ends a big moment of each game, one that begins a stage of it, and its words."""
READ = """() => ({
  // Everything on the page that could tell something, except what flies.
  words: ["log", "caption", "prompt", "players", "explained", "news", "result", "announce"]
    .map((id) => document.getElementById(id)).filter((box) => box && !box.hidden)
    .map((box) => box.textContent).join(" ")
    + [...document.querySelectorAll("dialog[open], #toasts")].map((box) => box.textContent).join()
    + document.title + document.querySelector(".gamebar").textContent,
  board: document.querySelector("#frame > svg.board").outerHTML
    .replace(/ (class|style)="[^"]*"/g, ""),
  flies: document.querySelectorAll("#frame .moments > *").length,
  isStaged: "staged" in document.body.dataset, isMine: document.body.classList.contains("my-turn"),
  hasDialog: Boolean(document.querySelector("dialog[open]")),
})"""
FORWARD = """() => {
  // Goes on by a tenth of a second: every animation that the page has begun.
  for (const animation of window.held.filter(({ playState }) => playState === "paused")) {
    const { endTime } = animation.effect.getComputedTiming();
    const next = (animation.currentTime ?? 0) + 100;
    if (next >= endTime) animation.finish();
    else animation.currentTime = next;
  }
  window.held = window.held.filter(({ playState }) => playState === "paused");
}"""
MOST_STEPS = 400


def before_moment(at_table: Any, event: str, game: str = "ra", **more: Any) -> tuple[Any, str]:
    """The page of the one whose next move ends with an event, and that move."""
    match, ply = game_until(game, happens(event))
    step = match.steps[ply]
    seats = ["Neith" if seat == step.seat else "away" for seat in range(3)]
    table = at_table(
        game=game, seats=seats, played=match.past(ply), scripts=[HOLD], hurried=False,
        reduced_motion="no-preference", **more,
    )  # fmt: skip
    return table.page, match.book.actions[step.action]


@pytest.mark.parametrize("game", some_of(BIG, "ra"))
def test_nothing_tells_before_the_moment_has_played(at_table: Any, game: str) -> None:
    event, begins, words = BIG[game]
    page, move = before_moment(at_table, event, game, **WIDE)
    page.clock.install()
    page.locator("#open-log").click()
    before = page.evaluate(READ)
    press(page, move)
    seen = [page.evaluate(READ)]
    for _ in range(MOST_STEPS):
        page.evaluate(FORWARD)
        page.clock.run_for(100)
        now = page.evaluate(READ)
        if now != seen[-1]:
            seen.append(now)
        if not now["isStaged"] and words in now["words"]:
            break
    playing, end = [state for state in seen if state["isStaged"]], seen[-1]
    assert not end["isStaged"], "the moment ends"
    assert len({state["board"] for state in playing}) > 1, f"{begins} begins a stage"
    for state in playing:
        assert words not in state["words"].removeprefix(before["words"])
        assert state["board"] != end["board"]
        assert not state["isMine"]
    assert not any(state["hasDialog"] for state in seen), "no table opens by itself"


def test_a_tap_that_becomes_a_scroll_takes_no_later_click(at_table: Any) -> None:
    page, move = before_moment(at_table, "epoch-started", phone=True)
    press(page, move)
    page.evaluate("addEventListener('pointercancel', () => { window.isScrolled = true; })")
    box = page.locator("#frame").bounding_box()
    x, y = box["x"] + 30, box["y"] + 300
    touch(page, x, y, y - 40, y - 120)
    page.wait_for_function("() => window.isScrolled")
    page.locator("#prompt").evaluate("prompt => prompt.click()")  # as screen readers do
    assert "whole" in page.locator("#prompt").get_attribute("class")


RESULT = """() => {
  // Whatever would tell who won, if it can be seen or is announced.
  const seen = (selector) => [...document.querySelectorAll(selector)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => node.textContent).filter(Boolean);
  const live = document.querySelectorAll("[aria-live], [role=status], [role=log], [role=alert]");
  const heard = [...live].map((node) => node.textContent);
  return {
    words: [document.title, document.body.innerText, ...heard].join(" "),
    sums: seen("#players b, #frame .nameplate text:nth-of-type(2)"),
    order: [...document.querySelectorAll("#result .ranking li")].map((li) => +li.dataset.seat),
    title: document.querySelector("#result h2")?.textContent ?? "",
    labels: [...document.querySelectorAll("#result :is([title], [value])")].length,
  };
}"""


@pytest.mark.parametrize("game", some_of(MOVES, "egizia"))
def test_the_end_is_a_race_that_tells_nothing_before(at_table: Any, game: str) -> None:
    match, ply = game_until(game, lambda match, _: match.over)
    step, rivals = match.steps[ply], ["Tia", "away"]
    seats = ["Neith" if seat == step.seat else rivals.pop() for seat in range(3)]
    table = at_table(
        game=game, seats=seats, played=match.past(ply), scripts=[HOLD], hurried=False,
        reduced_motion="no-preference", **WIDE,
    )  # fmt: skip
    page, other = sorted(table.pages, key=lambda each: not is_my_turn(each))
    page.clock.install()
    page.locator("#open-table").click()
    choose(page, match.book.actions[step.action])
    seen: list[dict[str, Any]] = []
    for _ in range(MOST_STEPS):
        page.evaluate(FORWARD)
        page.clock.run_for(100)
        now = page.evaluate(RESULT)
        if now["title"]:
            break
        if now["order"]:
            seen.append(now)
    assert 43 < len(seen) < 80, "between five and eight seconds"
    end = page.evaluate(RESULT)
    assert end["order"] == [line.seat for line in match.ranking]
    decided = page.locator("#result .decided").inner_text()
    assert decided
    for state in seen:
        assert (state["sums"], state["labels"]) == ([], 0)
        for words in (end["title"], decided, "The game is over", "wins the game"):
            assert words not in state["words"]
    # A key ends it for the one who presses it; whoever comes late sees only the end.
    while not other.locator("#result .racing").count():
        other.evaluate(FORWARD)
    other.keyboard.press("x")
    other.locator("#result h2").wait_for()
    points = [str(line.points).replace("-", "−") for line in match.ranking]
    assert other.locator("#result .ranking b").all_inner_texts() == points
    other.reload()
    other.locator("#result h2").wait_for()
    assert other.locator("#result .racing").count() == 0


def test_the_podium_says_what_decided(at_table: Any) -> None:
    match, ply = game_until("giza", lambda match, _: match.over)
    step = match.steps[ply]
    seats = ["Neith" if seat == step.seat else "away" for seat in range(3)]
    page = at_table(game="giza", seats=seats, played=match.past(ply), **WIDE).page
    choose(page, match.book.actions[step.action])
    page.locator("#result h2").wait_for()
    assert page.locator("#result .decided").count() == 1
    assert page.locator("#result .bars").count() == 3
    fits = "box => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight"
    assert page.locator("#result").evaluate(fits), "nothing is cut off"
    for button in ("#rematch", "#analysis", "#share"):
        assert page.locator(button).is_visible()
    with page.expect_download() as saved:
        page.locator("#share").click()
    assert saved.value.suggested_filename.endswith(".png")
    page.locator(".podium-close").click()
    assert page.locator("#result").is_hidden()
    page.locator("#open-result").click()
    page.locator("#result h2").wait_for()


HEARD = """
window.made = [];
window.AudioContext = class extends AudioContext {
  createGain() {
    window.made.push("part");
    return super.createGain();
  }
};
"""


def test_sounds_wait_for_a_click_and_can_be_turned_off(person: Any) -> None:
    someone = person()
    someone.context.add_init_script(HEARD)
    page = someone.page("/")
    base = page.evaluate("document.querySelector('script[src*=static]').src").rsplit("/", 1)[0]
    names = page.evaluate(
        """async (base) => {
          const { NAMES, sound } = await import(`${base}/sound.js`);
          window.sound = sound;
          sound("tile");
          return NAMES;
        }""",
        base,
    )
    assert set(names) >= set(SOUNDS)
    assert page.evaluate("window.made.length") == 0
    page.mouse.click(2, 2)
    for name in names:
        page.evaluate("window.made.length = 0")
        page.evaluate("name => window.sound(name)", name)
        assert page.evaluate("window.made.length") > 0, name
    page.evaluate("window.made.length = 0")
    for setting, value in (("sound", "off"), ("volume", "0")):
        page.evaluate("([name, value]) => localStorage.setItem(name, value)", [setting, value])
        page.evaluate("window.sound('tile')")
        page.evaluate("name => localStorage.removeItem(name)", setting)
    assert page.evaluate("window.made.length") == 0
