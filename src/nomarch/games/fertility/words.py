"""Fertility in sentences: moves, events, prompts, positions and help, in whatever language `t` speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nomarch.games.fertility import events as ev
from nomarch.games.fertility import rules as dialect
from nomarch.games.fertility import actions as act, components as box, state as st
from nomarch.i18n import Translate
from nomarch.kernel.events import Record
from nomarch.kernel.telling import Chapter, Position, listed

Names = Sequence[str]
rules: Any = dialect
"""The rules, which are untyped: all backends read them."""


# --- Things ---------------------------------------------------------------------------------------


def resource(t: Translate, kind: int) -> str:
    """A resource's name; wheat counts as one here, and so does any of them."""
    return (t("alabaster"), t("bovine"), t("grape"), t("papyrus"), t("wheat"))[kind]


def tile(t: Translate, kind: int) -> str:
    """A valley tile by its scenes."""
    first, second = box.TILE_SCENES[kind]
    return f"{resource(t, first)}–{resource(t, second)}"


def monument(t: Translate, seat: int) -> str:
    """A seat's kind of monument."""
    return (t("obelisk"), t("pyramid"), t("sphinx"), t("temple"))[seat]


def god(t: Translate, index: int) -> str:
    """A god's name."""
    return (t("Anubis"), t("Bastet"), t("Horus"), t("Sobek"), t("Thoth"))[index]


def gods_in(t: Translate, bits: int) -> str:
    """The gods of a bit set."""
    return " + ".join(god(t, index) for index in range(box.GODS) if bits >> index & 1)


def needs(t: Translate, number: int) -> str:
    """What a shop needs."""
    return " + ".join(
        t("any resource") if need == box.ANY else resource(t, need)
        for need in box.SHOPS[number][box.NEED : box.KIND]
        if need != box.NOTHING
    )


def gives(t: Translate, number: int) -> str:
    """What a complete shop gives."""
    kind, value = box.SHOP_KIND[number], box.SHOP_VALUE[number]
    if kind == box.GENERAL:
        return t("{count} Debens").format(count=value)
    if kind == box.SPECIAL:
        return t("{count} per {resource} in the metropolis").format(
            count=value, resource=resource(t, box.SHOP_NEEDS[number][0])
        )
    if kind == box.GRAIN:
        return t("{count} wheat at once").format(count=value)
    if kind == box.STATUE:
        return t("statue of {gods}").format(gods=gods_in(t, value))
    if kind == box.CHOICE:
        return t("statue of a god of your choice")
    offered = [resource(t, r) for r in range(box.KINDS) if value >> r & 1]
    return t("at once one of {resources} for another shop").format(resources=", ".join(offered))


def shop(t: Translate, number: int) -> str:
    """A shop: what goes in and what comes out."""
    return f"{needs(t, number)} → {gives(t, number)}"


def district(t: Translate, index: int) -> str:
    """A district's name."""
    return t("district {number}").format(number=index + 1)


def district_tip(t: Translate, index: int) -> str:
    """A district with its cost and shops, in one line."""
    shops = [shop(t, number) for number in box.DISTRICT_SHOP[index] if number != box.NO_SHOP]
    return t("District {number}, cost {cost}: {shops}").format(
        number=index + 1, cost=box.DISTRICT_COST[index], shops="; ".join(shops)
    )


def harvest(t: Translate, view: Any, kind: int, at: int, turn: int) -> str:
    """What a tile would bring if it were laid so."""
    parts = []
    for r, count in harvest_counts(view, kind, at, turn):
        parts.append(f"{count} × {resource(t, r)}")
    quarries = quarry_count(view, at, turn)
    if quarries:
        parts.append(t("{count} × quarry").format(count=quarries))
    return listed(parts)


def harvest_counts(view: Any, kind: int, at: int, turn: int) -> list[tuple[int, int]]:
    """What a tile would bring: resources and wheat, each with its count."""
    counts = [(r, rules.crop(view, kind, at, turn, r)) for r in range(box.KINDS)]
    counts.append((box.WHEAT, rules.wheat_beside(view, at, turn)))
    return [(r, count) for r, count in counts if count]


def quarry_count(view: Any, at: int, turn: int) -> int:
    """How many quarries a tile would close."""
    around = (at + box.BORDER[turn][i] for i in range(box.BORDER_CELLS))
    return sum(bool(rules.is_quarry(view, place, at, turn)) for place in around)


