"""A table for tests: a real game, set to the position that a test needs."""

from __future__ import annotations

from typing import Any

from nomarch.games.amun_re import components as box, invariants, rules, state as st
from nomarch.games.amun_re.rules import incomes
from nomarch.games.amun_re.state import State
from nomarch.kernel.declare.events import ALL, Event
from tests.positions import GameTester, Step

NAMES = {name: p for p, name in enumerate(box.PROVINCE_NAMES)}
KINDS = {name: kind for kind, name in enumerate(box.CARD_NAMES)}
SEATS = [("", 0), *((f"_{seat}", seat) for seat in range(5))]


def own(s: State, seat: int, *provinces: str) -> None:
    for name in provinces:
        p = NAMES[name]
        s.owner[p] = seat
        s.pool_left -= s.pool[p]
        s.pool[p] = 0


def put(s: State, province: str, things: dict[str, int]) -> None:
    for name, count in things.items():
        getattr(s, name)[NAMES[province]] = count
        if name in ("farmers", "free"):
            s.farmer_supply -= count


def give(s: State, seat: int, *cards: str) -> None:
    """Cards from the pile into a hand."""
    for name in cards:
        kind = KINDS[name]
        assert s.deck[kind] > 0
        s.deck[kind] -= 1
        s.deck_left -= 1
        s.hand[seat][kind] += 1
        s.hand_count[seat] += 1


def found_at(s: State, province: str, things: dict[str, int]) -> dict[str, int]:
    """Of a province what is asked for; `workers` are farmers with those printed on it."""
    p = NAMES[province]
    fields = {name: int(getattr(s, name)[p]) for name in things if name != "workers"}
    return {**fields, "workers": int(incomes.farmers_in(s, p))} if "workers" in things else fields


GAME = GameTester(
    "amun-re",
    State,
    arranging={
        **{f"own{end}": lambda s, names, seat=n: own(s, seat, *names.split()) for end, n in SEATS},
        **{
            f"cards{end}": lambda s, names, seat=n: give(s, seat, *names.split())
            for end, n in SEATS
        },
        **{name: lambda s, things, name=name: put(s, name, things) for name in NAMES},
    },
    facts={name: lambda s, things, name=name: found_at(s, name, things) for name in NAMES},
)
"""`given` knows what seats `own`, their `cards` and what is in a province, `then` the latter."""
LAYOUT, RULES, imagine = GAME.layout, GAME.rules, GAME.imagine


