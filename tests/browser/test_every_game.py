"""Every game in the browser: whole games clicked through, and offerings that stay secret."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.browser.playing import is_over, moves, play, seq, tab_to, wait_for_turn
from tests.browser.staging import Site

_CLICKER = """(seed) => {
  // Somebody who clicks on anything that is lit: a fixed course, since nothing else is random.
  let state = seed;
  const pick = (n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % n;
  };
  window.clicks = 0;
  setInterval(() => {
    const { classList, dataset } = document.body;
    if (!classList.contains("my-turn") || window.answered === dataset.seq) return;
    const lit = [...document.querySelectorAll("svg.board [data-action]")];
    if (!lit.length) return;
    window.answered = dataset.seq;
    window.clicks += 1;
    lit[pick(lit.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }, 25);
}"""


def at_the_beginning(match: Any) -> bool:
    return True


def click_through(page: Any, seed: int) -> int:
    """Plays by clicking on the board until the end; how many clicks it took."""
    wait_for_turn(page)
    page.evaluate(_CLICKER, seed)
    page.wait_for_function(
        "() => document.body.classList.contains('over')", timeout=120_000, polling=200
    )
    return int(page.evaluate("window.clicks"))


@pytest.mark.parametrize(
    ("game", "players"), [("giza", 2), ("fertility", 2), ("egizia", 2), ("egizia", 4)]
)
def test_a_whole_game_by_mouse(person: Any, site: Site, game: str, players: int) -> None:
    me, id_ = site.guest(f"Mouse {game} {players}"), f"mouse-{game}-{players}"
    site.stage(id_, [me, *["bot"] * (players - 1)], stop=at_the_beginning, game=game)
    page = person(me).page(f"/t/{id_}")
    assert click_through(page, 11) > 10
    assert page.locator("#result .ranking li").count() == players
    assert page.locator("#result table").count() == 1


def test_fertility_by_keyboard(person: Any, site: Site) -> None:
    me = site.guest("Keys")
    site.stage("keys", [me, "bot"], stop=at_the_beginning, game="fertility")
    page = person(me).page("/t/keys")
    wait_for_turn(page)
    tab_to(page, "e => e.dataset.action !== undefined")
    presses = 0
    while not is_over(page):
        page.wait_for_function(
            "() => ['my-turn', 'over'].some((name) => document.body.classList.contains(name))"
        )
        if is_over(page):
            break
        for key in ("ArrowRight", "ArrowDown", "r")[: presses % 4]:
            page.keyboard.press(key)
        if not page.evaluate("document.activeElement.dataset.action !== undefined"):
            tab_to(page, "e => e.dataset.action !== undefined")
        before = seq(page)
        page.keyboard.press("Enter")
        page.wait_for_function("b => Number(document.body.dataset.seq) > b", arg=before)
        presses += 1
        assert presses < 600, "the game does not end"
    assert presses > 30


# --- Amun-Re: offerings in secret -----------------------------------------------------------------


def frames_of(page: Any, heard: list[str]) -> None:
    """Notes everything that the server sends over the page's socket."""
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))),
    )


@pytest.mark.parametrize("first", [0, 1])
def test_amun_re_offerings_are_secret_in_either_order(person: Any, site: Site, first: int) -> None:
    """One offers; nothing that the other is sent depends on it before both have offered."""
    heard: dict[str, list[str]] = {}
    for way in ("put 1", "put 2"):
        id_ = f"offer-{first}-{way[-1]}"
        guests = [site.guest(f"Priest {seat} of {id_}") for seat in range(2)]
        site.stage(id_, [*guests, "bot"], stop=lambda match: len(match.to_act) > 1, game="amun-re")
        pages = [person(guest).page("/me") for guest in guests]
        told: list[str] = []
        frames_of(pages[1 - first], told)
        for page in pages:
            page.goto(f"{site.url}/t/{id_}")
            wait_for_turn(page)
        pages[0].wait_for_timeout(300)
        told.clear()
        assert {"put 1", "put 2", "steal"} <= set(moves(pages[first]))
        play(pages[first], way)
        play(pages[first], "offer")
        pages[1 - first].wait_for_timeout(400)
        heard[way] = [frame.replace(id_, "table") for frame in told]
        assert not any(json.loads(frame).get("log") and "offers" in frame for frame in told)
        play(pages[1 - first], "steal")
        pages[first].wait_for_function("() => !document.querySelector('[data-action=\"steal\"]')")
    assert heard["put 1"] == heard["put 2"]


def test_a_whole_game_of_amun_re_by_two_people_and_a_bot(person: Any, site: Site) -> None:
    guests = [site.guest("Ahmose"), site.guest("Tiye")]
    site.stage("kingdom", [*guests, "bot"], stop=at_the_beginning, game="amun-re")
    pages = [person(guest).page("/t/kingdom") for guest in guests]
    for seat, page in enumerate(pages):
        page.wait_for_function("() => document.body.dataset.seq !== undefined")
        page.evaluate(_CLICKER, 7 + seat)
    for page in pages:
        page.wait_for_function(
            "() => document.body.classList.contains('over')", timeout=150_000, polling=200
        )
    shown = [page.locator("#result .ranking").inner_text() for page in pages]
    assert shown[0] == shown[1]
