"""What a page plays when something happens."""

from collections.abc import Iterator

from nomarch.games.amun_re import events as ev, state as st
from nomarch.kernel.events import Record
from nomarch.kernel.moments import Beat, Moments, bounce, effect, flip, fly

GOODS = ("stamp-card", "stamp-farmer", "stamp-brick")
STALLS = ("stall-card", "stall-farmer", "stall-brick")


def _bid(before: st.State, e: Record, viewer: int) -> Iterator[Beat]:
    """A marker goes down on its space; the one it outbids jumps back to its owner."""
    space = f"step-{e.province}-{e.step}"
    was = before.bid_on[e.seat]
    start = f"step-{was}-{before.bid_step[e.seat]}|@{e.seat}" if was >= 0 else f"@{e.seat}"
    yield Beat("slap", space, start, look=f"seat-{e.seat}", sound="stone")
    for seat in range(before.players):
        if seat != e.seat and before.bid_on[seat] == e.province:
            old = f"step-{e.province}-{before.bid_step[seat]}"
            yield bounce(f"@{seat}", old, f"seat-{seat}", then=True)


def _bought(before: st.State, e: Record, viewer: int) -> Iterator[Beat]:
    """Gold goes to the market, the goods come from there."""
    yield fly(STALLS[e.what], "@{seat}", "stamp-coin", count=min(e.gold, 4), sound="coin")
    yield fly("@{seat}", STALLS[e.what], GOODS[e.what], count=e.count, then=True)


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
    ev.PUT_IN: (fly("offering", "put-{gold}", sound="coin"),),
    ev.OFFERED: (effect("appear", "altar-{seat}-1", sound="card"),),
    ev.OFFER_SHOWN: (flip("given-{seat}", "altar-{seat}-1", sound="coin"),),
    ev.BOX_SET: (effect("light", "scale-{box}", then=True),),
    ev.TOOK_CARD: (fly("@{seat}", "given-{seat}", "stamp-card", sound="card"),),
    ev.RECEIVED: (
        fly("@{seat}", "province-{province}", "stamp-coin", words="{gold}", sound="coin"),
    ),
    ev.SOLD: (fly("@{seat}", "hand-{card}|@{seat}", "stamp-coin", sound="coin"),),
}
