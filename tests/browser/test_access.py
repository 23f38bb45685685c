"""For every hand and every eye: keyboard alone, a phone, a screen reader, a slow line."""

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

from nomarch.kernel.declare.game import rulebooks
from nomarch.storage.schema import PERSON
from nomarch.storage.statements import update_rows
from tests.browser import playing
from tests.browser.society import stage_profiles
from tests.browser.staging import Site, after, late, offers, stage_tournament

AXE = "axe-core@4"
LARGEST_PAGE = 400_000


@pytest.mark.thorough
def test_a_game_by_keyboard_alone(person: Any) -> None:
    """From the home page into a duel: Tab, arrows and Enter are all there is."""
    page = person().page("/")
    playing.tab_to(page, "e => e.getAttribute('href') === '#main'", 1)
    playing.tab_to(page, "e => e.getAttribute('href') === '/new/ra?friends'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/ra?friends")
    page.locator("#seats li").first.wait_for()
    playing.tab_to(page, "e => e.name === 'players'")
    playing.tab_to(page, "e => e.name === 'players' && e.value === '2'", 4, "ArrowRight")
    assert page.locator("#seats li").count() == 2
    playing.tab_to(page, "e => e.classList.contains('kind') && e.value === 'friend'")
    playing.tab_to(page, "e => e.value === 'bot:greedy'", 8, "ArrowUp")
    playing.tab_to(page, "e => e.type === 'submit'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    playing.wait_for_turn(page)

    playing.tab_to(page, "e => e.dataset.action !== undefined")
    steps = 0
    for turn in range(5):
        playing.wait_for_turn(page)
        if turn:
            assert page.evaluate("document.activeElement.id") == "prompt", "it rests there"
            page.keyboard.press("ArrowDown")
        if not playing.is_on_choice(page):  # nothing but a move that ends something
            playing.tab_to(page, "e => e.dataset.action !== undefined")
        steps += choose_another(page)
        playing.press_choice(page)
    assert steps > 0, "the arrows never led to another choice"
    assert page.locator("#announce").inner_text(), "what happened is told to those who listen"


def choose_another(page: Any) -> int:
    """Goes to a neighbouring choice by arrow, whichever way there is one."""
    here = page.evaluate("document.activeElement.dataset.action")
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
        if page.evaluate("document.activeElement.dataset.action") != here:
            return 1
    return 0


def test_focus_and_announcements_while_others_move(at_table: Any) -> None:
    mine, hers = at_table(after(0), seats=("Neith", "Tia", "Tia")).pages
    playing.show_moves(mine)
    mine.locator("#moves [data-move=draw]").focus()
    mine.keyboard.press("Enter")
    playing.wait_for_turn(hers)
    mine.wait_for_function("() => document.activeElement.id === 'prompt'")
    mine.wait_for_function(
        "() => document.getElementById('announce').textContent.includes('You draw')"
    )
    while playing.next_to_move(mine, hers, hers) is hers:
        playing.play(hers, playing.moves(hers)[0])
    assert mine.evaluate("document.activeElement.id") == "prompt"
    assert "Tia" in mine.locator("#announce").inner_text()


# --- A phone --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tables(site: Site) -> dict[str, str]:
    neith = site.person("Neith")
    site.stage("a-middle", [neith, "bot", "bot", "bot", "bot"], stop=after(60))
    site.stage("a-auction", [neith, "bot", "bot"], stop=offers("bid", 0, 30))
    site.stage("a-end", [neith, "bot", "bot", "bot"])
    site.stage("a-open", [neith, "open", "bot"], stop=lambda match: True)
    stage_tournament(site, "a-cup", [neith, *(site.person(name) for name in ("Khnum", "Tefnut"))])
    player, _ = stage_profiles(site)
    update_rows(site.store, PERSON, {"id": neith.id}, role="moderator")
    return {
        "daily": "/daily", "tournaments": "/tournaments", "tournament": "/tournaments/a-cup",
        "new tournament": "/tournaments/new",
        "home": "/", "set-up": "/new/ra", "middle": "/t/a-middle", "auction": "/t/a-auction",
        "end": "/t/a-end", "open": "/t/a-open", "replay": "/t/a-end/replay",
        "rules": "/rules/ra", "tables": "/tables", "me": "/me", "notices": "/notices",
        "offline": "/offline", "lobby": "/lobby", "friends": "/friends",
        "profile": f"/@{player.handle}", "ratings": "/ratings/ra", "sign-in": "/sign-in",
        "report": f"/report?player={player.handle}", "moderation": "/moderation",
    }  # fmt: skip


OFFLINE = """if (location.pathname === "/offline")
  Object.defineProperty(Navigator.prototype, "onLine", { get: () => false });"""
"""With a network, the page that says there is none loads itself again after three seconds."""


def wait_for_tall_board(page: Any) -> None:
    page.wait_for_function("() => document.querySelector('svg.board').viewBox.baseVal.width < 500")


def test_nothing_scrolls_sideways_on_a_phone(person: Any, site: Site, tables: Any) -> None:
    someone = person(site.person("Neith"), phone=True)
    someone.expected.append("404")
    someone.context.add_init_script(OFFLINE)
    page = someone.page("/")
    stranger = person(phone=True).page("/t/a-open/join/invite-a-open")
    for each, path in [(page, p) for p in (*tables.values(), "/nowhere")] + [(stranger, None)]:
        if path:
            each.goto(site.url + path)
        if path in ("/t/a-middle", "/t/a-auction", "/t/a-end", "/t/a-open"):
            wait_for_tall_board(each)
            playing.wait_until_live(each)
        wide = playing.too_wide(each)
        assert each.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, wide)
        assert not wide, (path, wide)
        assert each.evaluate("scrollY") == 0, f"{path} scrolled by itself"
    page.get_by_role("link", name="All games").click()  # from where nothing is
    page.wait_for_url(f"{site.url}/")


