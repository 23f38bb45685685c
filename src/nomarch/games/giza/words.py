"""Giza in sentences: moves, events, prompts, positions and help, in whatever language `t` speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nomarch.games.giza import events as ev
from nomarch.games.giza.actions import DISCARD, DONE, ON, PLAY, REMOVE
from nomarch.games.giza.components import (
    BAD_STONE,
    DEMOLITION,
    HAND,
    NO_TILE,
    NUMBERS,
    SCARAB,
    SITES,
    SPHINX_BASE,
    SPHINX_BODY,
    SPHINX_HEAD,
    TREASURE,
)
from nomarch.games.giza.questions import site_points, top
from nomarch.games.giza.rules import DISCARDING, NO_SEAT, PLACING
from nomarch.i18n import Translate
from nomarch.kernel.events import Record
from nomarch.kernel.telling import Chapter, Position, listed

Names = Sequence[str]
MINUS = "−"


def signed(points: int) -> str:
    """Points with their sign, as they are printed on a tile."""
    return f"+{points}" if points > 0 else str(points).replace("-", MINUS)


def tile(t: Translate, kind: int) -> str:
    """A tile's name."""
    if kind < BAD_STONE:
        return t("stone +{number}").format(number=NUMBERS[kind])
    if kind < TREASURE:
        return t("stone −{number}").format(number=NUMBERS[kind])
    if kind < SPHINX_BASE:
        return t("treasure +{number}").format(number=NUMBERS[kind])
    return {
        SPHINX_BASE: t("base of the sphinx"),
        SPHINX_BODY: t("body of the sphinx"),
        SPHINX_HEAD: t("head of the sphinx"),
        DEMOLITION: t("demolition"),
        SCARAB: t("scarab"),
    }[kind]


def tile_tip(t: Translate, kind: int, base_points: int) -> str:
    """What a tile does, in one line."""
    if kind < TREASURE:
        about = t("goes on an empty pyramid site, or on a stone or treasure of a higher number")
    elif kind < SPHINX_BASE:
        about = t("goes on a stone of the same number")
    else:
        about = {
            SPHINX_BASE: t("goes on an empty sphinx site; {points} points"),
            SPHINX_BODY: t("goes on the base of a sphinx; +10 points"),
            SPHINX_HEAD: t("goes on the body of a sphinx; +15 points"),
            DEMOLITION: t("takes the top tile of any stack out of the game"),
            SCARAB: t("goes anywhere; until it is removed nothing can be built there"),
        }[kind].format(points=signed(base_points))
    return f"{sentence_case(tile(t, kind))}: {about}"


def sentence_case(words: str) -> str:
    """Words with a capital at the beginning."""
    return words[:1].upper() + words[1:]


def site(t: Translate, index: int) -> str:
    """A building site's name."""
    return (t("Khufu"), t("Khafre"), t("Menkaure"), t("Sphinx"))[index]


def category(t: Translate, index: int) -> str:
    """A scoring category's name: points are counted site by site."""
    return (t("Pyramid of Khufu"), t("Pyramid of Khafre"), t("Pyramid of Menkaure"), t("Sphinx"))[
        index
    ]


CATEGORIES = len(ev.CATEGORIES)


def marks(view: Any) -> int:
    """How many tiles are marked to be discarded."""
    return sum(view.marked)


def move(t: Translate, view: Any, action: int) -> str:
    """An action as an offer to the one who may take it."""
    if action == DONE:
        count = marks(view)
        if count == 1:
            return t("Discard 1 tile")
        return t("Discard {count} tiles").format(count=count)
    if action < PLAY:
        return t("Discard {tile}").format(tile=tile(t, action - DISCARD))
    if action < ON:
        return t("Play {tile}").format(tile=tile(t, action - PLAY))
    if action >= REMOVE:
        return t("Remove the scarab: {site}").format(site=site(t, action - REMOVE))
    return _place(t, view, *divmod(action - ON, SITES))


def _place(t: Translate, view: Any, owner: int, column: int) -> str:
    where = site(t, column)
    if owner == view.seat:
        if view.picked == DEMOLITION:
            return t("Demolish on your board: {site}").format(site=where)
        return t("Lay it on your board: {site}").format(site=where)
    if view.picked == DEMOLITION:
        return t("Demolish on the board of seat {seat}: {site}").format(site=where, seat=owner + 1)
    return t("Lay it on the board of seat {seat}: {site}").format(site=where, seat=owner + 1)