def best_turn(view: Any, kind: int, at: int) -> int:
    """The turn that brings most from a cell, for a preview."""
    turns = [turn for turn in range(4) if rules.may_lie(view, kind, at, turn)]
    return max(turns, key=lambda turn: harvest_size(view, kind, at, turn))


def harvest_size(view: Any, kind: int, at: int, turn: int) -> int:
    """How many things a tile would bring, quarries included."""
    counts = harvest_counts(view, kind, at, turn)
    return sum(count for _, count in counts) + quarry_count(view, at, turn)


def category(t: Translate, index: int) -> str:
    """A scoring category's name."""
    return (
        t("General shops"), t("Specialised shops"), t("Statues"), t("Monuments"), t("Granary"),
    )[index]  # fmt: skip


CATEGORIES = len(ev.CATEGORIES)


# --- Moves ----------------------------------------------------------------------------------------


def move(t: Translate, view: Any, action: int) -> str:
    """An action as an offer to the one who may take it."""
    if action == act.DONE:
        return t("End your turn")
    if action < act.PAY:
        return _quarry_move(t, view, action)
    if action < act.TURN:
        return t("Pay 1 {resource}").format(resource=resource(t, action - act.PAY))
    if action < act.LAY:
        return _turn_move(t, view, action - act.TURN)
    if act.SLOT <= action < act.SUPPLY:
        return t("Build on space {number}").format(number=action - act.SLOT + 1)
    if act.SUPPLY <= action < act.BUILD:
        return _supply_move(t, view, *divmod(action - act.SUPPLY, box.KINDS))
    if act.BUILD <= action < act.CELL:
        index = action - act.BUILD
        return t("Build {district}, cost {cost}").format(
            district=district(t, index), cost=box.DISTRICT_COST[index]
        )
    if act.CELL <= action < act.DISCARD:
        return _cell_move(t, view, action - act.CELL)
    if action >= act.BOARD:
        return _setup_move(t, action)
    return _tile_move(t, action)


def _quarry_move(t: Translate, view: Any, action: int) -> str:
    if action >= act.QUARRY:
        return t("Quarry: take {resource}").format(resource=resource(t, action - act.QUARRY))
    if action == act.QUARRY_MONUMENT:
        return t("Quarry: place your {monument}").format(monument=monument(t, view.seat))
    return t("Quarry: leave it empty")


def _turn_move(t: Translate, view: Any, turn: int) -> str:
    if view.asked == st.TURN_START:
        place = view.start_at + box.START_STEPS[(1 + turn) % 4]
        return t("Start tile with {scene} on {cell}").format(
            scene=resource(t, box.START_SCENES[1]), cell=act.cell_name(box.CELL_OF[place])
        )
    return t("{scene} on {cell}: {harvest}").format(
        scene=resource(t, box.TILE_SCENES[view.tile][1]),
        cell=act.cell_name(box.CELL_OF[view.at + box.STEP[turn]]),
        harvest=harvest(t, view, view.tile, view.at, turn),
    )


def _cell_move(t: Translate, view: Any, cell: int) -> str:
    if view.asked == st.CHOOSE_QUARRY:
        return t("Use the quarry on {cell}").format(cell=act.cell_name(cell))
    turn = best_turn(view, view.tile, box.AT[cell])
    return t("{scene} on {cell}: at best {harvest}").format(
        scene=resource(t, box.TILE_SCENES[view.tile][0]), cell=act.cell_name(cell),
        harvest=harvest(t, view, view.tile, box.AT[cell], turn),
    )  # fmt: skip


def _supply_move(t: Translate, view: Any, place: int, kind: int) -> str:
    number = view.shop[view.seat][place]
    if view.asked == st.TRADE:
        return t("Take {resource} for: {shop}").format(
            resource=resource(t, kind), shop=shop(t, number)
        )
    return t("Supply {resource} to: {shop}").format(
        resource=resource(t, kind), shop=shop(t, number)
    )


def _tile_move(t: Translate, action: int) -> str:
    if act.LAY <= action < act.TAKE:
        return t("Lay {tile}").format(tile=tile(t, action - act.LAY))
    if act.TAKE <= action < act.SLOT:
        return t("Take {tile}").format(tile=tile(t, action - act.TAKE))
    if act.DISCARD <= action < act.REMOVE:
        return t("Discard {tile}").format(tile=tile(t, action - act.DISCARD))
    return t("Remove {tile}").format(tile=tile(t, action - act.REMOVE))


