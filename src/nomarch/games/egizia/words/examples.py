"""Example positions for the chapters of the help."""

from nomarch.games.egizia.rules import box, feeding, monuments, rounds, scoring, st
from nomarch.kernel.lessons import Example, Translate

ME, OTHER = range(2)
MINE = f"seat-{ME}"
SITE = tuple(f"works-{site}" for site in box.SITES)
SEED = "example"


def _fill(s: st.State, part: int, *owners: int) -> None:
    """Stones on the next spaces of a part."""
    for owner in owners:
        s.stone[box.PART_START[part] + s.laid[part]] = owner
        s.laid[part] += 1
        s.own[owner][box.PART_STRUCTURE[part]] += 1


def _walls_and_floor(s: st.State) -> None:
    """A temple and a pyramid on their way."""
    _fill(s, box.LEFT_WALL, ME, OTHER, ME)
    _fill(s, box.RIGHT_WALL, OTHER)
    _fill(s, box.FLOOR_1, ME, ME, OTHER, ME, OTHER, ME)
    _fill(s, box.FLOOR_2, OTHER)


def aim(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "Temple and Pyramid after a few rounds. The first floor is full: {count} of its {all} stones are yours, so you scored {points} points for the majority."
    )
    floor = slice(box.PART_START[box.FLOOR_1], box.PART_START[box.FLOOR_2])
    count = 4
    return (Example(
        caption.format(count=count, all=box.PART_SIZE[box.FLOOR_1], points=count), SITE[box.TEMPLE_PYRAMID],
        lambda v: v.stone[floor].count(ME) == count > v.stone[floor].count(OTHER) and st.NO_SEAT not in v.stone[floor],
        players=2, seed=SEED, prepare=_walls_and_floor,
    ),)  # fmt: skip


def set_up(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("Your area at the start: four crews, a quarry, a field and a few stones."), MINE,
        lambda v: list(v.crew[ME]) == [1, 1, 1, 2] and v.quarry[ME] == 3 and feeding.harvested(v, ME) == 6 and v.stones[ME] in (2, 3),
        players=2, seed=SEED,
    ),)  # fmt: skip


def boats(t: Translate) -> tuple[Example, ...]:
    first, second = box.CARD_POS[1], box.ROUND_POS[2]

    def is_so(v: st.State) -> bool:
        ahead, behind = sorted((ME, OTHER), key=lambda seat: v.last[seat])
        return [v.last[ahead], v.last[behind]] == [first, second]

    return (Example(
        t("Two boats on the Nile: one took a card, the other sailed further down to a round space. Each player's next boat must go below their own."), "river",
        is_so, near=tuple(f"reach-{pos}" for pos in range(second + 2)), players=2, seed=SEED,
        moves=("card 2", box.ROUND_NAMES[2]),
    ),)  # fmt: skip


def feed(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "Four crews of 1, 1, 1 and 2 need {need} grain. The start field gives {grain} at any flood, so nobody goes hungry yet."
    )
    need, grain = sum(box.CREW_START), box.START_GRAIN
    return (Example(
        caption.format(need=need, grain=grain), MINE,
        lambda v: feeding.need(v, ME) == need and feeding.irrigated(v, ME, 0) == grain >= need,
        players=2, seed=SEED,
    ),)  # fmt: skip


def _quarries(s: st.State) -> None:
    """Two quarries more than at the start, and a round's stones just dug."""
    for kind, stones in zip((box.QUARRY_2, box.QUARRY_3), box.QUARRY_STONES, strict=True):
        s.deck[kind] -= 1
        s.deck_left -= 1
        s.have[ME][kind] += 1
        s.quarry[ME] += stones
    feeding.produce(s)


def stones(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "Your start quarry gives {start} stones, and the two quarries you took give {first} and {second} more. That added {all} to your {before} this round: you now have {now}."
    )
    first, second = box.QUARRY_STONES
    each, before = box.START_QUARRY + first + second, box.START_STONES[0]
    return (Example(
        caption.format(start=box.START_QUARRY, first=first, second=second, all=each, before=before, now=before + each), MINE,
        lambda v: v.quarry[ME] == each and v.stones[ME] == before + each,
        players=2, seed=SEED, prepare=_quarries,
    ),)  # fmt: skip


def _obelisk(s: st.State) -> None:
    """An obelisk on its way."""
    _fill(s, box.OBELISK_PART, ME, OTHER, ME)


def build(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "The Obelisk has three stones. The next one costs {cost} strength and {cost} stones, and scores {cost} points."
    )
    cost = box.SPACE_VALUE[box.PART_START[box.OBELISK_PART] + 3]
    return (Example(
        caption.format(cost=cost), SITE[box.OBELISK_GRAVES],
        lambda v: v.laid[box.OBELISK_PART] == 3,
        players=2, seed=SEED, prepare=_obelisk,
    ),)  # fmt: skip


def _end_of_round(s: st.State) -> None:
    """All boats have built: bonus and turn order follow by themselves, and round 2 begins."""
    s.points[ME], s.points[OTHER] = 8, 9
    s.built[ME], s.built[OTHER] = 3, 1
    s.phase, s.stage = st.NOTHING, st.REWARDING
    rounds.go_on(s)


def end_of_round(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "You had {mine} points and built at all three sites: {most} more. Your opponent had {theirs} and built at one: {least} more. Your opponent is now last and gets turn order tile 1 for round 2."
    )
    points = {"mine": 8, "most": box.COLLABORATION[3], "theirs": 9, "least": box.COLLABORATION[1]}
    return (Example(
        caption.format(**points), "head",
        lambda v: v.points[:2] == [points["mine"] + points["most"], points["theirs"] + points["least"]] and v.order[:2] == [OTHER, ME] and v.round == 2,
        players=2, seed=SEED, prepare=_end_of_round,
    ),)  # fmt: skip


def _markers(s: st.State) -> None:
    """Markers that have come some way down."""
    s.market[ME][:] = (box.SALE_LEVEL, 2)


def markets(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "Your stone market marker lets you sell two stones for a point at the end. Your grain market marker makes each missing grain cost {price} points."
    )
    price = box.HUNGER[2]
    return (Example(
        caption.format(price=price), "markets",
        lambda v: v.market[ME][box.STONE_MARKET] >= box.SALE_LEVEL and feeding.hunger_price(v, ME) == price,
        players=2, seed=SEED, prepare=_markers,
    ),)  # fmt: skip


def cards(t: Translate) -> tuple[Example, ...]:
    return (Example(
        t("Cards lie along the left bank, round spaces and sites along the right. A boat takes its card right away."), "river",
        lambda v: all(card >= 0 for card in v.row[:4]),
        near=tuple(f"reach-{pos}" for pos in range(8)), players=2, seed=SEED,
    ),)  # fmt: skip


def _graves(s: st.State) -> None:
    """Three graves with a stone, two of them mine."""
    for owner in (ME, OTHER, ME):
        _fill(s, box.GRAVE_PART, owner)
        monuments.show_grave(s)


def end(t: Translate) -> tuple[Example, ...]:
    caption = t(
        "Your two grave tiles total less than {next}, so they score {points} points at the end."
    )
    points, next_band = box.GRAVE_BAND_POINTS[0], box.GRAVE_BAND_MIN[1]
    return (Example(
        caption.format(next=next_band, points=points), SITE[box.OBELISK_GRAVES],
        lambda v: 0 < scoring.grave_total(v, ME) < next_band and scoring.treasure_points(scoring.grave_total(v, ME)) == points,
        players=2, seed=SEED, prepare=_graves,
    ),)  # fmt: skip
