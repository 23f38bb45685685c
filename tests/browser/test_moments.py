"""Moments: what moves above the board, from where it was to where it is, and nothing else."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.engine.match import Match
from nomarch.engine.match_log import moments_of
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.declare.moments import SOUNDS, Beat
from nomarch.kernel.run.seeds import make_seed
from tests.browser.playing import ON_A_PHONE, confirm, wait_for_seq, wait_for_turn, wait_until_live
from tests.browser.staging import HOLD, Site

SEED = "the river rises"
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
def played(game: str) -> Match:
    """A game between greedy bots, until each of its `MOVES` was made."""
    book = rulebook(game)
    match = Match(book, book.setup(3, {}), make_seed(SEED), ("Neith", "Tia", "Iset"))
    bot = make_bot("greedy", book)
    while any(find_move(match, event) is None for event in MOVES[game]):
        seat = match.to_act[0]
        match.play(seat, decide(match, seat, bot))
    return match


def flights_of(match: Match, ply: int, viewer: int) -> list[Beat]:
    """What flies when a step happens."""
    step = match.steps[ply]
    told = match.may_tell(step.events, viewer)
    return [beat for beat in moments_of(match.book, step, told, viewer) if beat.do in FLIGHTS]


def find_move(match: Match, event: str, viewer: int = 0) -> int | None:
    """The first step with an event that lets something fly, after the first turns."""
    return next(
        (
            ply
            for ply, step in enumerate(match.steps)
            if ply > EARLY
            and any(record.name == event for record in step.events)
            and flights_of(match, ply, viewer)
        ),
        None,
    )


def distance(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """From a point to the line between two others."""
    (x, y), (dx, dy) = (point[0] - a[0], point[1] - a[1]), (b[0] - a[0], b[1] - a[1])
    length = dx * dx + dy * dy
    along = max(0.0, min(1.0, (x * dx + y * dy) / length)) if length else 0.0
    return float(((x - along * dx) ** 2 + (y - along * dy) ** 2) ** 0.5)


@pytest.mark.parametrize(
    ("game", "phone"),
    [
        pytest.param(
            game,
            phone,
            id=f"{'phone' if phone else 'desktop'}-{game}",
            marks=[] if ON_A_PHONE.get(game) is phone else [pytest.mark.thorough],
        )
        for game in MOVES
        for phone in (False, True)
    ],
)
def test_pieces_fly_straight_to_their_place(
    person: Any, site: Site, game: str, phone: bool
) -> None:
    match, name = played(game), f"flight-{game}-{'phone' if phone else 'desk'}"
    me, other = site.person(f"Neith {name}"), site.person(f"Tia {name}")
    site.put_played(name, [me, other, other], match)
    someone = person(me, phone=phone, reduced_motion="no-preference", **({} if phone else WIDE))
    someone.context.add_init_script(HOLD)
    for event in MOVES[game]:
        ply = find_move(match, event)
        assert ply is not None
        page = someone.page(f"/t/{name}/replay?ply={ply}")
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


def test_what_lies_below_a_demolished_stone_stays_in_sight(person: Any, site: Site) -> None:
    me = site.person("Neith demolished")
    match = site.stage("demolished", [me, "bot", "bot"], SEED, game="giza")
    ply = next(
        at
        for at, step in enumerate(match.steps)
        if any(
            record.name == "demolished"
            and match.past(at).state.height[record.owner][record.site] > 1
            for record in step.events
        )
    )
    someone = person(me, reduced_motion="no-preference", **WIDE)
    someone.context.add_init_script(HOLD)
    page = someone.page(f"/t/demolished/replay?ply={ply}")
    page.locator(f"body[data-ply='{ply}']").wait_for(state="attached")
    page.keyboard.press("ArrowRight")
    page.locator("#frame.playing").wait_for()
    assert page.locator("#frame .effect").count()
    assert page.evaluate(HIDDEN) == 0, "only the stone itself goes"


# --- At a table -----------------------------------------------------------------------------------


BEATS = """() => [...document.querySelectorAll("#frame :is(.flight, .effect)")]
  .map((copy) => `${copy.className} ${copy.dataset.at}`)"""


def test_everyone_at_a_table_sees_the_same(person: Any, site: Site) -> None:
    """Two players, a spectator, and a page in the background, which shows the result only."""
    match = played("ra")
    ply = find_move(match, "won")
    assert ply is not None
    step = match.steps[ply]
    move, people = match.book.actions[step.action], [site.person(f"Same {i}") for i in range(3)]
    site.put_played("same", people, match.past(ply))
    people = [*people[:2], site.person("Watcher"), people[2]]
    pages = []
    for one in people:
        someone = person(one, hurried=False, reduced_motion="no-preference", **WIDE)
        someone.context.add_init_script(HOLD)
        pages.append(someone.page("/t/same"))
        wait_until_live(pages[-1])
    hidden = pages[3 if step.seat != 2 else 0]
    hidden.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    mover = pages[(0, 1, 3)[step.seat]]
    wait_for_turn(mover)
    before = int(mover.locator("body").get_attribute("data-seq"))
    mover.locator(f'.bar [data-move="{move}"]').dispatch_event("click")
    wait_for_seq(hidden, before + 1)
    for page in pages:
        if page is not hidden:
            page.locator("#frame.playing").wait_for()
    seen = [page.evaluate(BEATS) for page in pages if page is not hidden]
    assert seen[0]
    assert seen[1:] == [seen[0]] * (len(seen) - 1)
    assert hidden.evaluate(BEATS) == []
    # A tap ends it for the one who taps.
    mover.mouse.click(2, 2)
    mover.wait_for_function("() => !document.querySelector('.moments').children.length")
    assert mover.evaluate("document.querySelectorAll('#frame.playing').length") == 0


# --- Moments before words -------------------------------------------------------------------------

BIG = {
    "ra": ("epoch-started", "scoring", "Epoch 2"),
    "amun-re": ("box-set", "offer-shown", "The offerings total"),
    "egizia": ("round-began", "feeding-began", "Round 2"),
    "fertility": ("ended", "scoring", "wins"),
    "giza": ("ended", "scoring", "wins"),
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


@cache
def before_moment(game: str, event: str) -> tuple[Match, int]:
    """A game between greedy bots, and the step that ends with an event."""
    book = rulebook(game)
    match = Match(book, book.setup(3, {}), make_seed(SEED), ("Neith", "Tia", "Iset"))
    bot = make_bot("greedy", book)
    while True:
        seat = match.to_act[0]
        ply = match.ply
        steps = match.play(seat, decide(match, seat, bot))
        if any(record.name == event for step in steps for record in step.events):
            return match, ply


@pytest.mark.parametrize(
    "game", ["ra", *(pytest.param(game, marks=pytest.mark.thorough) for game in list(BIG)[1:])]
)
def test_nothing_tells_before_the_moment_has_played(person: Any, site: Site, game: str) -> None:
    event, begins, words = BIG[game]
    match, ply = before_moment(game, event)
    step = match.steps[ply]
    people = [site.person(f"Slow {game} {i}") for i in range(3)]
    site.put_played(f"slow-{game}", people, match.past(ply))
    someone = person(people[step.seat], hurried=False, reduced_motion="no-preference", **WIDE)
    someone.context.add_init_script(HOLD)
    page = someone.page(f"/t/slow-{game}")
    wait_for_turn(page)
    page.clock.install()
    page.locator("#open-log").click()
    before = page.evaluate(READ)
    move = match.book.actions[step.action]
    page.locator(f'.bar [data-move="{move}"]').dispatch_event("click")
    confirm(page)
    page.locator("#frame.playing").wait_for()
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


def test_a_tap_goes_to_the_end_and_plays_nothing(person: Any, site: Site) -> None:
    match, ply = before_moment("ra", "epoch-started")
    step = match.steps[ply]
    people = [site.person(f"Tapping {i}") for i in range(3)]
    site.put_played("tapping", people, match.past(ply))
    someone = person(people[step.seat], hurried=False, reduced_motion="no-preference", **WIDE)
    someone.context.add_init_script(HOLD)
    page = someone.page("/t/tapping")
    wait_for_turn(page)
    before = int(page.locator("body").get_attribute("data-seq"))
    page.locator(f'.bar [data-move="{match.book.actions[step.action]}"]').dispatch_event("click")
    page.locator("#frame.playing").wait_for()
    box = page.locator("#frame").bounding_box()
    page.mouse.click(box["x"] + 30, box["y"] + 30)
    wait_for_seq(page, before + 1)
    assert page.locator("#frame .moments > *").count() == 0
    assert page.locator("body").get_attribute("data-pending") is None


def test_a_tap_that_becomes_a_scroll_takes_no_later_click(person: Any, site: Site) -> None:
    match, ply = before_moment("ra", "epoch-started")
    step = match.steps[ply]
    people = [site.person(f"Scrolling {i}") for i in range(3)]
    site.put_played("scrolling", people, match.past(ply))
    someone = person(people[step.seat], phone=True, hurried=False, reduced_motion="no-preference")
    someone.context.add_init_script(HOLD)
    page = someone.page("/t/scrolling")
    wait_for_turn(page)
    page.locator(f'.bar [data-move="{match.book.actions[step.action]}"]').dispatch_event("click")
    page.locator("#frame.playing").wait_for()
    page.evaluate("addEventListener('pointercancel', () => { window.isScrolled = true; })")
    box, wire = page.locator("#frame").bounding_box(), page.context.new_cdp_session(page)
    touch = {"x": box["x"] + 30, "y": box["y"] + 300}
    for kind, rise in (("touchStart", 0), ("touchMove", 40), ("touchMove", 120)):
        points = [{**touch, "y": touch["y"] - rise}]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_function("() => window.isScrolled")
    page.locator("#prompt").evaluate("prompt => prompt.click()")  # as screen readers do
    assert "whole" in page.locator("#prompt").get_attribute("class")


def test_the_podium_grows_and_says_what_decided(person: Any, site: Site) -> None:
    book = rulebook("giza")
    match = Match(book, book.setup(2, {}), make_seed("in the end"), ("Neith", "Tia"))
    bot = make_bot("greedy", book)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, decide(match, seat, bot))
    ply = max(at for at, step in enumerate(match.steps) if not step.auto)
    step = match.steps[ply]
    me, other = site.person("Crowned"), site.person("Beaten")
    seats = [me, other] if step.seat == 0 else [other, me]
    site.put_played("crowned", seats, match.past(ply))
    page = person(me, **WIDE).page("/t/crowned")
    wait_for_turn(page)
    page.locator(f'.bar [data-move="{book.actions[step.action]}"]').dispatch_event("click")
    confirm(page)
    page.locator("#result h2").wait_for()
    assert page.locator("#result .decided").count() == 1
    assert page.locator("#result .bars").count() == 2
    assert page.locator("#result .bars i").count() > 2
    points = page.locator("#result .ranking b").all_inner_texts()
    assert points == [str(line.points) for line in match.ranking]
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


GUESS = """async ([moved]) => {
  // Two drawings of a game that declares nothing: in the second the choice has lost its ring.
  const { guess, places } = await import(`${moved}/guessed_moves.js`);
  const drawn = (x, ring) => {
    const holder = document.createElement("div");
    holder.innerHTML = `<svg id="b" viewBox="0 0 200 100" width="400" height="200">
      <g transform="translate(50 10)"><g class="piece" id="b-stay"><rect width="20" height="20"/>
      ${ring ? '<rect class="ring" x="-6" y="-6" width="32" height="32"/>' : ""}</g>
      <g class="piece" id="b-go"><rect x="${x}" y="50" width="20" height="20"/></g></g></svg>`;
    document.body.replaceChildren(holder);
    return holder.firstElementChild;
  };
  const before = places(drawn(0, true));
  return guess(drawn(80, false), before);
}"""


def test_a_game_that_declares_nothing_moves_what_is_elsewhere(person: Any, site: Site) -> None:
    page = person().page("/")
    scripts = page.evaluate("document.querySelector('script[src*=static]').src")
    base = scripts.rsplit("/", 1)[0]
    assert page.evaluate(GUESS, [base]) == [{"do": "fly", "at": "go"}]


HEARD = """
window.made = [];
window.AudioContext = class extends AudioContext {
  createGain() {
    window.made.push("part");
    return super.createGain();
  }
};
"""


def test_sounds_wait_for_a_click_and_can_be_turned_off(person: Any, site: Site) -> None:
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
