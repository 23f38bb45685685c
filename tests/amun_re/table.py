"""A table for tests: a real game, set to the position that a test needs."""

from __future__ import annotations

from nomarch.games.amun_re import actions as act, components as box, invariants, rules, state as st
from nomarch.games.amun_re.state import State
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.chance import TABLE, reseed
from nomarch.kernel.declare.events import ALL, Event
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.declare.layout import Layout
from nomarch.kernel.run.seeds import key_of, make_seed

LAYOUT = Layout(State)
NAMES = {name: p for p, name in enumerate(box.PROVINCE_NAMES)}
KINDS = {name: kind for kind, name in enumerate(box.CARD_NAMES)}


class Table:
    """A state with moves in notation, checked against `legal`."""

    def __init__(self, players: int = 4, seed: str = "table", **options: str) -> None:
        setup = rulebook("amun-re").setup(players, options)
        self.s = LAYOUT.plain()
        reseed(self.s, key_of(make_seed(seed)), 0, TABLE)
        self.s.trace = []
        rules.setup(self.s, players, setup.options)

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

    def auction(self, *provinces: str) -> Table:
        """These provinces are up, nobody has bid."""
        for name in provinces:
            self.s.card[NAMES[name]], self.s.pool[NAMES[name]] = 1, 0
            self.s.pool_left -= 1
        self.s.phase = st.PICK
        rules.provinces.clear_bids(self.s)
        return self

    def own(self, seat: int, *provinces: str) -> Table:
        for name in provinces:
            p = NAMES[name]
            self.s.owner[p] = seat
            self.s.pool_left -= self.s.pool[p]
            self.s.pool[p] = 0
        return self

    def put(self, province: str, **things: int) -> Table:
        for name, count in things.items():
            getattr(self.s, name)[NAMES[province]] = count
            if name in ("farmers", "free"):
                self.s.farmer_supply -= count
        return self

    def give(self, seat: int, *cards: str) -> Table:
        """Cards from the pile into a hand."""
        for name in cards:
            kind = KINDS[name]
            assert self.s.deck[kind] > 0
            self.s.deck[kind] -= 1
            self.s.deck_left -= 1
            self.s.hand[seat][kind] += 1
            self.s.hand_count[seat] += 1
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

    def gold(self, *amounts: int) -> Table:
        for seat, amount in enumerate(amounts):
            self.s.gold[seat] = amount
        return self

    # --- Playing ----------------------------------------------------------------------------

    def legal(self, seat: int | None = None) -> set[str]:
        mask = [0] * act.ACTIONS.words
        rules.legal(self.s, self.s.seat if seat is None else seat, mask)
        return {act.ACTIONS[action] for action in allowed(mask)}

    def play(self, *moves: str, seat: int | None = None) -> Table:
        """Moves of the seat that is to act, or of the one named; a new list of events each time."""
        self.s.trace = []
        for move in moves:
            actor = self.s.seat if seat is None else seat
            assert rules.to_act(self.s) >> actor & 1, f"seat {actor} is not to act"
            assert move in self.legal(actor), f"{move} is not among {sorted(self.legal(actor))}"
            rules.apply(self.s, actor, act.ACTIONS.parse(move))
        return self

    def events(self, kind: Event, audience: int = ALL) -> list[tuple[int, ...]]:
        return [
            record.numbers
            for record in self.s.trace or ()
            if record.event is kind and record.audience == audience
        ]

    def at(self, province: str, field: str) -> int:
        return int(getattr(self.s, field)[NAMES[province]])

    def sound(self) -> bool:
        """All laws hold, but that a test may give provinces to one seat alone."""
        return all("should own" in complaint for complaint in invariants.broken(self.s))


def offerings(players: int = 4, turn: int = 1, pharaoh: int = 0, **options: str) -> Table:
    """A table at the beginning of phase 4; each seat owns one province, no cards."""
    table = Table(players, **options).clear(turn, pharaoh).no_cards()
    for seat, name in enumerate(("memphis", "mendes", "edfu", "thebes", "abydos")[:players]):
        table.own(seat, name)
    rules.stages.start_offerings(table.s)
    return table


def offer(table: Table, seat: int, gold: int) -> None:
    """A whole offering, coin by coin; below zero is the theft."""
    if gold < 0:
        table.play("steal", seat=seat)
        return
    for coin in reversed(box.DENOMINATIONS):
        while table.s.offer[seat] + coin <= gold:
            table.play(f"put {coin}", seat=seat)
    table.play("offer", seat=seat)
