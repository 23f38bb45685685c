"""What the tiles on the track would bring a player, in points."""

from dataclasses import dataclass
from itertools import combinations

from nomarch.games.ra import events as ev
from nomarch.games.ra.rules import box, st
from nomarch.games.ra.words import tips

KINDS = {
    ev.GODS: box.GOD,
    ev.PHARAOHS: box.PHARAOH,
    ev.RIVER: box.NILE,
    ev.CIVILISATIONS: box.FIRST_CIVILISATION,
    ev.GOLDS: box.GOLD,
    ev.MONUMENTS: box.FIRST_MONUMENT,
}
"""A kind of tile that scores in each category."""
CHOSEN_LOSSES = (
    (box.UNREST, box.FIRST_CIVILISATION, box.LAST_CIVILISATION, ev.CIVILISATIONS),
    (box.EARTHQUAKE, box.FIRST_MONUMENT, box.LAST_MONUMENT, ev.MONUMENTS),
)
"""Disasters whose losses the player chooses: the range of tiles, and where they score."""


@dataclass(frozen=True)
class Lot:
    """What the track would bring a seat, by category, disasters included."""

    points: dict[int, int]
    disasters: int
    """Points that its disasters cost."""

    @property
    def total(self) -> int:
        return sum(self.points.values())


def lot_of(view: st.State, seat: int) -> Lot:
    before = _worth(view, seat)
    tiles = [kind for kind in view.track[: view.track_len] if kind < box.FIRST_DISASTER]
    for kind in tiles:
        view.have[seat][kind] += 1
    good = _worth(view, seat)
    after = _after_disasters(view, seat)
    for kind in tiles:
        view.have[seat][kind] -= 1
    points = {category: after[category] - before[category] for category in KINDS}
    return Lot(points, sum(good.values()) - sum(after.values()))


def _after_disasters(view: st.State, seat: int) -> dict[int, int]:
    """What a display is worth after the track's disasters, giving up what costs least."""
    have = view.have[seat]
    before, struck = list(have), view.track[: view.track_len]
    for kind in struck:
        if kind in (box.FUNERAL, box.DROUGHT):
            left = box.TILES_PER_DISASTER
            for tile in (box.PHARAOH,) if kind == box.FUNERAL else (box.FLOOD, box.NILE):
                have[tile] -= (gone := min(left, have[tile]))
                left -= gone
    for disaster, first, last, category in CHOSEN_LOSSES:
        owned = [kind for kind in range(first, last + 1) for _ in range(have[kind])]
        count = min(len(owned), box.TILES_PER_DISASTER * struck.count(disaster))
        best, kept = -1000, list(have)
        for lost in set(combinations(owned, count)):
            for kind in lost:
                have[kind] -= 1
            if (worth := tips.worth(view, seat, KINDS[category])) > best:
                best, kept = worth, list(have)
            for kind in lost:
                have[kind] += 1
        have[:] = kept
    worth_after = _worth(view, seat)
    have[:] = before
    return worth_after


def _worth(view: st.State, seat: int) -> dict[int, int]:
    return {category: tips.worth(view, seat, kind) for category, kind in KINDS.items()}