def _setup_move(t: Translate, action: int) -> str:
    if action >= act.SYMBOL:
        return t("Start on board {place}").format(place=action - act.SYMBOL + 1)
    board, turned = divmod(action - act.BOARD, 2)
    if turned:
        return t("Lay valley board {number}, turned").format(number=board + 1)
    return t("Lay valley board {number}").format(number=board + 1)


# --- Prompts --------------------------------------------------------------------------------------


def prompt(t: Translate, view: Any, seat: int, to_act: Sequence[int], names: Names) -> str:
    """What is asked of the viewer now, or whom the game waits for."""
    if view.asked == st.OVER:
        return t("The game is over.")
    if seat not in to_act:
        return _waiting(t, view, names[to_act[0]])
    if view.asked in (st.CITY, st.SUPPLYING, st.PAYMENT, st.CHOOSE_SLOT, st.TRADE):
        return _city_prompt(t, view)
    return {
        st.LAY_OUT: t("Choose the next valley board, from left to right."),
        st.CHOOSE_SYMBOL: t("Choose the start symbol."),
        st.TURN_START: t("Turn the start tile."),
        st.CHOOSE_TILE: t("Choose a tile to lay."),
        st.CHOOSE_CELL: t("Choose a cell for the first half of the tile."),
        st.CHOOSE_TURN: t("Choose where the other half lies."),
        st.NO_FIT: t("None of your tiles fits: discard one."),
        st.CHOOSE_QUARRY: t("You closed several quarries: choose one."),
        st.QUARRY_GAIN: t("A quarry: take a resource or place a monument."),
        st.TAKING: t("Take a tile from the common reserve."),
        st.REMOVING: t("Remove a tile from the common reserve."),
    }[view.asked]


def _city_prompt(t: Translate, view: Any) -> str:
    if view.asked == st.PAYMENT:
        return t("Pay for the district: {count} left.").format(count=view.owed)
    if view.asked == st.CHOOSE_SLOT:
        return t("Choose a space for the district.")
    if view.asked == st.TRADE:
        return t("Exchange: choose a resource and the shop it goes to.")
    if view.asked == st.SUPPLYING:
        return t("Supply your shops, or end your turn.")
    return t("Build a district, or go on and supply your shops.")


def _waiting(t: Translate, view: Any, name: str) -> str:
    if view.asked <= st.TURN_START:
        return t("{player} lays out the valley.").format(player=name)
    if view.asked < st.CITY:
        return t("{player} lays a tile.").format(player=name)
    if view.asked < st.TAKING:
        return t("{player} builds and supplies shops.").format(player=name)
    return t("{player} takes a tile.").format(player=name)


# --- Events ---------------------------------------------------------------------------------------


def event(t: Translate, names: Names, record: Record) -> str:
    """An event as a sentence; empty for those that need no words."""
    kind = record[0]
    if kind in (ev.BOARD_LAID, ev.START_LAID, ev.SHOWN_TILE, ev.SHOWN_DISTRICT, ev.LAST_ROUND):
        return _table_event(t, record)
    if kind in (ev.METROPOLIS, ev.DEALT, ev.TURN_STARTED, ev.COMPLETED):
        return ""
    if kind <= ev.DISCARDED:
        return _valley_event(t, names, record)
    if kind == ev.LAYING_OUT:
        return t("{player} lays out the valley.").format(player=names[record[2]])
    if kind <= ev.REMOVED:
        return _city_event(t, names, record)
    return _end_event(t, names, record)


def _table_event(t: Translate, record: Record) -> str:
    kind, _, a, b, c, _ = record
    if kind == ev.BOARD_LAID:
        if c:
            return t("Valley board {number} is laid, turned.").format(number=b + 1)
        return t("Valley board {number} is laid.").format(number=b + 1)
    if kind == ev.START_LAID:
        return t("The start tile lies on {cell}.").format(cell=act.cell_name(a))
    if kind == ev.SHOWN_TILE:
        return t("New in the common reserve: {tile}.").format(tile=tile(t, a))
    if kind == ev.SHOWN_DISTRICT:
        return t("New: {district}.").format(district=district(t, a))
    return t("The common reserve cannot be refilled: one last turn for everyone.")


