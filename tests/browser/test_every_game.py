"""Every game in the browser: clicked through to its end, and offerings that stay secret."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.browser.playing import (
    ON_MY_TURN,
    is_on_choice,
    is_over,
    moves,
    play,
    press_choice,
    tab_to,
    wait_for_end,
    wait_for_turn,
    wait_for_turn_or_end,
)
from tests.browser.staging import Site, late

_CLICKER = (
    """(seed) => {
  // Somebody who clicks on anything that is lit or ends something: a fixed course, since nothing
  // else is random.
  let state = seed;
  const pick = (n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % n;
  };
  window.clicks = 0;
  (ON_MY_TURN)(() => {
    const lit = [...document.querySelectorAll("svg.board [data-action], #endings .move")];
    window.clicks += 1;
    lit[pick(lit.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
}"""
).replace("ON_MY_TURN", ON_MY_TURN)


def click_through(page: Any, seed: int) -> int:
    """Plays by clicking on the board and in the bar until the end; how many clicks it took."""
    wait_for_turn(page)
    page.evaluate(_CLICKER, seed)
    wait_for_end(page)
    return int(page.evaluate("window.clicks"))


@pytest.mark.parametrize(
    ("game", "players", "plies"),
    [
        ("giza", 2, 30),
        *(
            pytest.param(*case, marks=pytest.mark.thorough)
            for case in (
                ("giza", 2, 0),
                ("fertility", 2, 110),
                ("fertility", 2, 0),
                ("egizia", 4, 210),
                ("egizia", 4, 0),
            )
        ),
    ],
)
def test_a_game_is_ended_by_mouse(
    person: Any, site: Site, game: str, players: int, plies: int
) -> None:
    """Every run ends Fertility by keyboard, and Egizia by touch."""
    me, id_ = site.person(f"Mouse {game} {plies}"), f"mouse-{game}-{plies}"
    site.stage(id_, [me, *["bot"] * (players - 1)], stop=late(plies), game=game)
    page = person(me).page(f"/t/{id_}")
    assert click_through(page, 11) > 5
    assert page.locator("#result .ranking li").count() == players
    assert page.locator("#result table").count() == 1


@pytest.mark.parametrize("plies", [125, pytest.param(80, marks=pytest.mark.thorough)])
def test_the_end_of_fertility_by_keyboard(person: Any, site: Site, plies: int) -> None:
    me, id_ = site.person("Keys"), f"keys-{plies}"
    site.stage(id_, [me, "bot"], stop=late(plies), game="fertility")
    page = person(me).page(f"/t/{id_}")
    wait_for_turn(page)
    tab_to(page, "e => e.dataset.action !== undefined")
    presses = 0
    while not is_over(page):
        wait_for_turn_or_end(page)
        if is_over(page):
            break
        for key in ("ArrowRight", "ArrowDown", "r")[: presses % 4]:
            page.keyboard.press(key)
        if not is_on_choice(page):
            tab_to(page, "e => e.dataset.action !== undefined")
        press_choice(page)
        presses += 1
        assert presses < 600, "the game does not end"
    assert presses > 5


# --- Amun-Re: offerings in secret -----------------------------------------------------------------


_NOTE_FRAMES = """() => {
  // Notes what the server sends before the page itself hears of it.
  window.heard = [];
  window.WebSocket = class extends WebSocket {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data }) => window.heard.push(data));
    }
  };
}"""


def wait_for_owing(page: Any, count: int) -> None:
    """Waits until the page knows that so many seats owe a decision."""
    page.wait_for_function(
        "count => document.querySelectorAll('#players .to-act').length === count", arg=count
    )


@pytest.mark.parametrize("first", [1, pytest.param(0, marks=pytest.mark.thorough)])
def test_amun_re_offerings_are_secret_in_either_order(person: Any, site: Site, first: int) -> None:
    """One offers; nothing that the other is sent depends on it before both have offered."""
    heard: dict[str, list[str]] = {}
    for way in ("put 1", "put 2"):
        id_ = f"offer-{first}-{way[-1]}"
        people = [site.person(f"Priest {seat} of {id_}") for seat in range(2)]
        site.stage(id_, [*people, "bot"], stop=lambda match: len(match.to_act) > 1, game="amun-re")
        pages = [person(one).page("/me") for one in people]
        one, other = pages[first], pages[1 - first]
        other.add_init_script(f"({_NOTE_FRAMES})()")
        for page in pages:
            page.goto(f"{site.url}/t/{id_}")
            wait_for_turn(page)
            wait_for_owing(page, 2)  # the bot has offered
        other.locator(f'[data-seat="{first}"] .plate-mark.here').wait_for(state="attached")
        other.evaluate("window.heard.length = 0")
        assert {"put 1", "put 2", "steal"} <= set(moves(one))
        play(one, way)
        play(one, "offer")
        wait_for_owing(other, 1)
        told = other.evaluate("window.heard")
        assert told, "it is no secret that somebody has offered"
        assert not any(json.loads(frame).get("log") and "offers" in frame for frame in told)
        heard[way] = [frame.replace(id_, "table") for frame in told]
        play(other, "steal")
        one.wait_for_function("() => !document.querySelector('[data-action=\"steal\"]')")
    assert heard["put 1"] == heard["put 2"]


@pytest.mark.thorough  # `test_game.py` has the same with Ra, above are two people at Amun-Re
@pytest.mark.parametrize("plies", [300, 0])
def test_two_people_and_a_bot_end_a_game_of_amun_re(person: Any, site: Site, plies: int) -> None:
    people, id_ = [site.person("Ahmose"), site.person("Tiye")], f"kingdom-{plies}"
    site.stage(id_, [*people, "bot"], stop=late(plies), game="amun-re")
    pages = [person(one).page(f"/t/{id_}") for one in people]
    for seat, page in enumerate(pages):
        page.evaluate(_CLICKER, 7 + seat)
    for page in pages:
        wait_for_end(page)
    shown = [
        page.locator("#result .ranking").inner_text().replace("You", name)
        for page, name in zip(pages, ("Ahmose", "Tiye"), strict=True)
    ]
    assert shown[0] == shown[1]
