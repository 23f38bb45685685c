"""Playing through a page: whose turn it is, a move, a whole game."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

IN_EVERY_RUN = "giza"
"""The game that every run plays. The others are thorough: their pages have the same code, and what
is in them is checked without a browser (`tests/web/test_lessons.py`, `tests/conformance`)."""


def some_of(games: Iterable[str], needed: str = IN_EVERY_RUN) -> list[Any]:
    """Games as cases of a test; all but one are thorough."""
    return [
        pytest.param(game, marks=[] if game == needed else [pytest.mark.thorough]) for game in games
    ]


def press(page: Any, piece: Any) -> None:
    """Clicks a piece of the board that can be chosen, in the middle of its ring.

    A piece may reach beyond its place, with the ghost of a tile; and below lies the prompt's card.
    """
    ring = piece.locator(".ring").first
    ring.evaluate("ring => ring.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = ring.bounding_box()
    mouse = getattr(page, "page", page).mouse  # of a frame, its page's
    mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def seq(page: Any) -> int:
    return int(page.locator("body").get_attribute("data-seq"))


def is_my_turn(page: Any) -> bool:
    return bool(page.evaluate("document.body.classList.contains('my-turn')"))


def is_over(page: Any) -> bool:
    return bool(page.evaluate("document.body.classList.contains('over')"))


def wait_until_live(page: Any) -> None:
    """Waits until the page has heard from the server: from then on it can act."""
    page.locator("body[data-link=live]").wait_for(state="attached")


def wait_for_turn(page: Any) -> None:
    """Waits until the page asks for a move and can make it."""
    page.locator("body.my-turn[data-link=live]:not([data-guard])").wait_for(state="attached")


def wait_for_seq(page: Any, least: int) -> None:
    """Waits until the page shows a position, or a later one."""
    page.wait_for_function("least => Number(document.body.dataset.seq) >= least", arg=least)


def next_to_move(*pages: Any) -> Any:
    """The page whose turn it is, as soon as it is one's; `pages` are those of the first seats."""
    latest = max(seq(page) for page in pages)
    wait_for_seq(pages[0], latest)
    # A person's turn ends with a move that a test makes, so what the first page tells stays true.
    found = pages[0].wait_for_function(
        """count => {
          const seats = [...document.querySelectorAll("#players li")].slice(0, count);
          return seats.findIndex((seat) => seat.classList.contains("to-act")) + 1;
        }""",
        arg=len(pages),
    )
    page = pages[found.json_value() - 1]
    wait_for_turn(page)
    return page


def moves(page: Any) -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        ".bar .move", "all => all.map(b => b.dataset.move)"
    )
    return found


def play(page: Any, move: str) -> None:
    """Presses a move's button and waits until the table has moved on."""
    before = seq(page)
    press_move(page, move)
    wait_for_seq(page, before + 1)


def press_move(page: Any, move: str) -> None:
    button = page.locator(f'.bar [data-move="{move}"]')
    if button.is_hidden():
        show_moves(page)
    button.click()
    confirm(page)


def show_moves(page: Any) -> None:
    if page.locator("#all-moves summary").is_visible() and page.locator("#moves").is_hidden():
        page.locator("#all-moves summary").click()


def open_panel(page: Any, name: str) -> None:
    """Opens a panel of the drawer: `log`, `chat`, `rules` or `table`."""
    if page.locator(f"#tab-{name}").is_hidden():
        page.locator(".bar-button:visible").first.click()
    page.locator(f"#tab-{name}").click()


def confirm(page: Any) -> None:
    if page.locator("#confirm").is_visible():
        page.click("#sure")


ON_MY_TURN = """(act) => {
  // Acts once in every position in which the page asks for a move and can make it.
  let answered = null;
  const look = () => {
    const { classList, dataset } = document.body;
    const asks = classList.contains("my-turn") && dataset.link === "live" && !("guard" in dataset);
    if (!asks || answered === dataset.seq) return;
    answered = dataset.seq;
    act();
    if (!document.getElementById("confirm").hidden) document.getElementById("sure").click();
  };
  new MutationObserver(look).observe(document.body, { attributes: true });
  look();
}"""

CLICKER = (
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


def play_out(*pages: Any) -> int:
    """Plays by clicks, with whoever's turn it is, until every page shows the end.

    Returns how many clicks it took on the first page.
    """
    for seed, page in enumerate(pages, 11):
        page.evaluate(CLICKER, seed)
    for page in pages:
        wait_for_end(page)
    return int(pages[0].evaluate("window.clicks"))


def wait_for_end(page: Any) -> None:
    page.locator("body.over").wait_for(state="attached", timeout=600_000)


def is_on_choice(page: Any) -> bool:
    return bool(page.evaluate("document.activeElement.dataset.action !== undefined"))


def press_choice(page: Any) -> None:
    """Plays what has the focus by keyboard, and says yes when asked whether it is meant."""
    before = seq(page)
    page.keyboard.press("Enter")
    if page.locator("#confirm").is_visible():
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")
    wait_for_seq(page, before + 1)


def tab_to(page: Any, test: str, most: int = 60, key: str = "Tab") -> None:
    """Presses a key until the focus is on an element that passes a test, given as `e => …`."""
    for _ in range(most):
        page.keyboard.press(key)
        if page.evaluate(f"({test})(document.activeElement)"):
            return
    where = page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"{most} times {key} did not get there; the focus is on {where}")


_UNTIL = """async (arg) => {
  const check = CHECK;
  while (!(await check(arg))) await new Promise((resolve) => setTimeout(resolve, 100));
}"""


def wait_until(page: Any, check: str, arg: Any = None) -> None:
    """Waits for an asynchronous function: `wait_for_function` would take its promise as true."""
    page.evaluate(_UNTIL.replace("CHECK", check), arg)


def too_wide(page: Any, but: str = ".scroll") -> list[str]:
    """What sticks out of the window to the right, but for what scrolls in its own box."""
    found: list[str] = page.evaluate(
        """(but) => [...document.querySelectorAll("body *")]
          .filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1
            && !e.closest(`.unseen, .skip, .ticker, .strip, .sheet-art, .cover-art, ${but}`))
          .map((e) => e.outerHTML.slice(0, 90))""",
        but,
    )
    return found


def touch(page: Any, x: float, *ys: float) -> Callable[[], None]:
    """Puts a finger on a point, and moves it up or down; what is returned lifts it."""
    wire = page.context.new_cdp_session(page)

    def send(kind: str, *points: dict[str, float]) -> None:
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    for at, y in enumerate(ys):
        send("touchMove" if at else "touchStart", {"x": x, "y": y})
    return lambda: send("touchEnd")


def wait_for_ply(page: Any, ply: int, last: int) -> None:
    told = f"{ply} / {last}"
    page.wait_for_function(
        "told => document.getElementById('count').textContent === told", arg=told
    )