def _valley_event(t: Translate, names: Names, record: Record) -> str:
    kind, _, a, b, c, _ = record
    if kind == ev.LAID:
        return t("{player} lays {tile} on {cell}.").format(
            player=names[a], tile=tile(t, b), cell=act.cell_name(c)
        )
    if kind == ev.HARVESTED:
        return t("{player} gains {count} × {resource}.").format(
            player=names[a], count=c, resource=resource(t, b)
        )
    if kind == ev.SHORT:
        return t("The stock is out of {resource}: {count} too few.").format(
            resource=resource(t, b), count=c
        )
    if kind == ev.QUARRY_CLOSED:
        return t("{player} closes a quarry on {cell}.").format(
            player=names[a], cell=act.cell_name(b)
        )
    if kind == ev.QUARRIED:
        return t("{player} takes {resource} from the quarry.").format(
            player=names[a], resource=resource(t, b)
        )
    if kind == ev.MONUMENT_PLACED:
        return t("{player} places a monument on {cell}.").format(
            player=names[a], cell=act.cell_name(b)
        )
    if kind == ev.QUARRY_LEFT:
        return t("{player} leaves the quarry empty.").format(player=names[a])
    return t("No tile fits: {player} discards {tile}.").format(player=names[a], tile=tile(t, b))


def _city_event(t: Translate, names: Names, record: Record) -> str:
    kind, _, a, b, c, _ = record
    player = names[a]
    if kind == ev.BUILT:
        return t("{player} builds {district}.").format(player=player, district=district(t, b))
    if kind == ev.PAID:
        return t("{player} pays 1 {resource}.").format(player=player, resource=resource(t, b))
    if kind == ev.SUPPLIED:
        return t("{player} supplies {resource}: {shop}.").format(
            player=player, resource=resource(t, b), shop=shop(t, c)
        )
    if kind == ev.TRADED:
        return t("{player} exchanges for {resource}.").format(
            player=player, resource=resource(t, b)
        )
    if kind == ev.RETURNED:
        return t("{player} returns {count} × {resource}.").format(
            player=player, count=c, resource=resource(t, b)
        )
    if kind == ev.TOOK:
        return t("{player} takes {tile}.").format(player=player, tile=tile(t, b))
    return t("{player} removes {tile}.").format(player=player, tile=tile(t, b))


def _end_event(t: Translate, names: Names, record: Record) -> str:
    kind, _, a, b, c, _ = record
    if kind == ev.SCORED:
        return t("{player} scores {points} for {category}.").format(
            player=names[a], points=c, category=category(t, b)
        )
    if kind == ev.TOTAL:
        return t("{player} has {points} Debens.").format(player=names[a], points=b)
    if b == ev.SHARED:
        return t("{player} shares the victory.").format(player=names[a])
    if b == ev.FEWEST_PIECES:
        return t("{player} wins the game with the fewest resources.").format(player=names[a])
    return t("{player} wins the game.").format(player=names[a])


def event_icon(record: Record) -> tuple[str, int] | None:
    """The piece that illustrates an event in a log, as the name of an icon set and an index."""
    kind = record[0]
    if kind in (ev.HARVESTED, ev.SHORT, ev.QUARRIED, ev.PAID, ev.SUPPLIED, ev.TRADED, ev.RETURNED):
        return "resource", record[3]
    if kind == ev.MONUMENT_PLACED:
        return "monument", record[2]
    return None


# --- A position ---------------------------------------------------------------------------------


