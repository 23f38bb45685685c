"""Playing through a page: whose turn it is, a move, a whole game."""

from __future__ import annotations

from typing import Any


def seq(page: Any) -> int:
    """The number of the position that a page shows."""
    return int(page.locator("body").get_attribute("data-seq"))


def is_my_turn(page: Any) -> bool:
    """Whether the page asks for a move."""
    return bool(page.evaluate("document.body.classList.contains('my-turn')"))


def is_over(page: Any) -> bool:
    """Whether the page shows the end."""
    return bool(page.evaluate("document.body.classList.contains('over')"))


def wait_for_turn(page: Any) -> None:
    """Waits until the page asks for a move."""
    page.wait_for_function("() => document.body.classList.contains('my-turn')")


def next_to_move(*pages: Any) -> Any:
    """The page that asks for a move, as soon as one does."""
    for _ in range(500):
        for page in pages:
            if is_my_turn(page):
                return page
        pages[0].wait_for_timeout(20)
    raise AssertionError("nobody's turn comes")


def moves(page: Any) -> list[str]:
    """What may be done now, in notation."""
    found: list[str] = page.eval_on_selector_all(
        "#moves .move", "all => all.map(b => b.dataset.move)"
    )
    return found


def play(page: Any, move: str) -> None:
    """Presses a move's button and waits until the table has moved on."""
    before = seq(page)
    page.locator(f'#moves [data-move="{move}"]').click()
    page.wait_for_function("before => Number(document.body.dataset.seq) > before", arg=before)


_AUTOPILOT = """() => setInterval(() => {
  const { classList, dataset } = document.body;
  if (!classList.contains("my-turn") || window.answered === dataset.seq) return;
  window.answered = dataset.seq;
  const offers = new Map([...document.querySelectorAll("#moves .move")].map(
    (button) => [button.dataset.move, button]));
  const bids = [...offers.keys()].filter((move) => move.startsWith("bid"));
  const tiles = document.querySelectorAll("svg.board [id^='board-track-']").length;
  const invokes = offers.has("invoke") && (tiles >= 1 || !offers.has("draw"));
  const move = bids.length ? bids.sort((a, b) => b.split(" ")[1] - a.split(" ")[1])[0]
    : invokes ? "invoke" : offers.has("draw") ? "draw" : [...offers.keys()][0];
  const piece = document.querySelector(`svg.board [data-action="${move}"]`);
  (piece ?? offers.get(move)).dispatchEvent(new MouseEvent("click", { bubbles: true }));
}, 30)"""
"""Clicks on the board like somebody in a hurry who wants the game to end."""


def play_out(*pages: Any, seconds: float = 90) -> None:
    """Plays on, with whoever's turn it is, until every page shows the end."""
    for page in pages:
        page.evaluate(_AUTOPILOT)
    for page in pages:
        page.wait_for_function(
            "() => document.body.classList.contains('over')", timeout=seconds * 1000, polling=200
        )


def tab_to(page: Any, test: str, most: int = 60, key: str = "Tab") -> None:
    """Presses a key until the focus is on an element that passes a test, given as `e => …`."""
    for _ in range(most):
        page.keyboard.press(key)
        if page.evaluate(f"({test})(document.activeElement)"):
            return
    where = page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"{most} times {key} did not get there; the focus is on {where}")
