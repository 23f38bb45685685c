"""How a table feels: nothing is played by mistake, the log follows, bots have a pace."""

import re
from typing import Any

import pytest

from nomarch.engine.match import Match
from nomarch.kernel.declare.game import rulebooks
from tests.browser import playing
from tests.browser.staging import Site, after, game_until, late, offers

DUEL = ("Neith", "bot")
CAREFUL = 'localStorage.setItem("careful", "on")'
SLOW = 'localStorage.setItem("pace", "slow")'
COUNT_PLAYS = """
window.plays = 0;
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  if (JSON.parse(text).type === "play") window.plays += 1;
  send.call(this, text);
};
"""


def stop_the_clock(page: Any) -> None:
    """No timer of the page goes off any more, unless the test lets time pass.

    It can only be stopped at a time that is yet to come, and before a page wonders at a silence.
    """
    page.clock.install()
    page.reload()
    playing.wait_for_turn(page)
    page.clock.pause_at(page.evaluate("Date.now() + 20_000"))


# --- Misplays -------------------------------------------------------------------------------------


def test_nothing_counts_just_after_the_question_has_changed(at_table: Any) -> None:
    page = at_table(after(20), scripts=(CAREFUL, COUNT_PLAYS)).page
    stop_the_clock(page)
    playing.play(page, "draw")
    page.locator("body.my-turn[data-guard]").wait_for(state="attached")
    before = playing.seq(page)
    page.locator("svg.board [data-action]").first.click()
    page.locator("svg.board [data-action]").first.press("Enter")
    page.locator(".bar .move").first.dispatch_event("click")
    page.clock.run_for(390)
    page.locator("svg.board [data-action]").first.click()
    assert page.evaluate("window.plays") == 1
    assert playing.seq(page) == before
    page.clock.run_for(20)
    page.locator("svg.board [data-action]").first.click()
    playing.confirm(page)
    playing.wait_for_seq(page, before + 1)
    assert page.evaluate("window.plays") == 2


def test_a_held_key_plays_once(at_table: Any) -> None:
    page = at_table(after(0), seats=["Neith"] * 3, scripts=[COUNT_PLAYS]).page
    playing.show_moves(page)
    page.locator("#moves .move").first.focus()
    page.keyboard.down("Enter")
    for _ in range(5):
        page.keyboard.down("Enter")  # as a keyboard repeats it
    page.keyboard.up("Enter")
    playing.wait_for_seq(page, 1)
    playing.wait_for_turn(page)
    assert page.evaluate("window.plays") == 1


@pytest.mark.thorough
def test_moves_that_end_stand_apart_and_are_never_focused_by_themselves(at_table: Any) -> None:
    page = at_table(offers("pass", 0, 20)).page
    assert page.locator("#endings .move").all_inner_texts() == ["Pass"]
    assert page.locator('#moves [data-move="pass"]').count() == 0
    place = page.locator("#endings").bounding_box()
    right = place["x"] + place["width"]
    bottom = place["y"] + place["height"]
    for _ in range(4):
        before = playing.seq(page)
        playing.show_moves(page)
        page.locator('#moves .move, #endings [data-move="pass"]').first.focus()
        page.keyboard.press("Enter")
        playing.wait_for_seq(page, before + 1)
        page.wait_for_function("() => document.activeElement.id === 'prompt'")
        playing.wait_for_turn(page)
        assert page.evaluate("document.activeElement.id") == "prompt"
        now = page.locator("#endings").bounding_box()
        assert (now["x"] + now["width"], now["y"] + now["height"]) == (right, bottom)


def has_goods(match: Match) -> bool:
    state: Any = match.state
    return match.to_act == (0,) and "done" in match.legal(0) and any(state.beside)


