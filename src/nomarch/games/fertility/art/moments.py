"""What a page plays when something happens."""

from collections.abc import Iterator
from dataclasses import replace

from nomarch.games.fertility import components as box, events as ev, state as st
from nomarch.games.fertility.art import holdings
from nomarch.games.fertility.rules import scoring
from nomarch.kernel.declare.events import EventRecord
from nomarch.kernel.declare.layout import Row
from nomarch.kernel.declare.moments import (
    FROM_START,
    Beat,
    Moments,
    bounce,
    effect,
    flip,
    fly,
    score,
)
from nomarch.kernel.declare.protocols import Touched
from nomarch.kernel.declare.stages import Stages


def _tile(at: int, turn: int) -> str:
    """A tile of the valley is named by one of its halves."""
    return "|".join(f"laid-{box.CELL_OF[place]}" for place in (at, at + box.STEP[turn]))


def _held(hand: Row, tile: int) -> str:
    """The end of a tile's name among those of a seat: its kind and place."""
    return f"{tile}-{sum(hand[:tile])}"


def _gained(
    before: st.State, seat: int, start: str, put: dict[int, int] | None = None, wheat: int = 0,
    monuments: int = 0,
) -> Iterator[Beat]:  # fmt: skip
    """Points go to the name from what brings them: resources by shop, wheat or monuments."""
    shops, stands = tuple(before.shop[seat]), list(before.monuments)
    filled = [list(pair) for pair in before.put[seat]]
    for place, resource in (put or {}).items():
        needs = box.SHOP_NEEDS[shops[place]]
        fits = [i for i, need in enumerate(needs) if need in (resource, box.ANY)]
        filled[place][next(i for i in fits if filled[place][i] == st.NONE)] = resource
        is_complete = all(
            need == box.NOTHING or piece != st.NONE
            for need, piece in zip(needs, filled[place], strict=True)
        )
        if is_complete and box.SHOP_KIND[shops[place]] == box.GRAIN:
            wheat += box.SHOP_VALUE[shops[place]]
    stands[seat] += monuments
    stored = min(before.wheat[seat] + wheat, box.MOST_WHEAT)
    grown = tuple(map(tuple, filled))
    after = holdings.count_for(scoring.debens, seat, shops, grown, stored, tuple(stands))
    if points := after - int(scoring.debens(before, seat)):
        text = f"+{points}"
        yield fly(
            "@{seat}", start, words=text, points=points, sound="coin", then=True, is_long=True
        )


