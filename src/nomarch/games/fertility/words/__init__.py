"""Sentences of Fertility: moves, prompts, positions and help, translated by `t`.

Names are in `component_names`, tooltips in `tips`.
"""

from collections.abc import Iterator, Sequence

from nomarch.games.fertility.rules import act, box, scoring, shops, st
from nomarch.games.fertility.words import component_names as terms
from nomarch.games.fertility.words.refusals import refusal, rule_of
from nomarch.i18n import Translate
from nomarch.kernel.declare.lessons import Chapter, GlossaryEntry, GlossarySection
from nomarch.kernel.declare.sentences import (
    Names,
    Position,
    Seats,
    Section,
    Values,
    and_list,
    listed,
    sentence_case,
)


def categories(t: Translate) -> tuple[str, ...]:
    first = (t("General shops"), t("Specialised shops"), t("Statues"))
    return (*first, t("Monuments"), t("Granary"))


def tie_break(t: Translate, state: st.State, seat: int, other: int) -> str:
    fewer, more = scoring.pieces_of(state, seat), scoring.pieces_of(state, other)
    return t("fewer resources ({fewer} to {more})").format(fewer=fewer, more=more)


VALUES: Values = {
    "resource": terms.goods,
    "tile": terms.tile,
    "cell": lambda t, cell: box.CELL_NAMES[cell],
    "shop": terms.shop,
    "the_shop": terms.the_shop,
    "district": terms.district,
}


def loss(t: Translate, view: st.State, action: int) -> str:
    if action != act.DONE or not any(view.beside):
        return ""
    unused = [terms.amount(t, kind, count) for kind, count in enumerate(view.beside) if count]
    return t("Still unused: {resources}. What you don't use goes back to the stock.").format(
        resources=", ".join(unused)
    )


def move(t: Translate, view: st.State, action: int) -> str:
    if action == act.DONE:
        return t("End turn")
    if action == act.QUARRY_NOTHING:
        return t("Quarry: leave it empty")
    if action == act.QUARRY_MONUMENT:
        return t("Quarry: place your {monument}").format(monument=terms.monument(t, view.seat))
    if act.QUARRY.has(action):
        taken = terms.goods(t, act.QUARRY.resource(action))
        return t("Quarry: take {resource}").format(resource=taken)
    if act.PAY.has(action):
        return t("Pay 1 {resource}").format(resource=terms.resource(t, act.PAY.resource(action)))
    if act.TURN.has(action):
        return _turn_move(t, view, act.TURN.way(action))
    if act.CELL.has(action):
        return _cell_move(t, view, act.CELL.cell(action))
    if act.SLOT.has(action):
        return t("Build on space {number}").format(number=act.SLOT.slot(action) + 1)
    if act.SUPPLY.has(action):
        return _supply_move(t, view, act.SUPPLY.shop(action), act.SUPPLY.resource(action))
    if act.BUILD.has(action):
        index = act.BUILD.district(action)
        cost, name = box.DISTRICT_COST[index], terms.district_shops(t, index)
        others = (other for other in view.shown if other not in (index, st.NONE))
        if any(terms.district_shops(t, other) == name for other in others):
            name = terms.district_offers(t, index)
        text = t("Build {shops} (cost {cost})") if cost else t("Build {shops} (free)")
        return text.format(shops=name, cost=cost)
    return _tile_move(t, action) or _setup_move(t, action)


def _turn_move(t: Translate, view: st.State, turn: int) -> str:
    if view.phase == st.TURN_START:
        cell = box.CELL_OF[view.start_at + box.START_STEPS[(1 + turn) % 4]]
        scene, text = box.START_SCENES[1], t("Start tile with {scene} on {cell}")
        return text.format(scene=terms.resource(t, scene), cell=box.CELL_NAMES[cell])
    return t("{scene} on {cell}: {harvest}").format(
        scene=terms.resource(t, box.TILE_SCENES[view.tile][1]),
        cell=box.CELL_NAMES[box.CELL_OF[view.at + box.STEP[turn]]],
        harvest=terms.harvest(t, view, view.tile, view.at, turn),
    )


