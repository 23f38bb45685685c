"""Ratings of people on the scale of the bots' ladder.

A rating is a normal distribution in Elo units: a gap of 400 means ten times the chance to win a
table. That is the Plackett-Luce model with a fixed scale, so that one game updates all seats at
once and player counts share one scale. Bots are anchors: their ladder ratings never change.
"""

import math
from collections.abc import Sequence
from functools import cache
from itertools import permutations, product
from typing import Any

import msgspec

MODEL = "pl-3"
"""The name of these parameters; stored with every change."""
FIRST_MODEL, SECOND_MODEL = "pl-1", "pl-2"
"""The same, but rivals who left early were worth as much as others, or nothing."""
START, START_SIGMA = 1500.0, 350.0
SCALE = 400 / math.log(10)
"""Elo per unit of the logistic scale."""
DRIFT = 3.5
"""Elo by which a rating may drift from game to game."""
IDLE_VARIANCE = (110.0**2 - 60.0**2) / 365.0
"""Variance gained per idle day: 60 becomes 110 in a year."""
DAY = 86_400.0
LEAST_ANCHOR_SIGMA = 1.0
PROVISIONAL_SIGMA = 110.0
"""Above this, a rating is shown with a question mark."""


class Belief(msgspec.Struct, frozen=True):
    """What is known of a player's strength."""

    mu: float = START
    sigma: float = START_SIGMA

    @property
    def is_provisional(self) -> bool:
        return self.sigma > PROVISIONAL_SIGMA


class RatedSeat(msgspec.Struct, frozen=True):
    """A seat of a rated game."""

    belief: Belief
    place: int
    is_bot: bool = False
    has_left: bool = False
    weight: float = 1.0
    """The share of the points that a lone winner gains by their leaving; less if it was early."""


def after_idling(belief: Belief, seconds: float) -> Belief:
    """Return a belief after some time without games: the doubt grows."""
    variance = belief.sigma**2 + IDLE_VARIANCE * max(0.0, seconds) / DAY
    return Belief(belief.mu, max(belief.sigma, min(START_SIGMA, math.sqrt(variance))))


def new_beliefs(seats: Sequence[RatedSeat]) -> list[Belief]:
    """Return the beliefs after a game.

    - Bots keep theirs.
    - Who left is last against everybody; the others are ranked among themselves. If only one
      stayed, they have beaten those who left, and gain less the earlier that was.
    - With only bots as rivals a game counts half.
    """
    stayed = [i for i, seat in enumerate(seats) if not seat.has_left]
    leaver_places = [
        len(seats) + 1 if seat.has_left else seat.place for seat in seats
    ]  # all leavers share the last place
    after = [seat.belief for seat in seats]
    with_leavers = _update([seat.belief for seat in seats], leaver_places)
    if len(stayed) > 1:
        ranked = _update([seats[i].belief for i in stayed], [seats[i].place for i in stayed])
        updated = dict(zip(stayed, ranked, strict=True))
    else:
        beaten = [i for i, seat in enumerate(seats) if seat.has_left and seat.weight]
        counted = sorted([*stayed, *beaten])
        ranked = _update([seats[i].belief for i in counted], [leaver_places[i] for i in counted])
        weights = [seats[i].weight for i in beaten]
        share = math.fsum(weights) / len(weights) if weights else 1.0
        updated = {
            i: _between(seats[i].belief, new, share) for i, new in zip(counted, ranked, strict=True)
        }
    people = sum(not seat.is_bot for seat in seats)
    for i, seat in enumerate(seats):
        if seat.is_bot:
            continue
        new = with_leavers[i] if seat.has_left else updated[i]
        after[i] = new if people > 1 else _mean([seat.belief, new])
    return after


def _update(beliefs: Sequence[Belief], places: Sequence[int]) -> list[Belief]:
    """Rank seats by place. Ties are the mean over all orders of those who tie.

    The library's own treatment of ties gives the place after a shared first as much as the first.
    """
    if len(beliefs) < 2:
        return list(beliefs)
    groups: dict[int, list[int]] = {}
    for seat, place in enumerate(places):
        groups.setdefault(place, []).append(seat)
    orders = product(*(permutations(groups[place]) for place in sorted(groups)))
    updates = [_rate_order(beliefs, [s for group in order for s in group]) for order in orders]
    return [_mean([update[seat] for update in updates]) for seat in range(len(beliefs))]


def _rate_order(beliefs: Sequence[Belief], order: Sequence[int]) -> list[Belief]:
    model = _model(len(beliefs))
    teams = [[model.rating(mu=belief.mu, sigma=belief.sigma)] for belief in beliefs]
    ranks = [0.0] * len(beliefs)
    for rank, seat in enumerate(order):
        ranks[seat] = float(rank)
    return [Belief(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=ranks)]


@cache
def _model(players: int) -> Any:
    from openskill.models import PlackettLuce

    beta = SCALE / math.sqrt(players)  # the library's scale grows with the square root of seats
    return PlackettLuce(mu=START, sigma=START_SIGMA, beta=beta, tau=DRIFT)


def _between(old: Belief, new: Belief, share: float) -> Belief:
    """Return a part of the way from one belief to another."""
    return Belief(
        new.mu - (1 - share) * (new.mu - old.mu), new.sigma - (1 - share) * (new.sigma - old.sigma)
    )


def _mean(beliefs: Sequence[Belief]) -> Belief:
    count = len(beliefs)
    return Belief(
        math.fsum(b.mu for b in beliefs) / count, math.fsum(b.sigma for b in beliefs) / count
    )