def prompt(t: Translate, view: Any, seat: int, to_act: Sequence[int], names: Names) -> str:
    """What is asked of the viewer now, or whom the game waits for."""
    if view.seat == NO_SEAT:
        return t("The game is over.")
    if seat not in to_act:
        return t("{player} is to act.").format(player=names[to_act[0]])
    if view.phase == PLACING and view.picked == DEMOLITION:
        return t("Choose a stack: its top tile leaves the game.")
    if view.phase == PLACING:
        return t("Choose a place for this tile: {tile}.").format(tile=tile(t, view.picked))
    if view.phase == DISCARDING:
        if marks(view) == HAND:
            return t("Discard all four tiles.")
        return t("Mark more tiles to discard, or discard what is marked.")
    if SCARAB in [top(view, seat, column) for column in range(SITES)]:
        return t("Play or discard tiles, or remove a scarab from your board.")
    return t("Play a tile, or discard tiles.")


def event(t: Translate, names: Names, record: Record) -> str:
    """An event as a sentence; empty for those that need no words."""
    kind, _, a, b, c, d = record
    if kind == ev.BEGAN:
        return t("{player} begins.").format(player=names[a])
    if kind == ev.TOOK:
        return t("You draw: {tile}.").format(tile=tile(t, b))
    if kind == ev.LAID:
        return _laid(t, names, a, tile(t, b), c, site(t, d))
    if kind == ev.DEMOLISHED:
        return _demolished(t, names, a, tile(t, b), c, site(t, d))
    if kind == ev.REMOVED:
        return t("{player} removes a scarab ({site}) and draws nothing.").format(
            player=names[a], site=site(t, b)
        )
    if kind == ev.UNCOVERED:
        return t("Now visible on the board of {player}: {tile} ({site}).").format(
            player=names[a], site=site(t, b), tile=tile(t, c)
        )
    if kind == ev.DISCARDED:
        return t("{player} discards: {tile}.").format(player=names[a], tile=tile(t, b))
    return _end_event(t, names, record)


def _laid(t: Translate, names: Names, seat: int, what: str, owner: int, where: str) -> str:
    if seat == owner:
        return t("{player} builds: {tile} ({site}).").format(
            player=names[seat], tile=what, site=where
        )
    return t("{player} plays on the board of {owner}: {tile} ({site}).").format(
        player=names[seat], tile=what, site=where, owner=names[owner]
    )


def _demolished(t: Translate, names: Names, seat: int, what: str, owner: int, where: str) -> str:
    if seat == owner:
        return t("{player} demolishes on their own board: {tile} ({site}).").format(
            player=names[seat], tile=what, site=where
        )
    return t("{player} demolishes on the board of {owner}: {tile} ({site}).").format(
        player=names[seat], tile=what, site=where, owner=names[owner]
    )


def _end_event(t: Translate, names: Names, record: Record) -> str:
    kind, _, a, b, c, _ = record
    if kind == ev.COMPLETED:
        if a == b:
            return t("{player} has completed three pyramids: the game ends.").format(
                player=names[a]
            )
        return t("{player} completes the three pyramids of {owner}: the game ends.").format(
            player=names[b], owner=names[a]
        )
    if kind == ev.PILE_EMPTY:
        return t("{player} draws the last tile: the game ends.").format(player=names[a])
    if kind == ev.SCORED and c != 0:
        return t("{player} scores {points} for {category}.").format(
            player=names[a], points=signed(c), category=category(t, b)
        )
    if kind == ev.TOTAL:
        return t("{player} ends with a score of {points}; treasures count {treasure}.").format(
            player=names[a], points=signed(b), treasure=c
        )
    if kind == ev.ENDED:
        return t("{player} wins the game.").format(player=names[a])
    if kind == ev.NEXT_FIRST:
        return t("Fewest points: {player} begins the next game.").format(player=names[a])
    return ""