def _laid(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """The tile is laid, then one neighbour after the other gives its harvest."""
    at, start = box.AT[e.cell], f"tile-{e.seat}-{_held(before.hand[e.seat], e.tile)}|@{e.seat}"
    yield fly(_tile(at, e.turn), start, sound="tile")
    sources = [*_sources(before, at, e.tile, e.turn)]
    for resource, place in sources:
        home = f"wheat-{e.seat}" if resource == box.WHEAT else f"beside-{resource}|@{e.seat}"
        own = _tile(at, e.turn)
        is_covered = place in (at, at + box.STEP[e.turn])
        field = f"field-{box.CELL_OF[place]}|{own if is_covered else _neighbour(before, place)}"
        yield effect("light", field, then=True, is_long=True)
        yield bounce(home, field, f"resource-{resource}", sound="coin", is_long=True)
    wheat = sum(resource == box.WHEAT for resource, _ in sources)
    yield from _gained(before, e.seat, f"wheat-{e.seat}", wheat=wheat)


def _sources(before: st.State, at: int, tile: int, turn: int) -> Iterator[tuple[int, int]]:
    """What a tile harvests, and from which places: like scenes, wheat fields, covered icons."""
    for half, scene in enumerate(box.TILE_SCENES[tile]):
        place = at + half * box.STEP[turn]
        for step in box.BORDER[turn][3 * half : 3 * half + 3]:
            beside = before.cell[at + step]
            if beside == box.SCENE + scene and before.stock[scene]:
                yield scene, at + step
            elif beside == box.WHEAT_FIELD:
                yield box.WHEAT, at + step
        icon = before.cell[place] - box.ICON
        if 0 <= icon < box.KINDS and before.stock[icon]:
            yield icon, place


def _neighbour(before: st.State, place: int) -> str:
    """The tile that covers a place, by either of its halves."""
    link = before.link[place]
    halves = (place,) if link < 0 else (place, place + box.STEP[link])
    return "|".join(f"laid-{box.CELL_OF[half]}" for half in halves) + "|start"


def _took(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """The tile is the last of its kind in the reserve."""
    common = f"common-{e.tile}-{sum(before.common[: e.tile])}"
    home = f"tile-{e.seat}-{e.tile}-{sum(before.hand[e.seat][: e.tile + 1])}"
    yield fly(f"{home}|@{e.seat}", common, sound="tile")


def _shown(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """A tile of the pile is turned over; it is the last of its kind in the reserve."""
    last = sum(before.common[: e.tile + 1])
    home = f"common-{e.tile}-{last}|common-{e.tile}-{last - 1}"
    yield flip(home, "pile", back="back", sound="tile")


def _built(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    yield fly("plot-{seat}-{slot}|@{seat}", "district-{district}", FROM_START, sound="card")


def _supplied(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    start = f"beside-{e.resource}|@{e.seat}"
    yield fly("shop-{seat}-{place}", start, "resource-{resource}", sound="tile")
    yield effect("light", "shop-{seat}-{place}", then=True)
    yield from _gained(before, e.seat, f"shop-{e.seat}-{e.place}", {e.place: e.resource})


def _monument_placed(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    yield fly("monument-{cell}", "monuments-{seat}", sound="stone")
    yield from _gained(before, e.seat, f"monument-{e.cell}|@{e.seat}", monuments=1)


def _scored(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """What a category counts lights up, and its points go to the name."""
    if not e.points:
        return
    row, things = e.category + 1, _counted(before, e.seat, e.category)
    for thing in things:
        yield effect("light", thing, row=row, is_long=True)
    start = "|".join((*things[:1], f"name-{e.seat}"))
    yield replace(score(e.seat, e.points, start, row), points=0)  # names show the sum all along


def _counted(before: st.State, seat: int, category: int) -> list[str]:
    if category == ev.GRANARY:
        return [f"wheat-{seat}"]
    if category == ev.MONUMENTS:
        return [f"monuments-{seat}"]
    if category == ev.STATUES:
        return [f"gods-{seat}"]
    shops = enumerate(before.shop[seat])
    return [f"shop-{seat}-{place}" for place, shop in shops if shop != box.NO_SHOP]


MOMENTS: Moments = {
    ev.LAID: _laid,
    ev.QUARRIED: (bounce("beside-{resource}|@{seat}", "stock-{resource}", "resource-{resource}"),),
    ev.MONUMENT_PLACED: _monument_placed,
    ev.SHOWN_TILE: _shown,
    ev.SHOWN_DISTRICT: (effect("appear", "district-{district}", sound="card"),),
    ev.BUILT: _built,
    ev.PAID: (fly("stock-{resource}", "beside-{resource}|@{seat}", "resource-{resource}"),),
    ev.SUPPLIED: _supplied,
    ev.TRADED: (bounce("beside-{resource}|@{seat}", "stock-{resource}", "resource-{resource}"),),
    ev.RETURNED: (fly("stock-{resource}", "@{seat}", "resource-{resource}", count=1),),
    ev.TOOK: _took,
    ev.SCORED: _scored,
}

STAGES: Stages = {ev.SCORING, ev.ENDED}

TOUCHED: Touched = {
    ev.START_LAID: "start",
    ev.QUARRY_CLOSED: "cell-{cell}",
    ev.SHOWN_TILE: None,
    ev.SHOWN_DISTRICT: None,
}
