"""The pieces that events touch."""

from collections.abc import Iterator

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.kernel.events import EventRecord
from nomarch.kernel.protocols import Touched


def _sailed(before: st.State, e: EventRecord) -> Iterator[str]:
    index = box.SPACE_INDEX[e.space]
    if box.SPACE_KIND[e.space] == box.CARD_SPACE:
        yield f"nile-{index}"
    elif box.SPACE_KIND[e.space] == box.ROUND_SPACE:
        yield f"round-{index}"
    else:
        yield f"wait-{index}" if e.how == ev.WAITING else f"place-{index}-{e.how}"


def _took(before: st.State, e: EventRecord) -> Iterator[str]:
    if e.card < box.START_FIELD:
        yield f"field-{e.seat}-{e.card}-{box.FIELD_COLOUR[e.card]}"
    yield f"card-{e.seat}-{e.card}"


def _laid(before: st.State, e: EventRecord) -> Iterator[str]:
    index = before.laid[e.part]
    in_grave = e.part == box.GRAVE_PART
    yield f"grave-{index}" if in_grave else f"stone-{box.PART_START[e.part] + index}"


TOUCHED: Touched = {
    ev.SAILED: _sailed,
    ev.TOOK: _took,
    ev.CREW_GREW: "crew-{seat}-{crew}",
    ev.STONES_CHANGED: "store-{seat}-0",
    ev.MARKET_FELL: "market-{market}",
    ev.FLOOD_MOVED: "flood-{space}",
    ev.PLAYED: "card-{seat}-{card}",
    ev.DUG: "field-{seat}-{field}-{colour}",
    ev.KEPT: "riddles-{seat}",
    ev.LAID: _laid,
    ev.GRAVE_SHOWN: "grave-{grave}",
}
