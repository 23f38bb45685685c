"""What a page plays when something happens."""

from collections.abc import Iterator

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.kernel.declare.events import EventRecord
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
from nomarch.kernel.declare.stages import Stages

GOODS = ("stamp-card", "stamp-farmer", "stamp-brick")
STALLS = ("stall-card", "stall-farmer", "stall-brick")


def _bid(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """A marker goes down on its space; the one it outbids jumps back to its owner."""
    space = f"step-{e.province}-{e.step}"
    was = before.bid_on[e.seat]
    start = f"step-{was}-{before.bid_step[e.seat]}|@{e.seat}" if was >= 0 else f"@{e.seat}"
    yield Beat("slap", space, start, look=f"seat-{e.seat}", sound="stone")
    for seat in range(before.players):
        if seat != e.seat and before.bid_on[seat] == e.province:
            old = f"step-{e.province}-{before.bid_step[seat]}"
            yield bounce(f"@{seat}", old, f"seat-{seat}", then=True)


def _bought(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """Gold goes to the market, the goods come from there."""
    yield fly(STALLS[e.what], "@{seat}", "stamp-coin", count=min(e.gold, 4), sound="coin")
    yield fly("@{seat}", STALLS[e.what], GOODS[e.what], count=e.count, then=True)


def _shown(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """A closed hand opens, and its gold goes up to the sun."""
    place = f"given-{e.seat}"
    hand = f"altar-{e.seat}-1|altar-{e.seat}-0"
    yield flip(place, hand, sound="card", then=True, is_long=True)
    if e.gold > 0:
        more = {"words": str(e.gold), "then": True, "is_long": True, "sound": "coin"}
        yield fly("sun", place, "stamp-coin", **more)


def _box_set(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """The temple climbs to its new step."""
    steps = f"scale-{e.box}", f"scale-{before.box}"
    yield effect("light", "sun", then=True, is_long=True, sound="reveal")
    yield fly(*steps, "stamp-temple", then=True, is_long=True, sound="stone")
    yield effect("light", steps[0], then=True, is_long=True)


def _pharaoh(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    yield fly("@{seat}", f"@{before.pharaoh}", "stamp-pharaoh", then=True, is_long=True)


def _scored(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """Points come from the provinces that made them, row by row."""
    if not e.points:
        return
    own = [p for p in range(box.PROVINCES) if before.owner[p] == e.seat]
    row, made = e.category + 1, _made_in(before, e, own)
    for p, points in made.items():
        yield effect("light", f"province-{p}", row=row, is_long=True)
        yield score(e.seat, points, f"province-{p}", row)
    if not made:
        yield score(e.seat, e.points, f"seat-{e.seat}", row)


def _made_in(before: st.State, e: EventRecord, own: list[int]) -> dict[int, int]:
    """How many of the points each province made; empty if none of them did."""
    if e.category == ev.PYRAMIDS:
        points = {p: box.PYRAMID_POINTS * before.pyramids[p] for p in own}
    elif e.category == ev.TEMPLE_SERVICE:
        points = {p: box.TEMPLE_POINTS[before.box] * box.TEMPLES[p] for p in own}
    else:
        return {}
    return {p: many for p, many in points.items() if many}


def _placed(look: str) -> tuple[Beat, ...]:
    return (fly("province-{province}", "@{seat}", look, sound="stone"),)


MOMENTS: Moments = {
    ev.BID: _bid,
    ev.WON: (
        fly("province-{province}", "@{seat}", "seat-{seat}", sound="stone"),
        effect("light", "province-{province}", then=True),
    ),
    ev.GOT_CARD: (fly("hand-{card}|@{seat}", "stall-card|@{seat}", sound="card"),),
    ev.BOUGHT: _bought,
    ev.FARMER_PLACED: _placed("stamp-farmer"),
    ev.BRICK_PLACED: _placed("stamp-brick"),
    ev.BUILT: (effect("gleam", "province-{province}", sound="stone", then=True),),
    ev.PUT_IN: (fly("offering", "put-{gold}", FROM_START, sound="coin"),),
    ev.OFFERED: (effect("appear", "altar-{seat}-1", sound="card"),),
    ev.OFFER_SHOWN: _shown,
    ev.BOX_SET: _box_set,
    ev.PHARAOH_PASSED: _pharaoh,
    ev.SCORED: _scored,
    ev.TOOK_CARD: (fly("@{seat}", "given-{seat}", "stamp-card", sound="card"),),
    ev.RECEIVED: (
        fly("@{seat}", "province-{province}", "stamp-coin", words="{gold}", sound="coin"),
    ),
    ev.SOLD: (fly("@{seat}", "hand-{card}|@{seat}", "stamp-coin", sound="coin"),),
}

STAGES: Stages = {
    ev.OFFER_SHOWN,
    ev.BOX_SET,
    ev.SCORING,
    ev.KINGDOM_ENDED,
    ev.TURN_STARTED,
    ev.ENDED,
}