def event_icon(record: Record) -> tuple[str, int] | None:
    """The tile that illustrates an event in a log, as the name of an icon set and an index."""
    if record[0] in (ev.TOOK, ev.LAID, ev.DEMOLISHED, ev.DISCARDED):
        return "tile", record[3]
    if record[0] == ev.UNCOVERED:
        return "tile", record[4]
    if record[0] == ev.REMOVED:
        return "tile", SCARAB
    return None


# --- A position ---------------------------------------------------------------------------------


def position(t: Translate, view: Any, names: Names) -> Position:
    """The position as a table: for terminals and screen readers."""
    if view.seat == NO_SEAT:
        whose = t("The game is over.")
    else:
        whose = t("{player} is to act.").format(player=names[view.seat])
    lines = [whose, t("Tiles in the pile: {count}.").format(count=view.pile_left)]
    hands = [
        [tile(t, kind) for kind in view.hand[seat] if kind != NO_TILE]
        for seat in range(view.players)
    ]
    lines += [t("Your hand: {tiles}.").format(tiles=listed(hand)) for hand in hands if hand]
    columns = (t("Player"), t("Points"), *(site(t, column) for column in range(SITES)))
    rows = tuple(
        (
            names[seat],
            known_points(view, seat),
            *(_stack(t, view, seat, column) for column in range(SITES)),
        )
        for seat in range(view.players)
    )
    return Position(tuple(lines), columns, rows)


def known_points(view: Any, seat: int) -> str:
    """A board's points where all its tiles may be looked at, or a question mark."""
    if view.seat == NO_SEAT:
        return signed(view.points[seat])
    if any(NO_TILE in view.stack[seat][i][: view.height[seat][i]] for i in range(SITES)):
        return "?"
    return signed(sum(site_points(view, seat, i) for i in range(SITES)))


def _stack(t: Translate, view: Any, seat: int, column: int) -> str:
    """A stack from the bottom up, with the number of tiles that may not be looked at."""
    tiles = view.stack[seat][column][: view.height[seat][column]]
    hidden = sum(kind == NO_TILE for kind in tiles)
    seen = [tile(t, kind) for kind in tiles if kind != NO_TILE]
    if hidden:
        seen.insert(0, t("{count} covered").format(count=hidden))
    return " / ".join(seen) if seen else "–"


def stack_tip(t: Translate, view: Any, names: Names, seat: int, column: int) -> str:
    """What a stack shows, in one line."""
    if view.height[seat][column] == 0:
        return t("{player}, {site}: empty").format(site=site(t, column), player=names[seat])
    return t("{player}, {site}: {tiles}").format(
        site=site(t, column), player=names[seat], tiles=_stack(t, view, seat, column)
    )


# --- Help ---------------------------------------------------------------------------------------


def rules_help(t: Translate) -> tuple[Chapter, ...]:
    """The rules in our own words, short enough to read beside the board."""
    return (
        Chapter(t("The aim"), (
            t("Build three pyramids and a sphinx worth many points, and spoil those of the others. Most points win."),
        )),
        Chapter(t("Your turn"), (
            t("Play one tile on any board, yours or another's, or discard one to four tiles face up. Then draw until you hold four again."),
            t("Or take one scarab off the top of one of your own stacks: that is your whole turn, and you draw nothing."),
        )),
        Chapter(t("Stones and treasures"), (
            t("A stone goes on an empty pyramid site, or on a stone or treasure with a higher number; plus and minus do not matter, and numbers may be skipped."),
            t("A treasure goes on a stone with exactly its number, and nowhere else."),
        )),
        Chapter(t("The sphinx"), (
            t("Base, body, head: in this order, on the sphinx site. The base costs points, body and head bring more."),
        )),
        Chapter(t("Sabotage"), (
            t("A demolition takes the top tile of any stack out of the game, a scarab too."),
            t("A scarab goes on any site or stack. While it lies on top, only another scarab or a demolition can be played there. What lies below still counts at the end."),
        )),
        Chapter(t("What you may look at"), (
            t("Your own stacks whole; of the others only the top tile and the height."),
        )),
        Chapter(t("The end"), (
            t("The game ends at once when all three pyramids of a player show a 1, good or bad, whoever laid it, or when the last tile is drawn. A scarab on a 1 hides it."),
            t("Add up all tiles of your four stacks: stones and treasures count their number, bad stones and the base of a sphinx count against you. Tiles in hand do not count. Treasures break ties."),
        )),
    )  # fmt: skip
