"""What a Sphinx card promises."""

from nomarch.games.egizia import components as box
from nomarch.games.egizia.heuristic import prospects
from nomarch.games.egizia.rules import scoring
from nomarch.kernel.rows import total

_GAIN = {box.PER_STONE: 80, box.PERMANENTS: 90, box.PER_TEN: 130}
GAIN = tuple(_GAIN.get(kind, 50) for kind in range(box.PER_TEN + 1))
"""What cards that pay by the piece gain in a round."""


def holds(s, seat, kind, about):
    """How many Sphinx cards of a kind, and about one thing, the seat holds."""
    count = 0
    for card in range(box.SPHINX_CARDS):
        if box.SPHINX_TABLE[card][0] == kind and box.SPHINX_TABLE[card][2] == about:
            if is_mine(s, seat, card):
                count += 1
    return count


def is_mine(s, seat, card):
    """Whether the seat holds a Sphinx card: it alone can tell."""
    place = int(s.where[card])
    return place >= 0 and place < box.IN_FINGERS and place // box.HAND_SLOTS == seat


def second_riddle(s, seat):
    """What the best card that would be kept besides the first promises."""
    best, second = 0, 0
    for i in range(box.MAX_DRAW):
        if s.drawn[i] >= 0:
            value = riddle_value(s, seat, int(s.drawn[i]))
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
    return best if s.kept_now == 1 else second


def riddle_value(s, seat, card):
    """What a Sphinx card is likely to score at the end."""
    kind = box.SPHINX_TABLE[card][0]
    points = 100 * box.SPHINX_TABLE[card][1]
    about = int(box.SPHINX_TABLE[card][2])
    builds = prospects.builds_to_come(s)
    now = 100 * scoring.riddle_points(s, seat, card)
    if kind == box.BUILT:
        return likely(points, stones_short(s, card), 3 * builds)
    if kind == box.OWN_STONES:
        return likely(points, box.SPHINX_TABLE[card][4] - s.own[seat][about], builds)
    if kind == box.OWN_EACH:
        short = 0
        for structure in range(box.STRUCTURES):
            short += max(0, box.SPHINX_TABLE[card][4] - s.own[seat][structure])
        return likely(points, short, 2 * builds)
    if kind == box.AT_BOTTOM:
        short = about * (box.BOTTOM - s.market[seat][box.STONE_MARKET])
        short += box.SPHINX_TABLE[card][3] * (box.BOTTOM - s.market[seat][box.GRAIN_MARKET])
        return likely(points, short, builds)
    if kind == box.MOST_GRAIN or kind == box.MOST_QUARRY:
        return now * 3 // 4 + 10 * builds + (50 if now == 0 else 0)
    if kind == box.PLAYERS_AT_BOTTOM:
        return max(now, 100 + 50 * builds)
    return now + GAIN[kind] * builds


def likely(points, short, pace):
    """Points by the chance that so much more is done at such a pace."""
    if short <= 0:
        return points
    return points * min(90, 60 * pace // short) // 100


def stones_short(s, card):
    """Stones still to be laid, by anyone, before a part of a monument is built."""
    first, last = box.SPHINX_TABLE[card][2], box.SPHINX_TABLE[card][3]
    short = box.SPHINX_TABLE[card][4] - total(s.laid, first, last + 1)
    base = box.FLOOR_1 if first >= box.FLOOR_1 else box.LEFT_WALL
    for part in range(base, first):
        short += box.PART_SIZE[part] - s.laid[part]
    return short