def test_a_move_that_loses_something_is_asked_for_once(at_table: Any) -> None:
    page = at_table(has_goods, "fertility", DUEL).page
    before = playing.seq(page)
    page.locator('#endings [data-move="done"]').click()
    assert "Still unused" in page.locator("#confirm").inner_text()
    assert page.evaluate("document.activeElement.id") == "not-yet"
    page.locator("#not-yet").click()
    page.locator("#confirm").wait_for(state="hidden")
    assert playing.seq(page) == before
    page.locator('#endings [data-move="done"]').click()
    page.locator("#sure").click()
    playing.wait_for_seq(page, before + 1)


PARTS = """[
  ...[...document.querySelector("#frame > svg.board").querySelectorAll(
    "text, [data-tip]:not(.plate-mark), desc")].map(
    (piece) => [piece.id, piece.dataset.tip, piece.dataset.action, piece.textContent].join(" | ")),
  ...[...document.querySelectorAll("#log li")].map((line) => line.textContent),
]"""
SAME_PARTS = f"(parts) => JSON.stringify({PARTS}) === JSON.stringify(parts)"


def told(page: Any) -> set[str]:
    return set(page.locator("#log li span").all_text_contents())


def test_a_shared_screen_shows_no_hand_until_the_curtain_is_lifted(
    person: Any, at_table: Any
) -> None:
    """Between turns the screen has exactly what a stranger's has, and nothing of the last hand."""
    table = at_table(late(61), "amun-re", ("Neith", "Neith", "bot"))
    page, other = table.page, person().page(f"/t/{table.id}")
    playing.wait_until_live(other)
    private: set[str] = set()
    lifts = 0
    while lifts < 2:
        playing.wait_for_turn(page)
        if page.locator("#curtain").is_visible():
            other.wait_for_function(SAME_PARTS, arg=page.evaluate(PARTS))
            assert playing.moves(page) == []
            everything = page.evaluate("document.body.textContent")
            assert not [line for line in private - told(other) if line in everything]
            page.locator("#lift").click()
            page.locator("#curtain").wait_for(state="hidden")
            lifts += 1
        private |= told(page) - told(other)
        playing.play(page, playing.moves(page)[0])  # what ends a turn, if it can end
    assert private, "there was something to hide"


# --- Looks ----------------------------------------------------------------------------------------


def stroke_of_ring(page: Any, which: str) -> str:
    return str(page.locator(f"svg.board {which} .ring").first.evaluate(
        "ring => getComputedStyle(ring).stroke"))  # fmt: skip


@pytest.mark.thorough
def test_green_means_hint_and_nothing_else(at_table: Any) -> None:
    page = at_table(late(40), "fertility").page
    green, blue = page.evaluate(
        """() => ["--malachite", "--lapis"].map((name) => {
          const probe = document.body.appendChild(document.createElement("i"));
          probe.style.setProperty("color", `var(${name})`);
          const { color } = getComputedStyle(probe);
          probe.remove();
          return color;
        })"""
    )
    assert page.locator("#endings .move").count() == 0, "every hint is on the board"
    plain = stroke_of_ring(page, ".legal")
    playing.show_moves(page)
    page.locator("#moves .move").first.hover()
    assert page.locator("svg.board .hinted").count() == 0
    assert stroke_of_ring(page, ".pointed") == plain != green
    page.locator("svg.board .legal").first.hover()
    assert stroke_of_ring(page, ".legal:hover") == plain
    page.locator("#prompt").focus()
    page.keyboard.press("ArrowDown")
    assert stroke_of_ring(page, ".legal:focus-visible") == blue
    page.locator("#hint").click()
    page.locator("#hint-text").wait_for()
    hint = page.locator(".bar .hinted").get_attribute("data-move")
    assert hint in playing.moves(page)
    assert page.locator("svg.board .hinted").get_attribute("data-action") == hint
    page.locator("#prompt").focus()
    playing.show_moves(page)
    page.locator("#moves .move").first.hover()
    page.mouse.move(1, 1)
    assert stroke_of_ring(page, ".hinted") == green, "pointing elsewhere does not take it away"
    outline = "button => getComputedStyle(button).outlineColor"
    assert page.locator(".bar .move.hinted").evaluate(outline) == green


