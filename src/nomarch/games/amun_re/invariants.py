"""Conservation laws of Amun-Re and the ways a game can end, for tests."""

from itertools import product

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.kernel.declare.invariants import Laws, Records, complaints

ENDINGS = ("most-points", "tie-break", "shared")
"""In the order of the end event's numbers."""


def broken(s: st.State) -> list[str]:
    return complaints(_cards(s), _knowledge(s), _provinces(s), _ownership(s), _seats(s))


def _cards(s: st.State) -> Laws:
    hands = s.hand[: s.players]
    lying = [s.gift[p][i] for p in range(box.PROVINCES) for i in range(s.gifts[p])]
    lying += s.under[: s.under_len]
    for kind, count in enumerate(box.CARD_COUNTS):
        found = s.deck[kind] + s.discard[kind] + s.drawn[kind] + lying.count(kind)
        found += sum(hand[kind] for hand in hands)
        yield found != count, f"{found} power cards of kind {kind}, not {count}"
    yield sum(s.deck) != s.deck_left or min(s.deck) < 0, "the pile's count is wrong"
    yield sum(s.drawn) != s.drawn_left, "the count of drawn cards is wrong"
    for seat, hand in enumerate(hands):
        yield sum(hand) != s.hand_count[seat] or min(hand) < 0, "a hand's count is wrong"
    yield any(s.spare), "cards were left in the room to think in"


def _knowledge(s: st.State) -> Laws:
    for viewer, kind in product(range(s.players), range(box.CARDS)):
        too_few = s.deck[kind] > s.deck_most[viewer][kind]
        yield too_few, f"seat {viewer} thinks too little of the pile, kind {kind}"
        too_many = s.drawn_known[viewer][kind] > s.drawn[kind]
        yield too_many, f"seat {viewer} knows too much of the drawn cards"
        for owner in range(s.players):
            wrong = not 0 <= s.known[viewer][owner][kind] <= s.hand[owner][kind]
            yield wrong, f"seat {viewer} is wrong about seat {owner}, kind {kind}"


def _provinces(s: st.State) -> Laws:
    farmers = sum(s.farmers) + sum(s.free) + s.farmer_supply
    yield farmers != box.FARMER_SUPPLY or s.farmer_supply < 0, "farmers are missing"
    yield sum(s.pool) != s.pool_left, "the count of province cards is wrong"
    for p in range(box.PROVINCES):
        yield not 0 <= s.farmers[p] <= box.SPACES[p], f"too many farmers in province {p}"
        stones = 0 <= s.bricks[p] < box.BRICKS_PER_PYRAMID and s.pyramids[p] >= 0
        yield not stones, f"bricks in province {p} should be a pyramid"
        owned = s.owner[p] >= 0
        yield s.card[p] + s.pool[p] + owned > 1, f"the card of province {p} is in two places"
        lost = not owned and s.farmers[p] + s.free[p] > 0
        yield lost, f"farmers without a master in province {p}"
        left_out = s.edition == box.TOURNAMENT and box.TOURNAMENT_OUT[p] == 1
        used = s.pool[p] + s.card[p] + s.pyramids[p] > 0
        yield left_out and used, f"province {p} is not in the tournament"


def _ownership(s: st.State) -> Laws:
    auction = s.phase in (st.PICK, st.STEP)
    up = s.players if auction else 0
    yield sum(s.card) != up, "the wrong number of provinces is up for auction"
    held = (s.turn - 1) % box.KINGDOM_TURNS + (0 if auction else 1)
    for seat in range(s.players):
        wrong = s.turn > 0 and s.owner.count(seat) != held
        yield wrong, f"seat {seat} should own {held} provinces"


def _seats(s: st.State) -> Laws:
    yield min(s.gold) < 0 or min(s.points) < 0, "gold or points below zero"
    for seat in range(s.players if s.phase == st.OFFERING else 0):
        given = s.offer[seat]
        too_much = given != box.THEFT and not 0 <= given <= s.gold[seat]
        yield too_much, f"seat {seat} offers what it does not have"
        is_empty = s.offered[seat] == 1 and given == 0 and s.empty_offers == 0
        yield is_empty, f"seat {seat} offers nothing"


def ending(events: Records) -> str:
    hows = [ENDINGS[record.how] for record in events if record.event is ev.ENDED]
    return hows[-1] if hows else ""
