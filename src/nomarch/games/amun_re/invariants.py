"""What never changes in a game of Amun-Re, and the ways in which one can end: for tests."""

from __future__ import annotations

from collections.abc import Iterable

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.games.amun_re.state import State
from nomarch.kernel.events import Record

ENDINGS = ("most-points", "tie-break", "shared")
"""In the order of the numbers that the event of the end carries."""


def broken(s: State) -> list[str]:
    """Every conservation law that a state breaks, in words."""
    return [*_cards(s), *_knowledge(s), *_provinces(s), *_seats(s)]


def _cards(s: State) -> list[str]:
    complaints = []
    seats = range(s.players)
    lying = [s.gift[p][i] for p in range(box.PROVINCES) for i in range(s.gifts[p])]
    lying += [s.under[i] for i in range(s.under_len)]
    for kind in range(box.CARDS):
        found = s.deck[kind] + s.discard[kind] + s.drawn[kind] + lying.count(kind)
        found += sum(s.hand[seat][kind] for seat in seats)
        if found != box.CARD_COUNTS[kind]:
            complaints.append(f"{found} power cards of kind {kind}, not {box.CARD_COUNTS[kind]}")
    if sum(s.deck) != s.deck_left or min(s.deck) < 0:
        complaints.append("the pile's count is wrong")
    if sum(s.drawn) != s.drawn_left:
        complaints.append("the count of drawn cards is wrong")
    if any(sum(s.hand[seat]) != s.hand_count[seat] or min(s.hand[seat]) < 0 for seat in seats):
        complaints.append("a hand's count is wrong")
    if any(s.spare):
        complaints.append("cards were left in the room to think in")
    return complaints


def _knowledge(s: State) -> list[str]:
    complaints = []
    for viewer in range(s.players):
        for kind in range(box.CARDS):
            if s.deck[kind] > s.deck_most[viewer][kind]:
                complaints.append(f"seat {viewer} thinks too little of the pile, kind {kind}")
            if s.drawn_known[viewer][kind] > s.drawn[kind]:
                complaints.append(f"seat {viewer} knows too much of the drawn cards")
            for owner in range(s.players):
                if not 0 <= s.known[viewer][owner][kind] <= s.hand[owner][kind]:
                    complaints.append(f"seat {viewer} is wrong about seat {owner}, kind {kind}")
    return complaints


def _provinces(s: State) -> list[str]:
    complaints = []
    if sum(s.farmers) + sum(s.free) + s.farmer_supply != box.FARMER_SUPPLY or s.farmer_supply < 0:
        complaints.append("farmers are missing")
    if sum(s.pool) != s.pool_left:
        complaints.append("the count of province cards is wrong")
    for p in range(box.PROVINCES):
        if not 0 <= s.farmers[p] <= box.SPACES[p]:
            complaints.append(f"too many farmers in province {p}")
        if not 0 <= s.bricks[p] < box.BRICKS_PER_PYRAMID or s.pyramids[p] < 0:
            complaints.append(f"bricks in province {p} should be a pyramid")
        if s.card[p] + s.pool[p] + (s.owner[p] >= 0) > 1:
            complaints.append(f"the card of province {p} is in two places")
        if s.owner[p] < 0 and s.farmers[p] + s.free[p] > 0:
            complaints.append(f"farmers without a master in province {p}")
        left_out = s.edition == box.TOURNAMENT and box.TOURNAMENT_OUT[p]
        if left_out and s.pool[p] + s.card[p] + s.pyramids[p]:
            complaints.append(f"province {p} is not in the tournament")
    auction = s.asked in (st.PICK, st.STEP)
    if sum(s.card) != (s.players if auction else 0):
        complaints.append("the wrong number of provinces is up for auction")
    if s.turn > 0:
        held = (s.turn - 1) % box.KINGDOM_TURNS + (0 if auction else 1)
        for seat in range(s.players):
            if list(s.owner).count(seat) != held:
                complaints.append(f"seat {seat} should own {held} provinces")
    return complaints


def _seats(s: State) -> list[str]:
    complaints = []
    if min(s.gold) < 0 or min(s.points) < 0:
        complaints.append("gold or points below zero")
    if s.asked == st.OFFERING:
        for seat in range(s.players):
            given = s.offer[seat]
            if given != box.THEFT and not 0 <= given <= s.gold[seat]:
                complaints.append(f"seat {seat} offers what it does not have")
            if s.offered[seat] and given == 0:
                complaints.append(f"seat {seat} offers nothing")
    return complaints


def ending(events: Iterable[Record]) -> str:
    """How a game ended, told from its events."""
    how = ""
    for event in events:
        if event.event is ev.ENDED:
            how = ENDINGS[event.how]
    return how
