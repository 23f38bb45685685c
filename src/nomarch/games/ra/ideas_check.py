"""What the rules say of the numbers in `ideas.py`: auctions are won, and everything is scored."""

from typing import Any

from nomarch.games.ra import events as ev
from nomarch.games.ra.rules import act, auctions, box, disasters, epochs, st, track, turns
from nomarch.kernel.declare.ideas import Check, PlayedMove

Points = dict[int, int]
"""Points by category."""


def scored(played: PlayedMove, state: st.State, seat: int) -> Points:
    """What a display would score now, monuments and suns included."""
    then = played.engine.copy(state)
    then.trace, then.epoch = [], box.EPOCHS
    epochs.score_seat(then, seat)
    return {e.category: e.points for e in then.trace if e.event is ev.SCORED}


def _in_play(played: PlayedMove) -> Any:
    """The position before the move; somebody keeps a sun, so that the epoch doesn't end with it."""
    view = played.engine.copy(played.view)
    other = (played.seat + 1) % view.players
    view.up[other][0] = 1
    return view


def won(played: PlayedMove, seat: int, sun: int, *, disasters_too: bool = True) -> st.State:
    """The position after a seat has won the track, giving up what costs it least."""
    then = _in_play(played)
    then.starter = seat if then.starter == st.NO_SEAT else then.starter
    then.phase, then.high, then.high_seat = st.AUCTION, sun, seat
    if not disasters_too:
        kept = [kind for kind in then.track[: then.track_len] if kind < box.FIRST_DISASTER]
        track.clear_track(then)
        then.track[: len(kept)], then.track_len = kept, len(kept)
    auctions.win_auction(then, seat)
    return _least_loss(played, then, seat)


def _least_loss(played: PlayedMove, state: st.State, seat: int) -> st.State:
    if state.phase not in (st.UNREST_LOSS, st.EARTHQUAKE_LOSS):
        return state
    choices = [
        _least_loss(played, played.engine.play(state, seat, action), seat)
        for action in played.engine.legal(state, seat)
    ]
    return max(choices, key=lambda then: sum(scored(played, then, seat).values()))


def _changes(played: PlayedMove, then: st.State, seat: int) -> Points:
    before, after = (scored(played, state, seat) for state in (played.view, then))
    return {category: after[category] - before[category] for category in after}


def _highest(played: PlayedMove, seat: int) -> int:
    return int(track.highest_up(played.view, seat))


def _lot(played: PlayedMove, seat: int) -> Points:
    """What winning the track changes for a seat, apart from suns."""
    bid = act.BID.sun(played.move.action) if act.BID.has(played.move.action) else 0
    is_own = seat == played.seat and bid > 0
    changes = _changes(played, won(played, seat, bid if is_own else _highest(played, seat)), seat)
    return {category: points for category, points in changes.items() if category != ev.SUNS}


def of_category(*categories: int) -> Check:
    return lambda played: [sum(_lot(played, played.seat)[each] for each in categories)]


def pharaohs(played: PlayedMove) -> list[int]:
    count = played.view.track[: played.view.track_len].count(box.PHARAOH)
    points = _lot(played, played.seat)[ev.PHARAOHS]
    return [points] if count == 1 else [count, points]


def lot(played: PlayedMove) -> list[int]:
    """The worth of the lot, which is named if there is something for the player in it."""
    total = sum(_lot(played, played.seat).values())
    return [total] if total > 0 and played.view.track_len else []


def loss_by_disasters(played: PlayedMove) -> list[int]:
    seat, sun = played.seat, _highest(played, played.seat)
    without = won(played, seat, sun, disasters_too=False)
    both = (without, won(played, seat, sun))
    good, bad = (sum(scored(played, then, seat).values()) for then in both)
    return [good - bad]


def swap(played: PlayedMove) -> list[int] | None:
    sun = act.BID.sun(played.move.action)
    then = won(played, played.seat, sun)
    is_swapped = played.view.centre in then.sun[played.seat] and then.centre == sun
    return [sun, played.view.centre] if is_swapped else None


def _wins(played: PlayedMove, sun: int) -> bool:
    """Whether a bid wins if everybody after it bids as high as possible."""
    then = played.engine.play(played.view, played.seat, act.BID.at(sun))
    while then.phase == st.AUCTION:
        bids = [one for one in played.engine.legal(then, then.seat) if act.BID.has(one)]
        if bids:
            return False
        then = played.engine.play(then, then.seat, act.PASS)
    return True