@pytest.mark.thorough
def test_a_table_lies_still_and_its_moves_can_be_searched(at_table: Any) -> None:
    page = at_table(offers("card", 0), "egizia", DUEL, reduced_motion="no-preference").page
    page.wait_for_function(
        """() => document.getAnimations().every(({ effect }) =>
             effect.getComputedTiming().endTime === Infinity)"""
    )
    moved = page.evaluate(
        """() => document.getAnimations().flatMap((moving) => moving.effect.getKeyframes())
             .flatMap((frame) => Object.keys(frame))"""
    )
    own = {"offset", "computedOffset", "easing", "composite"}
    assert set(moved) - own == {"opacity"}
    all_of_them = page.locator("#moves .move").count()
    playing.show_moves(page)
    page.get_by_label("Search moves").fill("sphinx")
    found = page.locator("#moves .move").locator("visible=true").all_inner_texts()
    assert 0 < len(found) < all_of_them
    assert all("sphinx" in words.lower() for words in found)


def gap(page: Any) -> float:
    return float(page.locator("#panel-log").evaluate(
        "panel => panel.scrollHeight - panel.scrollTop - panel.clientHeight"))  # fmt: skip


@pytest.mark.thorough
def test_the_log_follows_unless_the_reader_went_away(at_table: Any) -> None:
    page = at_table(after(250)).page
    playing.open_panel(page, "log")
    assert gap(page) < 2
    page.set_viewport_size({"width": 1440, "height": 640})  # the log has less room than before
    page.wait_for_function("() => innerHeight === 640")
    playing.play(page, playing.moves(page)[0])
    playing.wait_for_turn(page)
    assert gap(page) < 2
    assert page.locator("#newest").is_hidden()
    page.locator("#panel-log").hover()
    page.mouse.wheel(0, -300)
    page.locator("#newest").wait_for()
    top = page.locator("#panel-log").evaluate("panel => panel.scrollTop")
    playing.play(page, playing.moves(page)[0])
    playing.wait_for_turn(page)
    assert page.locator("#panel-log").evaluate("panel => panel.scrollTop") == top
    page.locator("#newest").click()
    page.locator("#newest").wait_for(state="hidden")
    assert gap(page) < 2
    page.mouse.wheel(0, -300)
    page.locator("#newest").wait_for()
    playing.play_out(page)
    assert gap(page) < 2, "at the end it stands at the end"


# --- Pace -----------------------------------------------------------------------------------------

NOTE_SHOWN = """() => {
  window.shown = [];
  new MutationObserver(() => window.shown.push(Number(document.body.dataset.seq)))
    .observe(document.body, { attributeFilter: ["data-seq"] });
}"""


def wait_for_behind(page: Any, least: int) -> None:
    page.wait_for_function("least => Number(document.body.dataset.behind) >= least", arg=least)


def wait_until_told(page: Any, hurried: Any) -> None:
    """Waits until a page has heard, shown or not, of all that another one shows already."""
    playing.wait_for_seq(hurried, playing.seq(page))
    playing.wait_for_turn(hurried)
    page.wait_for_function(
        "seq => Number(document.body.dataset.latest) === seq", arg=playing.seq(hurried)
    )


@pytest.mark.thorough
def test_bots_move_at_the_readers_pace(at_table: Any) -> None:
    page = at_table(after(0), scripts=[SLOW]).page
    stop_the_clock(page)
    playing.play(page, "draw")
    wait_for_behind(page, 2)
    mine = playing.seq(page)
    assert not playing.is_my_turn(page)
    page.locator("#pause").click()
    page.clock.run_for(10_000)
    assert playing.seq(page) == mine, "a pause is a pause"
    page.locator("#pause").click()
    page.wait_for_function("mine => Number(document.body.dataset.seq) === mine + 1", arg=mine)
    assert not playing.is_my_turn(page)
    page.clock.run_for(1500)
    assert playing.seq(page) == mine + 1
    page.clock.run_for(200)
    page.wait_for_function("mine => Number(document.body.dataset.seq) === mine + 2", arg=mine)
    playing.wait_for_turn(page)
    playing.play(page, "draw")
    wait_for_behind(page, 1)
    page.locator("#skip").click()
    playing.wait_for_turn(page)
    assert page.locator("#pace").is_hidden()


