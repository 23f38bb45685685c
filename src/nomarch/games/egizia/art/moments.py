"""What a page plays when something happens."""

from collections.abc import Iterator

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.kernel.declare.events import EventRecord
from nomarch.kernel.declare.moments import FROM_START, Beat, Moments, effect, flip, fly, sail, score
from nomarch.kernel.declare.protocols import Touched
from nomarch.kernel.declare.stages import Stages


def _space(space: int, how: int) -> str:
    index = box.SPACE_INDEX[space]
    if box.SPACE_KIND[space] == box.CARD_SPACE:
        return f"nile-{index}"
    if box.SPACE_KIND[space] == box.ROUND_SPACE:
        return f"round-{index}"
    return f"wait-{index}" if how == ev.WAITING else f"place-{index}-{how}"


def _sailed(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """A boat comes down the river from its source, and lands where it has to."""
    space, index = _space(e.space, e.how), box.SPACE_INDEX[e.space]
    via = f"landing-{index}" if box.SPACE_KIND[e.space] == box.SITE_SPACE else ""
    yield sail(f"{space}/boat-{e.seat}", "source", via=via, sound="boat")


def _took(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """A card of the Nile goes to its place, or to the name of whoever used it at once."""
    if e.card in before.row:
        home = f"card-{e.seat}-{e.card}|@{e.seat}"
        if e.card < box.START_FIELD:
            home = f"field-{e.seat}-{e.card}-{box.FIELD_COLOUR[e.card]}|{home}"
        start = f"nile-{list(before.row).index(e.card)}"
        yield fly(home, start, FROM_START, sound="card")


def _laid(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    index = before.laid[e.part]
    in_grave = e.part == box.GRAVE_PART
    piece = f"grave-{index}" if in_grave else f"stone-{box.PART_START[e.part] + index}"
    yield fly(piece, f"store-{e.seat}-0|@{e.seat}", sound="stone")
    if e.value:
        yield fly("@{seat}", piece, words="+{value}", sound="coin", then=True, points=e.value)


def _stones(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    if e.count > 0:
        yield effect("hop", "store-{seat}-0", sound="stone")


def _produced(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    more = {"count": e.count, "sound": "stone", "is_long": True}
    yield fly("store-{seat}-0", "store-{seat}-1", "stone-0", **more)


def _fed(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """Watered fields give their grain to the crews, who jump if it is enough."""
    for kind, colours in enumerate(before.plots[e.seat]):
        for colour in range(before.flood + 1):
            if colours[colour]:
                start = f"field-{e.seat}-{kind}-{colour}"
                yield fly("crew-{seat}-0", start, "grain-0", row=1, is_long=True)
    if e.grain >= e.need:
        for crew in range(len(box.CREWS)):
            yield effect("hop", f"crew-{e.seat}-{crew}", row=2, is_long=True)


def _drew(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """Cards of the Sphinx are dealt face down; whoever draws them turns them over."""
    if viewer == e.seat:
        for slot in range(e.cards):
            yield flip(f"drawn-{slot}", "pile/backs", back="back", sound="card", is_long=True)
        return
    home = f"riddles-{e.seat}|@{e.seat}"
    yield fly(home, "pile/backs", FROM_START, count=e.cards, sound="card", is_long=True)


def _kept(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    slot = list(before.drawn).index(e.riddle)
    yield fly("riddle-{riddle}", f"drawn-{slot}", sound="card")


def _revealed(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """At the end all cards of the Sphinx are turned over."""
    row, start = ev.FOR_SPHINX + 3, f"riddles-{e.seat}|@{e.seat}"
    if viewer == e.seat:
        yield fly("riddle-{riddle}", sound="card", row=row, is_long=True)
    else:
        yield flip("riddle-{riddle}", start, back="back", sound="card", row=row, is_long=True)


def _scored(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """Hungry crews sag; other points go to the name, unless a stone has brought them already."""
    if e.category == ev.FOR_HUNGER:
        for crew in range(len(box.CREWS)):
            yield effect("sag", f"crew-{e.seat}-{crew}", is_long=True, sound="crumble", row=2)
        yield score(e.seat, e.points, f"crew-{e.seat}-0|seat-{e.seat}", 3)
    elif e.category >= ev.FOR_FLOORS:
        row = e.category + 3
        yield score(e.seat, e.points, SOURCES.get(e.category, f"seat-{e.seat}"), row)


SOURCES = {ev.FOR_FLOORS: "works-2", ev.FOR_MARKET: "markets", ev.FOR_SPHINX: "pile"}

MOMENTS: Moments = {
    ev.CARD_LAID: (effect("appear", "nile-{index}", sound="card"),),
    ev.SAILED: _sailed,
    ev.TOOK: _took,
    ev.CREW_GREW: (effect("hop", "crew-{seat}-{crew}"),),
    ev.STONES_CHANGED: _stones,
    ev.MARKET_FELL: (effect("light", "market-{market}"),),
    ev.FLOOD_MOVED: (effect("light", "flood-{space}"),),
    ev.PLAYED: (effect("gleam", "card-{seat}-{card}", sound="card"),),
    ev.DUG: (effect("gleam", "field-{seat}-{field}-{colour}"),),
    ev.FED: _fed,
    ev.PRODUCED: _produced,
    ev.DREW: _drew,
    ev.KEPT_CARD: _kept,
    ev.RIDDLE: _revealed,
    ev.SCORED: _scored,
    ev.LAID: _laid,
    ev.GRAVE_SHOWN: (flip("grave-{grave}", sound="card"),),
}

STAGES: Stages = {ev.FEEDING_BEGAN, ev.QUARRYING, ev.ROUND_BEGAN, ev.SCORING, ev.ENDED}

TOUCHED: Touched = {
    ev.KEPT: "riddles-{seat}",
    ev.STONES_CHANGED: "store-{seat}-0",
    ev.CARD_LAID: None,
}
