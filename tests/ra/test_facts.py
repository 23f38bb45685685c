"""What facts of Ra state, counted again from the tiles and suns on the table alone."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from nomarch.games.ra.components import TILE_NAMES

from ..fact_values import Count, Stated, counting

GOD, PHARAOH, NILE, FLOOD, GOLD = map(TILE_NAMES.index, ["god", "pharaoh", "nile", "flood", "gold"])
CIVILISATIONS, MONUMENTS = range(5, 10), range(11, 19)
FUNERAL, DROUGHT, UNREST, EARTHQUAKE = range(19, 23)
LAST_RA = {2: 6, 3: 8, 4: 9, 5: 10}
Displays = Sequence[Sequence[int]]


def points_of(displays: Displays, seat: int) -> list[int]:
    """Points for gods, pharaohs, Nile, civilisations, gold and monuments."""
    have, pharaohs = displays[seat], [each[PHARAOH] for each in displays]
    civilisations = sum(have[kind] > 0 for kind in CIVILISATIONS)
    monuments = [have[kind] for kind in MONUMENTS]
    most, fewest = max(pharaohs), min(pharaohs)
    for_pharaohs = 5 if have[PHARAOH] == most else -2 if have[PHARAOH] == fewest else 0
    different = sum(count > 0 for count in monuments)
    return [
        2 * have[GOD],
        0 if most == fewest else for_pharaohs,
        have[NILE] + have[FLOOD] if have[FLOOD] else 0,
        {0: -5, 1: 0, 2: 0, 3: 5, 4: 10, 5: 15}[civilisations],
        3 * have[GOLD],
        {7: 10, 8: 15}.get(different, different)
        + sum({3: 5, 4: 10, 5: 15}.get(count, 0) for count in monuments),
    ]


def after_loss(displays: Displays, seat: int, kinds: Sequence[int], count: int) -> Displays:
    """A display without the tiles of these kinds that cost least."""
    own = [kind for kind in kinds for _ in range(displays[seat][kind])]
    ways = set(combinations(own, min(count, len(own))))
    changed = [minus(displays, seat, lost) for lost in ways]
    return max(changed, key=lambda each: sum(points_of(each, seat)))


def minus(displays: Displays, seat: int, tiles: Sequence[int], sign: int = -1) -> Displays:
    found = [list(each) for each in displays]
    for kind in tiles:
        found[seat][kind] += sign
    return found


def lot(stated: Stated, seat: int) -> dict[int, int]:
    """What the track changes for a seat, by category."""
    before = displays = [list(row) for row in stated.state.have[: stated.state.players]]
    track = [int(kind) for kind in stated.state.track[: stated.state.track_len]]
    displays = minus(displays, seat, [kind for kind in track if kind < FUNERAL], 1)
    for _ in range(track.count(FUNERAL)):
        displays = minus(displays, seat, [PHARAOH] * min(2, displays[seat][PHARAOH]))
    for _ in range(track.count(DROUGHT)):
        floods = min(2, displays[seat][FLOOD])
        niles = min(2 - floods, displays[seat][NILE])
        displays = minus(displays, seat, [FLOOD] * floods + [NILE] * niles)
    displays = after_loss(displays, seat, CIVILISATIONS, 2 * track.count(UNREST))
    displays = after_loss(displays, seat, MONUMENTS, 2 * track.count(EARTHQUAKE))
    pairs = zip(points_of(displays, seat), points_of(before, seat), strict=True)
    return {category: new - old for category, (new, old) in enumerate(pairs)}


def suns(stated: Stated, seat: int) -> list[int]:
    pairs = zip(stated.state.sun[seat], stated.state.up[seat], strict=True)
    return sorted(int(sun) for sun, is_up in pairs if is_up)


def later(stated: Stated) -> list[int]:
    """The seats that bid after the player, in order: the caller last."""
    s, found, seat = stated.state, [], stated.seat
    end = stated.seat if stated.moves[0] == "invoke" else s.starter
    while seat != end or (not found and stated.moves[0] == "invoke"):
        seat = (seat + 1) % s.players
        if suns(stated, seat):
            found.append(seat)
    return found


def bid_of(moves: Sequence[str]) -> int:
    verb, _, sun = moves[0].partition(" ")
    return int(sun) if verb == "bid" else 0


def lowest(stated: Stated) -> int:
    """The sun that wins if nobody bids more: the bid, or the lowest of who called."""
    return bid_of(stated.moves) or suns(stated, stated.seat)[0]


def won(stated: Stated, sun: int, seat: int | None = None) -> dict[str, Any]:
    parts = lot(stated, stated.seat if seat is None else seat)
    return {"points": sum(parts.values()), "parts": parts, "sun": sun}


def sure_win(stated: Stated) -> Mapping[str, Any]:
    sun = bid_of(stated.moves) or suns(stated, stated.seat)[-1]
    rivals = [seat for seat in later(stated) if seat != stated.seat]
    assert all(max(suns(stated, seat)) < sun for seat in rivals)
    return won(stated, sun)


def lowest_win(stated: Stated) -> Mapping[str, Any]:
    return won(stated, lowest(stated))


def costly_win(stated: Stated) -> Mapping[str, Any]:
    found = won(stated, lowest(stated))
    return {"points": -found["points"], "parts": found["parts"]}


def rival_wins(stated: Stated) -> Mapping[str, Any]:
    """Everybody has passed or passes: the highest bid wins, or the lowest sun of who must pay."""
    s = stated.state
    winner, sun = int(s.high_seat), int(s.high)
    higher = [each for each in suns(stated, s.starter) if each > sun]
    if not sun or (s.invoker_bids and s.cause == 0 and winner != s.starter and higher):
        winner, sun = int(s.starter), higher[0]
    points = sum(lot(stated, winner).values())
    return {"points": points, "player": winner, "sun": sun}


def best_rival(stated: Stated) -> tuple[int, int]:
    return max((suns(stated, seat)[-1], seat) for seat in later(stated) if seat != stated.seat)


def outbid(stated: Stated) -> Mapping[str, Any]:
    sun, winner = best_rival(stated)
    assert sun > suns(stated, stated.seat)[-1]
    return {"points": sum(lot(stated, winner).values()), "player": winner, "sun": sun}


def beaten(stated: Stated) -> Mapping[str, Any]:
    sun, rival = best_rival(stated)
    assert sun > bid_of(stated.moves)
    return {"sun": bid_of(stated.moves), "player": rival, "rival": sun}


def nothing(stated: Stated) -> bool:
    return sum(lot(stated, stated.seat).values()) == 0


def empty(stated: Stated) -> bool:
    return not stated.state.track_len


def swap(stated: Stated) -> Mapping[str, Any]:
    return {"sun": bid_of(stated.moves), "centre": int(stated.state.centre)}


def cheaper(stated: Stated) -> Mapping[str, Any]:
    sun = bid_of(stated.other)
    assert sun < bid_of(stated.moves)
    assert all(max(suns(stated, seat)) < sun for seat in later(stated) if seat != stated.seat)
    return {"sun": sun}


def sun_points(stated: Stated) -> Mapping[str, Any]:
    s = stated.state
    assert s.epoch == 3
    totals = [sum(s.sun[seat]) for seat in range(s.players)]

    def points() -> int:
        own = totals[stated.seat]
        if min(totals) == max(totals):
            return 0
        return 5 if own == max(totals) else -5 if own == min(totals) else 0

    before = points()
    totals[stated.seat] += s.centre - bid_of(stated.moves)
    return {**swap(stated), "points": abs(points() - before)}


def ra_left(stated: Stated) -> int:
    return LAST_RA[int(stated.state.players)] - int(stated.state.ra_count)


def kept(stated: Stated) -> Mapping[str, Any]:
    """Pharaohs, Niles and monuments of a lot without disasters."""
    track = [int(kind) for kind in stated.state.track[: stated.state.track_len]]
    assert stated.state.epoch < 3
    more = sum(kind in (PHARAOH, NILE, *MONUMENTS) for kind in track)
    return {"tiles": stated.values["tiles"] if max(track) >= FUNERAL else more}


def time(stated: Stated) -> Mapping[str, Any]:
    return {"ra_tiles": ra_left(stated), "suns": len(suns(stated, stated.seat))}


def risk(stated: Stated) -> Mapping[str, Any]:
    assert ra_left(stated) == 1
    return {"ra": int(stated.state.bag[0]), "count": int(sum(stated.state.bag))}


def alone(stated: Stated) -> bool:
    return not any(
        suns(stated, seat) for seat in range(stated.state.players) if seat != stated.seat
    )


def taken(stated: Stated) -> int:
    return TILE_NAMES.index(stated.moves[0].split()[1])


def tile_gain(stated: Stated, sign: int) -> int:
    displays = [list(row) for row in stated.state.have[: stated.state.players]]
    changed = minus(displays, stated.seat, [taken(stated)], sign)
    return sum(points_of(changed, stated.seat)) - sum(points_of(displays, stated.seat))


def god(stated: Stated) -> Mapping[str, Any]:
    return {"points": tile_gain(stated, 1), "tile": taken(stated), "god": 2}


def god_for_nothing(stated: Stated) -> Mapping[str, Any]:
    assert tile_gain(stated, 1) == 0
    return {"tile": taken(stated), "god": 2}


def lasting(stated: Stated) -> Mapping[str, Any]:
    assert taken(stated) in (PHARAOH, NILE, *MONUMENTS)
    assert stated.state.epoch < 3
    return {"tile": taken(stated)}


def loss(stated: Stated) -> Mapping[str, Any]:
    return {"points": -tile_gain(stated, -1)}


def worth_to_other(stated: Stated) -> Mapping[str, Any]:
    assert stated.other[0].split()[0] in ("bid", "invoke")
    return {"points": sum(lot(stated, stated.seat).values())}


def centre_taken(stated: Stated) -> Mapping[str, Any]:
    assert stated.state.centre > suns(stated, stated.seat)[-1]
    return {"centre": int(stated.state.centre), "player": rival_wins(stated)["player"]}


COUNTS: dict[str, Count] = {
    "Nobody can outbid your {sun}, and the lot brings you {points} ({parts}).": sure_win,
    "If nobody bids more, the lot brings you {points} ({parts}).": lowest_win,
    "If nobody bids more, you win the lot with your {sun}: {points} ({parts}).": lowest_win,
    "The lot would cost you {points} ({parts}).": costly_win,
    "The lot is worth only {points} to you ({parts}); a sun usually wins {usual}.": lambda one: (
        won(one, lowest(one)) | {"usual": 6}
    ),
    "You'd win {points}, but get the {centre} in the centre for your {sun}.": lambda one: (
        dict(swap(one)) | {"points": won(one, 0)["points"]}
    ),
    "You'd win {points}, but keep only {suns} for the rest of the epoch.": lambda one: (
        won(one, lowest(one)) | {"suns": len(suns(one, one.seat)) - 1}
    ),
    "If nobody bids more, you win {tiles} to keep for later epochs.": kept,
    "There's nothing for you in the lot.": nothing,
    "There's nothing for you in the lot, and just the {centre} in the centre for your {sun}.": (
        lambda one: swap(one) if nothing(one) else {}
    ),
    "There's nothing for you on the track yet.": nothing,
    "There are no tiles to win.": empty,
    "The track is empty: you'd call an auction for no tiles.": empty,
    "It's your last sun: you'd sit out the rest of the epoch.": lambda one: (
        len(suns(one, one.seat)) == 1
    ),
    "If nobody bids more, {player} wins the lot with the {sun}: {points}.": rival_wins,
    "{player}'s {sun} beats all your suns, and the lot would bring {player} {points}.": outbid,
    "Your {sun} can still be beaten by {player}'s {rival}.": beaten,
    "Your {sun} would win just as well.": cheaper,
    "You'd leave a lot that is worth {points} to you.": worth_to_other,
    "You'd put off an auction of a lot that is worth {points} to you.": worth_to_other,
    "If nobody bids more, {player} gets the {centre} in the centre.": centre_taken,
    "You'd get the {centre} in the centre for your {sun}.": swap,
    "You'd give your {sun} for the {centre} in the centre.": swap,
    "The {centre} in the centre for your {sun} would bring you {points} for suns.": sun_points,
    "The {centre} in the centre for your {sun} would cost you {points} for suns.": sun_points,
    "{ra_tiles} until the epoch ends, and you still have {suns} to use.": time,
    "{ra} of the {count} tiles in the bag are Ra: "
    "the next one ends the epoch, and this lot is lost.": risk,
    "Nobody else has a sun left: the lot grows for you alone.": alone,
    "Nothing on the track is worth an auction yet.": lambda one: True,
    "{tile} is worth {points} to you; the god would score only {god} if you kept it.": god,
    "The god scores {god} if you keep it; {tile} is worth only {points} to you now.": god,
    "{tile} is worth nothing to you now; the god scores {god} if you keep it.": god_for_nothing,
    "{tile} stays with you for later epochs; a god doesn't.": lasting,
    "That's a disaster: it strikes you at once.": lambda one: taken(one) >= FUNERAL,
    "That would cost you {points}.": loss,
}

test_numbers_are_those_on_the_table = counting("ra", COUNTS)