def test_a_turn_on_a_phone_by_touch(at_table: Any) -> None:
    page = at_table(after(40), phone=True).page
    wait_for_tall_board(page)
    height = page.viewport_size["height"]
    for selector in ("#prompt", "#all-moves summary", "#undo", "#hint"):
        box = page.locator(selector).bounding_box()
        assert box["y"] >= height / 2, f"{selector} is out of the thumb's reach"
        assert box["y"] + box["height"] <= height, f"{selector} is below the screen"
    plate = page.locator("#frame .nameplate[data-tip]").first
    plate.scroll_into_view_if_needed()
    plate.tap(force=True)  # in the middle, between the name and the points
    page.locator("#tip", has_text="You have").wait_for()
    before = playing.seq(page)
    page.locator("svg.board [data-action=draw]").tap()
    playing.wait_for_seq(page, before + 1)
    playing.wait_for_turn(page)
    assert page.locator("#tip").is_hidden(), "a tap plays and explains nothing"
    # At its end the board's last row lies above the bar.
    page.evaluate("document.querySelector('.stage').scrollTo({top: 1e5, behavior: 'instant'})")
    card = page.locator(".bar").bounding_box()
    board = page.locator("svg.board").bounding_box()
    assert board["y"] + board["height"] <= card["y"] + 1
    # A long press explains and plays nothing.
    before = playing.seq(page)
    page.evaluate(
        """() => {
          window.clicked = [];
          const note = ({ target }) => window.clicked.push(target.closest("[id]").id);
          document.addEventListener("click", note, true);
        }"""
    )
    bag = page.locator("#board-bag")
    bag.scroll_into_view_if_needed()
    box = bag.bounding_box()
    lift = playing.touch(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("#tip").wait_for()
    assert "left in the bag" in page.locator("#tip").inner_text()
    lift()
    # What a later tap does comes after whatever the press would have done.
    page.locator("#prompt").tap()
    page.wait_for_function("() => window.clicked.includes('prompt')")
    assert page.evaluate("window.clicked") == ["prompt"]
    assert playing.seq(page) == before


# --- Screen readers and contrast ------------------------------------------------------------------


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, fetched from the package registry and kept outside the project."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "nomarch-tests"
    kept = cache / "axe.min.js"
    if not kept.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            command = ["npm", "install", AXE, "--prefix", folder, "--fetch-retries=1"]
            try:
                subprocess.run(command, capture_output=True, check=True, timeout=120)
            except (OSError, subprocess.SubprocessError) as error:
                if os.environ.get("CI"):
                    raise
                pytest.skip(f"axe-core cannot be fetched: {error}")
            (Path(folder) / "node_modules/axe-core/axe.min.js").replace(kept)
    return kept.read_text(encoding="utf-8")


_RUN_AXE = """async ([isOnlyContrast, isBoardLeftOut]) => {
  // A log line is like the next one: thirty of them tell as much as three hundred.
  // So are chapters of rules and covers of games, in a run that looks at one board only.
  const alike = isBoardLeftOut ? ", .chapter:nth-of-type(n+4), .covers > :nth-child(n+3)" : "";
  for (const part of document.querySelectorAll(`#log li:nth-child(n+30)${alike}`)) part.remove();
  const options = { resultTypes: ["violations"] };
  if (isOnlyContrast) options.runOnly = ["color-contrast"];
  else options.rules = { "label-content-name-mismatch": { enabled: true } };
  const skipped = isBoardLeftOut ? [["svg.board"]] : [];
  const { violations } = await axe.run({ exclude: [[".sprite"], ...skipped] }, options);
  // What is painted on a piece is no label: its name says what choosing it does.
  const isPainted = ({ target }) => document.querySelector(target[0])?.closest("svg.board");
  const mismatch = violations.find((line) => line.id === "label-content-name-mismatch");
  if (mismatch) mismatch.nodes = mismatch.nodes.filter((node) => !isPainted(node));
  return violations
    .filter((line) => line.nodes.length && ["serious", "critical"].includes(line.impact))
    .map((line) => [line.id, line.nodes.slice(0, 3).map((node) =>
      `${node.target} ${node.failureSummary}`)]);
}"""
"""Everything by day; by night only what depends on colours."""


LIKE_OTHERS = {
    "light": {"auction", "open"},
    "dark": {
        "daily", "tournaments", "new tournament", "set-up", "auction", "open", "replay", "tables",
        "me", "notices", "offline", "lobby", "friends", "ratings", "sign-in", "report",
    },
}  # fmt: skip
"""Pages with the parts of others, and in the dark theme those whose colours are all on others."""


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.thorough)])
def test_no_serious_barrier(
    person: Any, site: Site, tables: Any, axe: str, theme: str, request: pytest.FixtureRequest
) -> None:
    someone = person(site.person("Neith"), color_scheme=theme)
    someone.context.add_init_script(OFFLINE)
    page = someone.page("/")
    is_thorough, found = request.config.getoption("--thorough"), []
    for name, path in tables.items():
        if name in LIKE_OTHERS[theme] and not is_thorough:
            continue
        page.goto(site.url + path)
        if path.startswith("/t/") and not path.endswith("replay"):
            playing.wait_until_live(page)
        page.evaluate(axe)
        # One board tells the same as five; their colours are checked in tests/conformance.
        is_board_left_out = not is_thorough and (name != "middle" or theme == "dark")
        outcome = page.evaluate(_RUN_AXE, [theme == "dark", is_board_left_out])
        found += [(name, *line) for line in outcome]
    assert not found, json.dumps(found, indent=1)


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", rulebooks())
def test_no_serious_barrier_in_any_game(at_table: Any, axe: str, game: str, theme: str) -> None:
    """A board, an open dialog, the end, a lesson and a puzzle."""
    seats = ["Neith", "bot", "bot"][: max(rulebooks()[game].game.players)]
    page = at_table(late(30), game, seats, color_scheme=theme).page
    found = list[Any]()

    def look(name: str) -> None:
        page.evaluate(axe)
        found.extend((name, *line) for line in page.evaluate(_RUN_AXE, [theme == "dark", False]))

    look("board")
    page.keyboard.press("?")
    page.locator("dialog.reading").wait_for()
    look("dialog")
    page = at_table(None, game, seats, color_scheme=theme).page
    look("end")
    for kind in ("learn", "puzzles"):
        page.goto(f"{page.url.partition('/t/')[0]}/{kind}/{game}")
        page.locator(f"main a[href*='/learn/{game}/']").first.click()
        page.locator("#frame svg.board").wait_for(state="attached")
        look(kind)
    assert not found, json.dumps(found, indent=1)


def test_a_table_is_light(person: Any, site: Site, tables: Any, phone: bool) -> None:
    someone = person(site.person("Neith"), phone=phone)
    page = someone.context.new_page()
    wire = someone.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: dict[str, float] = {}
    names: dict[str, str] = {}
    wire.on(
        "Network.requestWillBeSent", lambda e: names.update({e["requestId"]: e["request"]["url"]})
    )
    wire.on(
        "Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]})
    )
    page.goto(f"{site.url}/t/a-end", wait_until="networkidle")
    total = sum(sizes.values())
    told = {names.get(key, "?").removeprefix(site.url): size for key, size in sizes.items()}
    assert 10_000 < total < LARGEST_PAGE, told
    assert len(set(told)) == len(sizes), f"something was loaded twice: {sorted(told)}"