def _cell_move(t: Translate, view: st.State, cell: int) -> str:
    at, name = box.AT[cell], box.CELL_NAMES[cell]
    if view.phase == st.CHOOSE_QUARRY:
        return t("Use the quarry at {cell}").format(cell=name)
    brings = terms.harvest(t, view, view.tile, at, terms.best_turn(view, view.tile, at))
    scene = terms.resource(t, box.TILE_SCENES[view.tile][0])
    return t("{scene} on {cell}: up to {harvest}").format(scene=scene, cell=name, harvest=brings)


def _supply_move(t: Translate, view: st.State, place: int, kind: int) -> str:
    text = t("Put {resource} in {shop}")
    if view.phase == st.TRADE:
        text = t("Take {resource} in exchange, for {shop}")
    return text.format(
        resource=terms.goods(t, kind), shop=_placed_shop(t, view.shop[view.seat], place)
    )


def _placed_shop(t: Translate, own: Sequence[int], place: int) -> str:
    """Return a shop, with its place in the city if others are called the same."""
    name = terms.the_shop(t, own[place])
    slots = [
        _slot_of(at)
        for at, number in enumerate(own)
        if number != box.NO_SHOP and terms.the_shop(t, number) == name
    ]
    slot = _slot_of(place)
    if len(slots) == 1:
        return name
    if slot < 0:
        return t("{shop} printed on your board").format(shop=name)
    if slots.count(slot) == 1:
        return t("{shop} on space {space}").format(shop=name, space=slot + 1)
    number = (place - box.START_SHOPS) % box.SHOPS_PER_DISTRICT + 1
    text = t("{shop} on space {space}, number {number}")
    return text.format(shop=name, space=slot + 1, number=number)


def _slot_of(place: int) -> int:
    """Return the slot that a shop stands on; negative for a printed one."""
    return (place - box.START_SHOPS) // box.SHOPS_PER_DISTRICT


def _tile_move(t: Translate, action: int) -> str:
    for block, text in (
        (act.LAY, t("Lay {tile}")),
        (act.TAKE, t("Take {tile}")),
        (act.DISCARD, t("Discard {tile}")),
        (act.REMOVE, t("Remove {tile}")),
    ):
        if block.has(action):
            return text.format(tile=terms.tile(t, block.tile(action)))
    return ""


def _setup_move(t: Translate, action: int) -> str:
    if act.SYMBOL.has(action):
        return t("Start tile on board {place}").format(place=act.SYMBOL.place(action) + 1)
    text = t("Lay valley board {number}")
    if act.BOARD.turned(action):
        text = t("Lay valley board {number}, rotated")
    return text.format(number=act.BOARD.board(action) + 1)


def prompt(t: Translate, view: st.State, seat: int, to_act: Seats, names: Names) -> str:
    if seat not in to_act:
        return _waiting(t, view, names[to_act[0]])
    return {
        st.LAY_OUT: t("Choose the next valley board, left to right."),
        st.CHOOSE_SYMBOL: t("Choose a start symbol."),
        st.TURN_START: t("Rotate the start tile."),
        st.CHOOSE_TILE: t("Choose a tile to lay."),
        st.CHOOSE_CELL: t("Choose a cell for the tile's first half."),
        st.CHOOSE_TURN: t("Choose where the other half goes."),
        st.NO_FIT: t("None of your tiles fit. Discard one."),
        st.CHOOSE_QUARRY: t("You closed several quarries. Which one first?"),
        st.QUARRY_GAIN: t("Quarry: take a resource, place a monument, or leave it."),
        st.CITY: t("Build a district, or start supplying your shops."),
        st.CHOOSE_SLOT: t("Choose a space for the district."),
        st.PAYMENT: t("Pay for the district ({count} left).").format(count=view.owed),
        st.SUPPLYING: t("Supply your shops, or end your turn."),
        st.TRADE: t("Exchange: choose a resource and a shop for it."),
        st.TAKING: t("Take a tile from the common reserve."),
        st.REMOVING: t("Remove a tile from the common reserve."),
    }[view.phase]


def _waiting(t: Translate, view: st.State, name: str) -> str:
    if view.phase <= st.TURN_START:
        return t("{player} is laying out the valley.").format(player=name)
    if view.phase < st.CITY:
        return t("{player} is laying a tile.").format(player=name)
    if view.phase < st.TAKING:
        return t("{player} is building and supplying shops.").format(player=name)
    return t("{player} is taking a tile.").format(player=name)