SHOWN = """async ([base, moves]) => {
  // Updates that come at once: when each is shown, and whether pieces move at their usual speed.
  const { Playback } = await import(`${base}/playback.js`);
  const state = JSON.parse(document.getElementById("state").textContent);
  const began = performance.now();
  window.shown = [];
  const playback = new Playback((now, speed, done) => {
    window.shown.push({ at: performance.now() - began, speed });
    if (!speed) return false;
    setTimeout(done, 500 * speed);
    return true;
  });
  playback.add(moves.map((isRoutine) => ({
    ...state, isRoutine, turn: false, over: false, isStage: false, mover: 1, log: [], prompt: "",
    seats: state.seats.map((seat) => ({ ...seat, to_act: false })),
    moments: Array(9).fill({ do: "fly", at: "bag", then: true }),
  })));
}"""


def test_routine_moves_pass_quickly_and_mine_do_not(at_table: Any) -> None:
    page = at_table(after(0), reduced_motion="no-preference", hurried=False).page
    base = page.evaluate("document.querySelector('script[src*=static]').src").rsplit("/", 1)[0]
    page.clock.install()
    ends = []
    for moves in ([True] * 4, [False] * 4):
        page.evaluate(SHOWN, [base, moves])
        page.clock.run_for(10_000)
        shown = page.evaluate("window.shown")
        assert len(shown) == len(moves)
        ends.append(shown[-1]["at"])
        assert all((each["speed"] < 0.5) == moves[0] for each in shown)
    assert ends[0] < 2000 < 3500 < ends[1]


@pytest.mark.thorough
def test_pace_and_sound_are_remembered(at_table: Any) -> None:
    page = at_table(after(0)).page

    def shown() -> dict[str, str]:
        page.locator(".menu summary").click()
        found = {name: page.get_by_role("button", name=name) for name in ("Fast", "Slow")}
        found["Sound"] = page.locator("#sound")
        return {name: button.get_attribute("aria-pressed") for name, button in found.items()}

    assert shown() == {"Fast": "false", "Slow": "false", "Sound": "true"}
    page.get_by_role("button", name="Fast").click()
    page.locator("#sound").click()
    page.reload()
    playing.wait_until_live(page)
    assert shown() == {"Fast": "true", "Slow": "false", "Sound": "false"}


@pytest.mark.thorough
def test_a_bots_turn_has_no_pauses(person: Any, site: Site, at_table: Any) -> None:
    """A bot lays a tile, builds, supplies and takes: many steps, one after the other."""
    table = at_table(offers("take", 0, 30), "fertility", DUEL, scripts=[SLOW])
    page, hurried = table.page, person(site.person("Neith")).page(f"/t/{table.id}")
    stop_the_clock(page)
    page.evaluate(NOTE_SHOWN)
    playing.play(page, playing.moves(page)[0])
    wait_until_told(page, hurried)
    assert page.evaluate("window.shown.length") == 1, "I may read what I did"
    page.clock.run_for(1000)
    playing.wait_for_turn(page)
    assert page.evaluate("window.shown.length") > 4


def last_two_of(match: Match, seat: int) -> list[int]:
    return [ply for ply, step in enumerate(match.steps) if step.seat == seat][-2:]


def comes_back_late(match: Match, _: int) -> bool:
    plies = last_two_of(match, 0)
    return len(plies) == 2 and plies[1] == match.ply - 1 and plies[1] - plies[0] > 12