def enough(played: PlayedMove) -> list[int] | None:
    sun = act.BID.sun(played.move.action)
    if played.is_for:
        return [sun] if _wins(played, sun) else None
    legal = played.engine.legal(played.view, played.seat)
    suns = sorted(act.BID.sun(one) for one in legal if act.BID.has(one))
    return [next(one for one in suns if _wins(played, one))]


def beaten(played: PlayedMove) -> list[int]:
    """The bid, and the highest sun of those who can still bid after it."""
    then, seat = played.view, played.seat
    bid, after = act.BID.sun(played.move.action), list[int]()
    while seat != then.starter:
        seat = (seat + 1) % then.players
        after += [sun for sun, up in zip(then.sun[seat], then.up[seat], strict=True) if up]
    return [bid, max(after)]


def time(played: PlayedMove) -> list[int]:
    """Ra tiles until the epoch ends, and suns that can be bid."""
    then, count = played.engine.copy(played.view), 0
    then.bag = [box.NUM_TILES if kind == box.RA else 0 for kind in range(box.KINDS)]
    then.bag_left = box.NUM_TILES
    while then.epoch == played.view.epoch and then.phase != st.OVER:
        turns.draw_tile(then, played.seat)
        count += 1
    return [count, sum(played.view.up[played.seat])]


def denied(played: PlayedMove) -> list[int]:
    view = played.view
    rivals = [
        each for each in range(view.players) if each != played.seat and _highest(played, each)
    ]
    return [max(sum(_lot(played, rival).values()) for rival in rivals)]


def strongest(played: PlayedMove) -> list[int] | None:
    """Everybody bids as high as possible after the call, and the caller still wins."""
    then, sun = played.after, _highest(played, played.seat)
    while then.seat != played.seat:
        bids = [one for one in played.engine.legal(then, then.seat) if act.BID.has(one)]
        then = played.engine.play(then, then.seat, max(bids, default=act.PASS))
    return [sun, *lot(played)] if act.BID.at(sun) in played.engine.legal(then, then.seat) else None


def god(played: PlayedMove) -> list[int]:
    if act.TAKE.tile(played.move.action) >= box.FIRST_DISASTER:
        return []
    then = played.engine.play(_in_play(played), played.seat, played.move.action)
    changes = _changes(played, then, played.seat)
    lost = -changes.pop(ev.GODS)
    return [sum(changes.values()), lost]


def given_up(played: PlayedMove) -> list[int] | None:
    """What a tile costs that is given up, by itself."""
    then = _in_play(played)
    then.owed_civilisations, then.owed_monuments = 0, 0
    block = act.DISCARD_CIVILISATION
    if act.DISCARD_MONUMENT.has(played.move.action):
        block = act.DISCARD_MONUMENT
    disasters.lose(then, played.seat, block.tile(played.move.action), 1, box.UNREST)
    cost = -sum(_changes(played, then, played.seat).values())
    if played.is_for:
        return [] if cost == 0 else None
    return [cost]


def suns(played: PlayedMove) -> list[int]:
    then = won(played, played.seat, act.BID.sun(played.move.action))
    return [abs(_changes(played, then, played.seat)[ev.SUNS])]


def risk(played: PlayedMove) -> list[int] | None:
    """With a Ra tile drawn, the epoch is over and the track empty."""
    then = played.engine.copy(played.view)
    then.bag = [box.NUM_TILES if kind == box.RA else 0 for kind in range(box.KINDS)]
    then.bag_left = box.NUM_TILES
    turns.draw_tile(then, played.seat)
    is_over = then.epoch != played.view.epoch or then.phase == st.OVER
    ra, left = int(played.view.bag[box.RA]), int(played.view.bag_left)
    return [ra, left] if is_over and not then.track_len and sum(played.view.bag) == left else None


def outbid(played: PlayedMove) -> list[int] | None:
    """The lot of the rival who gains most among those with a higher sun, and that sun."""
    suns = {seat: _highest(played, seat) for seat in range(played.view.players)}
    able = [seat for seat, sun in suns.items() if sun > suns[played.seat]]
    return list(max((sum(_lot(played, seat).values()), suns[seat]) for seat in able))