class Table:
    """A state with moves in notation, checked against `legal`."""

    def __init__(self, players: int = 4, seed: str = "table", **options: str) -> None:
        setup = GAME.book.setup(players, options)
        self.s = GAME.start(players, setup.options, seed)

    # --- Arranging --------------------------------------------------------------------------

    def clear(self, turn: int = 1, pharaoh: int = 0) -> Table:
        """No gifts, no stones, no cards up: every province card is in the pool."""
        s = self.s
        for p in range(box.PROVINCES):
            for i in range(s.gifts[p]):
                s.deck[s.gift[p][i]] += 1
                s.deck_left += 1
                s.gift[p][i] = 0
            s.gifts[p] = s.card[p] = s.bricks[p] = s.pyramids[p] = s.farmers[p] = s.free[p] = 0
            s.owner[p], s.pool[p] = st.NO_SEAT, 1
        s.pool_left, s.farmer_supply = box.PROVINCES, box.FARMER_SUPPLY
        s.turn, s.pharaoh, s.seat = turn, pharaoh, pharaoh
        return self

    def given(self, **values: Any) -> Table:
        GAME.arrange(self.s, values)
        return self

    def auction(self, *provinces: str) -> Table:
        """These provinces are up, nobody has bid."""
        for name in provinces:
            self.s.card[NAMES[name]], self.s.pool[NAMES[name]] = 1, 0
            self.s.pool_left -= 1
        self.s.phase = st.PICK
        rules.provinces.clear_bids(self.s)
        return self

    def reveal(self, *provinces: str) -> Table:
        """A turn begins with these provinces in the pool."""
        self.s.trace = []
        self.s.pool = [int(name in provinces) for name in box.PROVINCE_NAMES]
        self.s.pool_left = len(provinces)
        rules.provinces.start_turn(self.s)
        return self

    def own(self, seat: int, *provinces: str) -> Table:
        own(self.s, seat, *provinces)
        return self

    def put(self, province: str, **things: int) -> Table:
        put(self.s, province, things)
        return self

    def give(self, seat: int, *cards: str) -> Table:
        give(self.s, seat, *cards)
        return self

    def no_cards(self, *seats: int) -> Table:
        """All cards of these seats, or of all, go back into the pile."""
        for seat in seats or range(self.s.players):
            for kind in range(box.CARDS):
                self.s.deck[kind] += self.s.hand[seat][kind]
                self.s.deck_left += self.s.hand[seat][kind]
                self.s.hand[seat][kind] = 0
                for other in range(box.MAX_SEATS):
                    self.s.known[other][seat][kind] = 0
                    self.s.deck_most[other][kind] = box.CARD_COUNTS[kind]
            self.s.hand_count[seat] = 0
        return self

    def pile_of(self, free_farmers: int, holder: int = 1) -> Table:
        """Free farmers alone are left in the pile; all other cards are in a hand."""
        s = self.s
        s.hand[holder] = [have + more for have, more in zip(s.hand[holder], s.deck, strict=True)]
        s.hand[holder][box.FREE] -= free_farmers
        s.hand_count[holder] += s.deck_left - free_farmers
        s.deck, s.deck_left = [0] * box.CARDS, free_farmers
        s.deck[box.FREE] = free_farmers
        return self

    def gold(self, *amounts: int) -> Table:
        return self.given(gold=amounts)

    # --- Playing ----------------------------------------------------------------------------

    def legal(self, seat: int | None = None) -> set[str]:
        return GAME.legal(self.s, seat)

    def play(self, *moves: str, seat: int | None = None) -> Table:
        """Moves of the seat that is to act, or of the one named; a new list of events each time."""
        self.s.trace = []
        GAME.play(self.s, *moves, seat=seat)
        return self

    def follow(self, *steps: Step) -> Table:
        GAME.follow(self.s, *steps)
        return self

    def events(self, kind: Event, audience: int = ALL) -> list[tuple[int, ...]]:
        return GAME.told(self.s, kind, audience)

    def at(self, province: str, field: str) -> int:
        return found_at(self.s, province, {field: 0})[field]

    def sound(self) -> bool:
        """All laws hold, but that a test may give provinces to one seat alone."""
        return all("should own" in complaint for complaint in invariants.broken(self.s))


def acting(
    own: str, players: int = 3, options: dict[str, str] | None = None, **values: Any
) -> Table:
    """Seat 0 is first to act in phase 3 and owns these provinces; the others own nothing."""
    table = Table(players, **options or {}).clear().no_cards().given(own=own, **values)
    rules.stages.start_actions(table.s)
    return table


def offerings(players: int = 4, turn: int = 1, pharaoh: int = 0, **options: str) -> Table:
    """A table at the beginning of phase 4; each seat owns one province, no cards."""
    table = Table(players, **options).clear(turn, pharaoh).no_cards()
    for seat, name in enumerate(("memphis", "mendes", "edfu", "thebes", "abydos")[:players]):
        table.own(seat, name)
    rules.stages.start_offerings(table.s)
    return table


def offers(*amounts: int | None, first: int = 0) -> str:
    """The moves of whole offerings, seat by seat and coin by coin; below zero is the theft."""
    moves = list[str]()
    for seat, amount in enumerate(amounts, first):
        if amount is None:
            continue
        left, coins = amount, list[str]()
        for coin in reversed(box.DENOMINATIONS):
            while 0 < coin <= left:
                coins.append(f"put {coin}")
                left -= coin
        moves += [f"{seat}: {move}" for move in (["steal"] if amount < 0 else [*coins, "offer"])]
    return ", ".join(moves)


def bids(text: str) -> str:
    """The moves of bids such as `abu 3, sawu 10`."""
    pairs = (one.split() for one in text.split(", "))
    return ", ".join(f"province {province}, bid {gold}" for province, gold in pairs)