@pytest.mark.thorough
def test_one_who_is_out_of_the_epoch_does_not_wait(person: Any, site: Site, at_table: Any) -> None:
    match, _ = game_until("ra", comes_back_late, "out")
    ply, _ = last_two_of(match, 0)
    table = at_table(played=match.past(ply), scripts=[SLOW])
    page, hurried = table.page, person(site.person("Neith")).page(f"/t/{table.id}")
    stop_the_clock(page)
    playing.press_move(page, match.book.actions[match.steps[ply].action])
    wait_for_behind(page, 1)
    wait_until_told(page, hurried)
    assert int(page.locator("body").get_attribute("data-behind")) > 8
    page.clock.run_for(9000)
    playing.wait_for_turn(page)


# --- One question, one place ----------------------------------------------------------------------


@pytest.mark.parametrize("game", playing.some_of(rulebooks()))
def test_a_phone_shows_the_question_and_where_to_answer_it(at_table: Any, game: str) -> None:
    page = at_table(late(6 if game == "giza" else 40), game, phone=True).page
    lines, is_cut = page.locator("#prompt").evaluate(
        """p => {
          const line = parseFloat(getComputedStyle(p).lineHeight);
          const isCut = p.scrollHeight > p.clientHeight + 1 || p.scrollWidth > p.clientWidth;
          return [p.offsetHeight / line, isCut];
        }"""
    )
    assert lines < 2.5, "the prompt is a line or two"
    assert not is_cut, "the whole question is shown"
    assert page.locator("#moves .move").locator("visible=true").count() == 0
    page.wait_for_function(
        """() => {
          const bottom = document.querySelector(".bar").getBoundingClientRect().top;
          return [...document.querySelectorAll("svg.board [data-action]")].some((piece) => {
            const box = piece.getBoundingClientRect();
            return box.top >= 0 && box.bottom <= bottom;
          });
        }"""
    )
    page.locator("#all-moves summary").tap()
    page.locator("#moves .move").first.wait_for()
    assert page.locator("#moves .move, #endings .move").count() == len(playing.moves(page))


@pytest.mark.thorough
def test_the_board_keeps_its_place_and_scale(at_table: Any) -> None:
    """Also in a narrow window that does not call itself a phone, from the start."""
    page = at_table(after(0), viewport={"width": 390, "height": 844}).page
    assert 'viewBox="0 0 420 ' in page.request.get(page.url).text()
    where = """() => {
      const { a, e } = document.querySelector("svg.board").getScreenCTM();
      return [a, e, document.querySelector("svg.board").getBoundingClientRect().y
        + document.querySelector(".stage").scrollTop];
    }"""
    before = page.evaluate(where)
    still = pytest.approx(before, abs=0.01)
    for _ in range(3):
        playing.play(page, playing.moves(page)[0])
        playing.wait_for_turn(page)
        assert page.evaluate(where) == still


def test_a_move_is_seen_to_be_on_its_way(at_table: Any) -> None:
    """On a line that has stopped, the chosen piece shows at once that it was chosen."""
    held: list[Any] = []
    line: dict[str, Any] = {"stopped": False}

    def connect(socket: Any) -> None:
        line["socket"] = socket
        server = socket.connect_to_server()
        server.on_message(lambda text: held.append(text) if line["stopped"] else socket.send(text))

    page = at_table(after(20)).page
    page.route_web_socket(re.compile("/live$"), connect)
    page.reload()
    playing.wait_for_turn(page)
    before, line["stopped"] = playing.seq(page), True
    page.locator('svg.board [data-action="draw"]').click()
    assert page.locator('svg.board .pending[data-action="draw"]').count() == 1
    assert page.locator("body").get_attribute("data-pending") == "draw"
    playing.show_moves(page)
    page.locator('#moves [data-move="invoke"]').click()
    assert page.locator("body").get_attribute("data-pending") == "draw", "one thing at a time"
    line["stopped"] = False
    page.wait_for_timeout(0)
    for text in held:
        line["socket"].send(text)
    playing.wait_for_seq(page, before + 1)
    page.locator("body:not([data-pending])").wait_for(state="attached")