def turn_line(t: Translate, view: Any) -> str:
    """Which turn it is."""
    turn = min(box.TURNS_EACH, view.turns // view.players + 1)
    return t("Turn {turn} of {turns}").format(turn=turn, turns=box.TURNS_EACH)


def position(t: Translate, view: Any, names: Names) -> Position:
    """The position as a table: for terminals and screen readers."""
    lines = (
        f"{turn_line(t, view)}.",
        t("Common reserve: {tiles}; {count} tiles in the pile.").format(
            tiles=listed(_tiles(t, view.common)), count=view.pile
        ),
        t("Districts: {districts}.").format(
            districts=listed([district_tip(t, d) for d in view.shown if d != st.NONE])
        ),
        t("Stock: {resources}.").format(
            resources=listed([f"{view.stock[r]} × {resource(t, r)}" for r in range(box.KINDS)])
        ),
        t("Harvest of this turn: {resources}.").format(resources=listed(_beside(t, view))),
        t("Valley: capitals are scenes, small letters icons, w wheat, ~ water, digits monuments."),
        *(_valley_row(view, row) for row in range(box.VALLEY_ROWS)),
    )
    columns = (
        t("Player"), t("Debens"), t("Wheat"), t("Gods"), t("Monuments"), t("Tiles"), t("Shops"),
    )  # fmt: skip
    rows = tuple(
        (
            names[seat],
            str(rules.debens(view, seat)),
            t("{count} = {points}").format(
                count=view.wheat[seat], points=box.WHEAT_POINTS[view.wheat[seat]]
            ),
            str(rules.gods_of(view, seat)),
            f"{view.monuments[seat]}/{box.MONUMENTS_EACH}",
            listed(_tiles(t, view.hand[seat])),
            listed(_shops(t, view, seat)),
        )
        for seat in range(view.players)
    )
    return Position(lines, columns, rows)


def _tiles(t: Translate, counts: Sequence[int]) -> list[str]:
    parts = []
    for kind in range(box.TILE_KINDS):
        if counts[kind]:
            name = tile(t, kind)
            parts.append(name if counts[kind] == 1 else f"{counts[kind]} × {name}")
    return parts


def _beside(t: Translate, view: Any) -> list[str]:
    return [f"{view.beside[r]} × {resource(t, r)}" for r in range(box.KINDS) if view.beside[r]]


def _shops(t: Translate, view: Any, seat: int) -> list[str]:
    """A seat's shops, each with a sign for every piece it holds."""
    parts = []
    for place in range(box.SHOPS_PER_SEAT):
        number = view.shop[seat][place]
        if number != box.NO_SHOP:
            pieces = [piece for piece in view.put[seat][place] if piece != st.NONE]
            done = "✓" if rules.is_complete(view, seat, place) else "●" * len(pieces)
            parts.append(f"{shop(t, number)} {done}".strip())
    return parts


def _valley_row(view: Any, row: int) -> str:
    signs = []
    for column in range(box.VALLEY_COLUMNS * view.boards):
        what = view.cell[box.AT[column + box.MOST_COLUMNS * row]]
        if what >= box.MONUMENT:
            signs.append(str(what - box.MONUMENT + 1))
        elif what == box.WATER:
            signs.append("~")
        elif what == box.WHEAT_FIELD:
            signs.append("w")
        elif what >= box.SCENE:
            signs.append("ABGP"[what - box.SCENE])
        else:
            signs.append(".abgp"[max(0, what - box.ICON + 1)])
    return f"{row + 1} {' '.join(signs)}"


# --- Help ---------------------------------------------------------------------------------------


def rules_help(t: Translate) -> tuple[Chapter, ...]:
    """The rules in our own words, short enough to read beside the board."""
    return (
        Chapter(t("The aim"), (
            t("Nine turns each: harvest the valley, build districts and supply their shops. Most Debens win."),
        )),
        Chapter(t("1. Lay a tile and harvest"), (
            t("Lay one of your three tiles on two desert cells, so that at least one scene touches the same scene of another tile. Wheat and water stay free. If none fits, discard one."),
            t("You gain one resource for each same scene that a half touches, one wheat for each wheat field beside the tile, and each resource icon that you cover."),
            t("If your tile encloses a single empty cell, it is a quarry: take any resource, or place one of your four monuments there."),
            t("What the stock does not have you do not get. The granary holds ten wheat."),
        )),
        Chapter(t("2. Build a district"), (
            t("You may build one of the four districts if one of your seven spaces is free. Pay its cost in any mix of this turn's resources and wheat."),
        )),
        Chapter(t("3. Supply your shops"), (
            t("Put what is left onto your shops: each icon takes one piece. Pieces stay for good, and a shop may be completed in a later turn."),
            t("Shops that give wheat or exchange a resource do so at once; the exchanged resource goes straight to another shop, and may set off another exchange."),
        )),
        Chapter(t("The end of a turn"), (
            t("Unused resources go back. Take a tile from the common reserve, which is filled up to three; a built district is replaced."),
            t("In the variant for two, one more tile of the common reserve is removed each turn."),
            t("When the common reserve cannot be filled up, everyone has one last turn."),
        )),
        Chapter(t("The final count"), (
            t("General shops pay their Debens when they are complete."),
            t("Specialised shops pay 1 or 3 for every piece of their resource in your metropolis, on unfinished shops too."),
            t("Statues of 1, 2, 3, 4 or 5 different gods pay 2, 5, 10, 17 or 26."),
            t("Most monuments pay 15, second most 7; ties in full, nothing without a monument."),
            t("Wheat pays 2, 4, 7, 10, 14, 18, 23, 28, 34 or 40 for 1 to 10."),
            t("Between equals the fewest resources on the metropolis win; otherwise the victory is shared."),
        )),
    )  # fmt: skip