def round_of(view: st.State) -> tuple[int, int]:
    return min(box.TURNS_EACH, view.turns // view.players + 1), box.TURNS_EACH


def turn_line(t: Translate, view: st.State) -> str:
    turn, turns = round_of(view)
    return t("Turn {turn} of {turns}").format(turn=turn, turns=turns)


def position(t: Translate, view: st.State, names: Names) -> Position:
    common, every = listed(_tiles(t, view.common)), [*range(box.KINDS)]
    shown = [terms.district_tip(t, index) for index in view.shown if index != st.NONE]
    harvested = _resources(t, view.beside, [r for r in every if view.beside[r]])
    lines = (
        f"{turn_line(t, view)}.",
        t.ngettext(
            "Common reserve: {tiles}; {count} tile in the pile.",
            "Common reserve: {tiles}; {count} tiles in the pile.",
            view.pile,
        ).format(tiles=common, count=view.pile),
        t("Stock: {resources}.").format(resources=_resources(t, view.stock, every)),
        t("This turn's harvest: {resources}.").format(resources=harvested),
    )
    counted = (t("Debens"), t("Wheat"), t("Gods"), t("Monuments"))
    columns = (t("Player"), *counted, t("Tiles"))
    rows = tuple(_city_row(t, view, seat, names[seat]) for seat in range(view.players))
    cities = (_metropolis(t, view, seat, names[seat]) for seat in range(view.players))
    sections = (Section(t("Districts"), tuple(shown)), _valley(t, view, names), *cities)
    return Position((*lines, *_being_laid(t, view)), columns, rows, sections)


def _being_laid(t: Translate, view: st.State) -> Iterator[str]:
    """The tile that was chosen, and the cell of its first half once that is."""
    if view.phase not in (st.CHOOSE_CELL, st.CHOOSE_TURN):
        return
    tile, scene = terms.tile(t, view.tile), box.TILE_SCENES[view.tile][0]
    text = t("Being laid: {tile}.")
    if view.phase == st.CHOOSE_TURN:
        text = t("Being laid: {tile}, with {scene} on {cell}.")
    cell = box.CELL_NAMES[box.CELL_OF[view.at]] if view.phase == st.CHOOSE_TURN else ""
    yield text.format(tile=tile, scene=terms.resource(t, scene), cell=cell)


def _valley(t: Translate, view: st.State, names: Names) -> Section:
    """The valley cell by cell, with the names that moves use: `g5` is in column g and row 5."""
    across = box.VALLEY_COLUMNS * view.boards
    rows, drawn = [], []
    for row in range(box.VALLEY_ROWS):
        cells = [view.cell[box.AT[box.MOST_COLUMNS * row + x]] for x in range(across)]
        rows.append((str(row + 1), *(_cell(t, cell, names) for cell in cells)))
        drawn.append(f"{row + 1} {' '.join(box.CELL_SIGNS[cell] for cell in cells)}")
    key = t(
        "Valley: capital letters are scenes, small letters icons, w wheat, ~ water, digits monuments."
    )
    columns = (t("Row"), *box.COLUMN_NAMES[:across])
    return Section(t("Valley"), (), columns, tuple(rows), (key, *drawn))


def _cell(t: Translate, cell: int, names: Names) -> str:
    if cell == box.WHEAT_FIELD:
        return t("wheat field")
    if cell == box.WATER:
        return t("water")
    if cell >= box.MONUMENT:
        seat = cell - box.MONUMENT
        return t("{monument} of {player}").format(
            monument=terms.monument(t, seat), player=names[seat]
        )
    if cell >= box.SCENE:
        return terms.resource(t, cell - box.SCENE)
    if cell >= box.ICON:
        return t("{resource} icon").format(resource=terms.resource(t, cell - box.ICON))
    return t("free")


def _city_row(t: Translate, view: st.State, seat: int, name: str) -> tuple[str, ...]:
    wheat = view.wheat[seat]
    return (
        name,
        str(scoring.debens(view, seat)),
        t("{count} ({points} Debens)").format(count=wheat, points=box.WHEAT_POINTS[wheat]),
        str(scoring.gods_in(scoring.statues_held(view, seat))),
        f"{view.monuments[seat]}/{box.MONUMENTS_EACH}",
        listed(_tiles(t, view.hand[seat])),
    )


def _resources(t: Translate, counts: list[int], kinds: list[int]) -> str:
    return listed([terms.amount(t, r, counts[r]) for r in kinds])


def _tiles(t: Translate, counts: list[int]) -> list[str]:
    return [terms.tile(t, kind) for kind, count in enumerate(counts) for _ in range(count)]


def _metropolis(t: Translate, view: st.State, seat: int, name: str) -> Section:
    printed = range(box.START_SHOPS)
    rows = [
        (t("printed shop {number}").format(number=place + 1), _shop(t, view, seat, place))
        for place in printed
    ]
    for slot in range(box.SLOTS):
        first = box.START_SHOPS + slot * box.SHOPS_PER_DISTRICT
        places = range(first, first + box.SHOPS_PER_DISTRICT)
        held = [_shop(t, view, seat, at) for at in places if view.shop[seat][at] != box.NO_SHOP]
        rows.append((t("space {number}").format(number=slot + 1), "; ".join(held) or t("free")))
    title = t("{player}: metropolis").format(player=name)
    return Section(title, columns=(t("Place"), t("Shops")), rows=tuple(rows))


def _shop(t: Translate, view: st.State, seat: int, place: int) -> str:
    pieces = [piece for piece in view.put[seat][place] if piece != st.NONE]
    held = and_list(t, [terms.resource(t, piece) for piece in pieces])
    state = t("complete") if shops.is_complete(view, seat, place) else held
    name = terms.shop(t, view.shop[seat][place])
    return f"{name} ({state})" if state else name


GOODS = (*(f"resource-{kind}" for kind in range(box.WHEAT + 1)), "water", "quarry")
"""Pictures of what the valley gives and has."""


def rules_help(t: Translate) -> tuple[Chapter, ...]:
    return (
        Chapter(t("The aim"), (
            t("In nine turns each, harvest the valley, build districts and supply their shops. The most Debens wins."),
        ), anchors=("aim",)),
        Chapter(t("Set-up"), (
            t("The valley has three boards with two or three players, four with four. The start tile goes on the start symbol nearest the middle."),
            t("24, 35 or 46 valley tiles are used with two, three or four players. Everyone takes three, three more form the common reserve, the rest the pile. Four districts lie open, and the stock has 20 of each resource."),
            t("Everyone has a metropolis with four shops, an empty granary and four monuments."),
        ), anchors=("valley", "tiles-and-stock", "metropolis")),
        Chapter(t("1. Lay a tile and harvest"), (
            t("Lay one of your three tiles on two desert cells so that at least one scene touches a matching scene on another tile. You can't cover wheat or water. If no tile fits, discard one."),
            t("You gain one resource for each matching scene a half touches, one wheat for each wheat field next to the tile, and every resource icon you cover."),
            t("If your tile encloses a single empty desert cell, that cell becomes a quarry: take any resource, place one of your four monuments there, or leave it empty."),
            t("Tiles, monuments, wheat fields, water and the valley's edges all count as quarry walls; corners don't matter."),
            t("If the stock runs out, you don't get the rest. Your granary holds ten wheat."),
        ), GOODS, anchors=("lay", "harvest", "quarry", "quarry-walls", "stock")),
        Chapter(t("2. Build a district"), (
            t("You may build one of the four districts if one of your seven spaces is free. Pay with any mix of wheat and this turn's resources."),
        ), anchors=("districts",)),
        Chapter(t("3. Supply your shops"), (
            t("Put what's left on your shops: each icon takes one piece. Pieces stay for good, so you can complete a shop on a later turn."),
            t("Shops that give wheat or exchange a resource do so at once. The exchanged resource goes straight to another shop and may trigger another exchange."),
        ), ("any", "exchange", "coin"), anchors=("supply", "exchange")),
        Chapter(t("End of a turn"), (
            t("Unused resources go back to the stock. Take a tile from the common reserve, which is refilled to three; if you built a district, a new one replaces it."),
            t("In the long game, an option for two players, 39 tiles are used, and each turn you also remove a tile from the common reserve."),
            t("When the common reserve can't be refilled, everyone has one last turn."),
        ), anchors=("end-of-turn", "long-game", "last-turn")),
        Chapter(t("Final scoring"), (
            t("Complete general shops pay the Debens they show; unfinished ones pay nothing."),
            t("A complete specialised shop pays 1 or 3 Debens for every piece of its resource in your metropolis, including pieces on unfinished shops."),
            t("Statues of 1, 2, 3, 4 or 5 different gods pay 2, 5, 10, 17 or 26 Debens."),
            t("The most monuments earns 15 Debens, the second most 7. Tied players each get the full amount, and after a tie for first the next player is still second; without a monument you get nothing."),
            t("1 to 10 wheat pay 2, 4, 7, 10, 14, 18, 23, 28, 34 or 40 Debens."),
            t("If Debens are tied, the fewest resources on the metropolis wins; if that's tied too, the victory is shared."),
        ), tuple(f"god-{god}" for god in range(box.GODS)), anchors=("general-shops", "special-shops", "statues", "monuments", "granary", "ties")),
        Chapter(t("Options"), (
            t("The first player lays out the valley instead of leaving it to chance."),
            t("The halves of a double tile also count for each other: two extra resources in all. The tile still has to touch another one."),
            t("Wheat and water aren't quarry walls: only tiles, monuments and the valley's edges are."),
            t("Wheat counts in the tie-break, as well as the pieces on shops."),
        ), anchors=("option-valley", "option-double", "option-walls", "option-tie")),
    )  # fmt: skip


def glossary(t: Translate) -> tuple[GlossarySection, ...]:
    return (
        GlossarySection(t("Resources"), tuple(_good(t, kind) for kind in range(box.KINDS))),
        GlossarySection(t("The valley"), _land(t)),
        GlossarySection(t("Shops"), _shop_signs(t)),
        GlossarySection(t("Statues"), tuple(_god(t, god) for god in range(box.GODS))),
        GlossarySection(t("Monuments"), tuple(_stone(t, seat) for seat in range(box.MAX_SEATS))),
    )


def _good(t: Translate, kind: int) -> GlossaryEntry:
    about = t("A scene on tiles and an icon on shops. Harvest it by laying it next to a matching scene; use it the same turn.")  # fmt: skip
    return GlossaryEntry(f"resource-{kind}", sentence_case(terms.resource(t, kind)), about)


def _land(t: Translate) -> tuple[GlossaryEntry, ...]:
    return (
        GlossaryEntry(f"resource-{box.WHEAT}", sentence_case(terms.resource(t, box.WHEAT)), t("Lay a tile next to wheat fields to gain 1 wheat for each. Wheat fills your granary and pays for districts.")),
        GlossaryEntry("water", t("Water"), t("Tiles can't cover it. It counts as a quarry wall, unless an option says otherwise.")),
        GlossaryEntry("quarry", t("Quarry"), t("A single empty cell with walls on every side. Close one to take any resource or place a monument.")),
    )  # fmt: skip


def _shop_signs(t: Translate) -> tuple[GlossaryEntry, ...]:
    return (
        GlossaryEntry("any", t("Any resource"), t("This shop icon takes any resource.")),
        GlossaryEntry("coin", t("Debens"), t("What a complete general shop pays at the end. With a resource beside it, what it pays for each piece of that resource.")),
        GlossaryEntry("exchange", t("Exchange"), t("Gives you one of the resources beside it at once; it goes straight to another shop.")),
        GlossaryEntry("any-god", t("Any god"), t("Counts as any god you don't have yet.")),
    )  # fmt: skip


def _god(t: Translate, god: int) -> GlossaryEntry:
    about = t("1, 2, 3, 4 or 5 different gods pay 2, 5, 10, 17 or 26 Debens.")
    return GlossaryEntry(f"god-{god}", terms.gods_in(t, 1 << god), about)


def _stone(t: Translate, seat: int) -> GlossaryEntry:
    about = t("Player {number}'s monument; everyone has four. The most monuments earns 15 Debens, the second most 7.").format(number=seat + 1)  # fmt: skip
    return GlossaryEntry(f"monument-{seat}", sentence_case(terms.monument(t, seat)), about)
