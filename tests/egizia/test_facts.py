"""What facts of Egizia state, counted again from the board and the components alone."""

from collections.abc import Mapping
from typing import Any

from nomarch.games.egizia import components as box
from nomarch.kernel.declare.game import rulebook

from ..fact_values import Count, Stated, counting

BONUS, HUNGER, TREASURE = (0, 1, 3, 6), (3, 3, 2, 2, 1), (0, 2, 5, 9)
FLOORS, RETURNS, COLLABORATION, MARKET, CARDS = range(4, 9)
SALE, GRAVES, SPHINX = range(10, 13)
CREWS = {"selinon": (0, 1), "thebae": (0, 2), "beni-hasan": (1, 2), "alyi": ()} | dict.fromkeys(
    ("passalon", "heliopolis"), (3,)
)
KEPT = "more-riddles training paid-training stones-for-grain canal shared-berth upstream"
COLOURS = ("green", "yellow-green", "brown")


class Board:
    """A copy of a position, changed by the tables of the box."""

    def __init__(self, stated: Stated, moves: tuple[str, ...] = ()) -> None:
        self.s: Any = rulebook("egizia").layout.copy(stated.state)
        self.me = stated.seat
        self.round_is_fed = fed(self.s, self.me)
        self.owed = self.reach = 0
        self.gained = dict.fromkeys(range(13), 0)
        for move in moves:
            self.play(*move.split())

    def play(self, verb: str, *rest: str) -> None:
        s, me = self.s, self.me
        times = 2 if "doubled" in rest else 1
        if verb in ("card", "harvest"):
            self.take(box.CARD_NAMES[s.row[int(rest[0]) - 1]])
            s.row[int(rest[0]) - 1] = -1
        elif verb == "edfu":
            self.lower(0, times)
            self.lower(1, times)
        elif verb in CREWS:
            for crew in CREWS[verb]:
                s.crew[me][crew] = min(9, s.crew[me][crew] + times)
            self.owed += times * (verb == "alyi")
            self.stones(2 * times * (verb == "alyi"))
            self.reach = times * (CREWS[verb] == (3,))
        elif verb in box.SITE_NAMES:
            s.boats[me] |= 1 << (5, 11, 17)[box.SITE_NAMES.index(verb)]
        elif verb in ("raise", "train", "hire"):
            s.crew[me][box.CREW_NAMES.index(rest[0])] += 1
            self.owed += (s.owed_steps - 1) * (verb == "raise")
            self.stones(-2 * (verb == "hire"))
        elif verb == "lower":
            self.lower(box.MARKET_NAMES.index(rest[0]), s.owed_market)
        elif verb == "flood":
            s.flood = ("left", "centre", "right").index(rest[0])
        elif verb == "canal":
            grain, colour = box.FIELD_GRAIN[int(rest[0]) - 1], COLOURS.index(rest[1])
            s.grain[me][colour] -= grain
            s.grain[me][colour - 1] += grain
        elif verb == "sell":
            self.stones(-int(rest[0]))
            self.gained[CARDS] += int(rest[0])
        elif verb == "draw":
            self.stones(-int(rest[0]))
        elif verb in ("crew", "joker"):
            crew = box.CREW_NAMES.index(rest[0] if rest else verb)
            s.used[me][crew], s.strength = 1, s.strength + s.crew[me][crew]
        elif verb == "keep":
            s.where[s.drawn[int(rest[0]) - 1]] = me * box.HAND_SLOTS + s.hand[me]
        elif verb == "lay":
            self.lay(box.PART_NAMES.index(rest[0]))
        elif verb == "done":
            self.gained[RETURNS] += s.drawn_left
        elif (verb, *rest) == ("play", "grain-surplus") or verb == "stone":
            s.grain_extra += 1 if verb == "stone" else 4
            self.stones(-1 if verb == "stone" else 0)

    def stones(self, more: int) -> None:
        self.s.stones[self.me] = min(25, self.s.stones[self.me] + more)

    def lower(self, market: int, steps: int) -> None:
        for _ in range(steps):
            level = self.s.market[self.me][market] = min(4, self.s.market[self.me][market] + 1)
            self.stones(3 * (level == 4 and market == 0))
            self.gained[MARKET] += 2 * (level == 4 and market == 1)

    def take(self, name: str) -> None:
        s, me = self.s, self.me
        kind, number = name.rpartition("-")[::2]
        if kind.endswith("field"):
            s.grain[me][COLOURS.index(kind.removesuffix("-field"))] += int(number)
            if kind.startswith("brown"):
                self.lower(0, number == "6")
                self.lower(1, number == "7")
                self.gained[CARDS] += 3 * (number == "8")
                self.stones(4 * (number == "9"))
        elif kind == "quarry":
            s.quarry[me] += int(number)
        elif kind == "crews":
            for crew in number:
                s.crew[me]["abc".index(crew)] = min(9, s.crew[me]["abc".index(crew)] + 1)
        elif kind == "tribute":
            first = 0 if number == "obelisk" else 2
            self.gained[CARDS] += s.own[me][first] + s.own[me][first + 1]
        self.owed += 2 * (name == "recruits")
        self.stones(6 * (name == "six-stones"))
        self.lower(0, 2 * (name == "stone-market"))
        self.lower(1, 2 * (name == "grain-market"))
        s.have[me][box.CARD_NAMES.index(name)] += 1

    def lay(self, part: int) -> None:
        s, me = self.s, self.me
        value = value_of(s, part)
        structure = 0 if part == 0 else 1 if part == 1 else 2 if part < 7 else 3
        s.stone[box.PART_START[part] + s.laid[part]] = me
        s.laid[part] += 1
        s.own[me][structure] += 1
        self.stones(-value)
        self.gained[structure] += value
        owners = owners_on(s, part)
        if part >= 7 and len(owners) == 13 - part:
            best = max(owners, key=owners.count)
            self.gained[FLOORS] += owners.count(me) if best == me else 0

    @property
    def crews(self) -> int:
        return int(min(36, sum(self.s.crew[self.me]) + self.owed))

    @property
    def grain(self) -> int:
        extra = self.s.grain_extra if self.s.stage == 3 and self.s.seat == self.me else 0
        return int(sum(self.s.grain[self.me][: min(2, self.s.flood + self.reach) + 1]) + extra)

    def hunger(self, seat: int) -> int:
        s = self.s
        mine = seat == self.me
        if self.round_is_fed if mine else fed(s, seat):
            return 0
        need = self.crews if mine else sum(s.crew[seat])
        grain = self.grain if mine else sum(s.grain[seat][: s.flood + 1])
        return int(max(0, need - grain) * HUNGER[s.market[seat][1]])

    @property
    def to_build(self) -> int:
        return int(min(25, self.s.stones[self.me] + self.s.quarry[self.me] * (self.s.stage <= 4)))

    def points(self) -> dict[int, int]:
        """By category; the final scoring as things stand."""
        s, me = self.s, self.me
        total = grave_total(s, me)
        sold = self.to_build // 2 if s.round == 5 and s.market[me][0] >= 3 else 0
        held = [card for card in range(28) if s.where[card] // box.HAND_SLOTS == me]
        riddles = sum(riddle(s, me, card) for card in held)
        return self.gained | {SALE: sold, GRAVES: treasure(total), SPHINX: riddles}


def fed(s: Any, seat: int) -> bool:
    if s.stage != 3:
        return bool(s.stage > 3)
    at = list(s.queue).index(seat)
    return bool(at < s.queue_at or (at == s.queue_at and s.half > 1))


def value_of(s: Any, part: int) -> int:
    return int(s.grave[s.laid[1]] if part == 1 else box.PART_VALUES[part][s.laid[part]])


def owners_on(s: Any, part: int) -> list[int]:
    return [int(s.stone[box.PART_START[part] + at]) for at in range(s.laid[part])]


def grave_total(s: Any, seat: int) -> int:
    owners = owners_on(s, 1)
    goods = 5 * int(s.have[seat][box.CARD_NAMES.index("grave-goods")])
    return goods + sum(int(s.grave[at]) for at, one in enumerate(owners) if one == seat)


def treasure(total: int) -> int:
    return TREASURE[(total > 0) + (total > 10) + (total > 20)]


def riddle(s: Any, seat: int, card: int) -> int:
    """What a Sphinx card scores as things stand."""
    kind, points, about, other, count = box.SPHINX_TABLE[card]

    def most(amounts: list[int]) -> int:
        return points * (amounts[seat] == max(amounts[: s.players]) > 0)

    bottoms = [[level == 4 for level in s.market[one]] for one in range(s.players)]
    pairs = list(zip(bottoms[seat], (about, other), strict=True))
    return int((
        lambda: points * (sum(s.laid[about : other + 1]) >= count),
        lambda: (0, 3, 5, 7, 7)[sum(row[about] for row in bottoms)],
        lambda: points * (s.own[seat][about] >= count),
        lambda: points * (min(s.own[seat]) >= count),
        lambda: points * s.own[seat][about],
        lambda: points * s.crew[seat][about],
        lambda: most(list(s.quarry)),
        lambda: most([row[about] for row in s.grain]),
        lambda: points * all(low or not low_asked for low, low_asked in pairs),
        lambda: points * sum(s.have[seat][box.MORE_RIDDLES : box.GRAVE_GOODS + 1]),
    )[kind]())  # fmt: skip


def gains(one: Stated) -> dict[int, int]:
    after, before = Board(one, one.moves).points(), Board(one).points()
    return {key: after[key] - before[key] for key in after if after[key] != before[key]}


def scored(one: Stated) -> Mapping[str, Any]:
    return {"points": sum(gains(one).values()), "parts": gains(one)}


def rival_wins(one: Stated) -> Mapping[str, Any]:
    part = box.PART_NAMES.index(one.moves[-1].split()[1])
    owners = owners_on(Board(one, one.moves).s, part)
    assert len(owners) == 13 - part
    best = max(owners, key=owners.count)
    return {"player": best, "points": owners.count(best)}


def floors(one: Stated) -> Mapping[str, Any]:
    def led(s: Any) -> int:
        rows = [owners_on(s, part) for part in range(7, 13) if 0 < s.laid[part] < 13 - part]
        return sum(r.count(one.seat) for r in rows if max(r, key=r.count) == one.seat)

    return {"points": led(Board(one, one.moves).s) - led(one.state)}


def this_round(one: Stated) -> Mapping[str, Any]:
    """How a round goes on is supposed; what it can score is limited."""
    parts, board = one.values["parts"], Board(one, one.moves)
    assert one.values["points"] == sum(parts.values())
    sites = (board.s.boats[one.seat] & box.SITE_MASK).bit_count()
    assert parts.get(COLLABORATION, 0) <= BONUS[sites]
    assert sum(parts.get(each, 0) for each in range(4)) <= board.to_build + 3  # from the market
    assert parts.get(RETURNS, 0) <= box.MAX_DRAW
    return one.values


def food(one: Stated) -> dict[str, int]:
    board = Board(one, one.moves)
    return {"need": board.crews, "grain": board.grain}


def saved(one: Stated) -> dict[str, int]:
    before, after = Board(one).hunger(one.seat), Board(one, one.moves).hunger(one.seat)
    return {"points": before - after}


def hungry(one: Stated) -> dict[str, int]:
    return {"points": Board(one, one.moves).hunger(one.seat)}


def fewer(one: Stated) -> Mapping[str, Any]:
    return {"fewer": Board(one, one.other).hunger(one.seat) - hungry(one)["points"]}


def losses(one: Stated) -> Mapping[str, Any]:
    here, there = Board(one, one.moves), Board(one, one.other)
    rivals = [seat for seat in range(one.state.players) if seat != one.seat]
    costs = {seat: here.hunger(seat) for seat in rivals if here.hunger(seat) > there.hunger(seat)}
    return {"losses": costs}


def grown(one: Stated) -> Mapping[str, Any]:
    crew = box.CREW_NAMES.index(one.moves[-1].split()[1])
    return {"strength": one.state.crew[one.seat][crew] + 1}


def quarry(one: Stated) -> dict[str, int]:
    more = Board(one, one.moves).s.quarry[one.seat] - one.state.quarry[one.seat]
    return {"stones": more, "count": 5 - one.state.round + (one.state.stage <= 4)}


def stones(one: Stated) -> dict[str, int]:
    return {"stones": Board(one, one.moves).to_build}


def pos(move: str) -> int:
    verb, number = f"{move} 0".split()[:2]
    if verb == "card":
        return 2 * int(number) - 2
    places = (*box.ROUND_NAMES, *box.SITE_NAMES)
    return (1, 3, 7, 9, 13, 15, 19, 5, 11, 17)[places.index(verb)]


def open_to(s: Any, seat: int) -> set[int]:
    """Spaces that a boat of a seat can sail to."""
    have = dict(zip(box.CARD_NAMES, s.have[seat], strict=True))
    taken, found = 0, set()
    for boats in s.boats[: s.players]:
        taken |= boats
    for at in range(20):
        shares = have["shared-berth"] > 0 and not s.tired[seat] & 4 and at in (1, 3, 7, 9, 13, 15)
        can_reach = at > s.last[seat] or (have["upstream"] > 0 and not s.tired[seat] & 8)
        if at == s.last[seat]:
            can_reach = bool(s.own_berth and shares)
        is_free = not taken >> at & 1 or shares
        if at in (5, 11, 17):
            is_free = not s.boats[seat] >> at & 1
        elif at % 2 == 0:
            is_free = s.row[box.CARD_POS.index(at)] >= 0
        found |= {at} if can_reach and is_free else set()
    return found


def others(one: Stated) -> dict[str, int]:
    s, at = one.state, pos(one.moves[-1])
    rivals = [seat for seat in range(s.players) if seat != one.seat and not s.passed[seat]]
    return {"others": sum(at in open_to(s, seat) for seat in rivals if s.boats_left[seat])}


def waits(one: Stated) -> bool:
    return pos(one.other[-1]) < pos(one.moves[-1]) and others(one) == {"others": 0}


def skips(one: Stated) -> Mapping[str, Any]:
    at = pos(one.moves[-1])
    return {"spaces": sum(space < at for space in open_to(one.state, one.seat))}


def sails_on(one: Stated) -> Mapping[str, Any]:
    at, card = pos(one.other[-1]), one.other[-1].split()
    assert pos(one.moves[-1]) < at
    return {"goal": (at, int(one.state.row[int(card[1]) - 1]) if card[0] == "card" else -1)}


def boats(one: Stated) -> Mapping[str, Any]:
    spaces = len(open_to(one.state, one.seat))
    return {"boats": one.state.boats_left[one.seat], "spaces": spaces}


def price(one: Stated) -> Mapping[str, Any]:
    levels = (board.s.market[one.seat][1] for board in (Board(one), Board(one, one.moves)))
    before, after = (HUNGER[level] for level in levels)
    return {"price": after, "before": before}


def level(market: int) -> Count:
    return lambda one: {"level": Board(one, one.moves).s.market[one.seat][market] + 1}


def effect(one: Stated) -> dict[str, Any]:
    verb, *rest = one.moves[-1].split()
    wanted = box.CARD_NAMES.index(rest[0]) if verb == "play" else -1
    if verb in ("card", "harvest"):
        wanted = int(one.state.row[int(rest[0]) - 1])
    assert one.values["effect"][1] == (pos(verb) if wanted < 0 else wanted)
    return {"effect": one.values["effect"]}


def drawn(one: Stated) -> Mapping[str, Any]:
    paid, *more = one.moves[-1].removeprefix("draw ").split(" and ")
    left = sum(one.state.pile[: one.state.pile_parts])
    return {"cards": min(5, left, int(paid) + 2 * len(more)), "stones": int(paid)}


def asked(one: Stated) -> Mapping[str, Any]:
    card = one.state.drawn[int(one.moves[-1].split()[1]) - 1]
    kind, _, about, other, need = box.SPHINX_TABLE[card]
    laid = sum(one.state.laid[about : other + 1])
    return {
        "have": one.state.own[one.seat][about] if kind == box.OWN_STONES else laid,
        "need": need,
    }


def kept_card(one: Stated) -> Mapping[str, Any]:
    verb, *rest = one.other[-1].split()
    name = {"sell": "stone-sale", "canal": "canal"}.get(verb) or rest[0]
    return {"card": box.CARD_NAMES.index(name)}


def works(one: Stated) -> dict[str, int]:
    have = int(one.state.stones[one.seat])
    return {"used": min(Board(one, one.moves).s.strength, have), "stones": have}


def unused(one: Stated) -> Mapping[str, Any]:
    return {"strength": min(one.state.strength, one.state.stones[one.seat])}


def left_for_sites(one: Stated) -> Mapping[str, Any]:
    """The best crews that are fresh, one a site, and the joker."""

    def left(moves: tuple[str, ...]) -> int:
        s = Board(one, moves).s
        count = (s.boats[one.seat] >> ((5, 11, 17)[s.site] + 1)).bit_count()
        fresh = [
            crew * (1 - used) for crew, used in zip(s.crew[one.seat], s.used[one.seat], strict=True)
        ]
        return int((sum(sorted(fresh[:3])[3 - count :]) + fresh[3]) * (count > 0))

    return {"strength": left(one.moves), "less": left(one.other)}


def nothing(one: Stated) -> bool:
    return True


def dry(one: Stated) -> bool:
    return Board(one, one.moves).grain == Board(one).grain


def next_grain(one: Stated) -> Mapping[str, Any]:
    def grain(board: Board) -> int:
        return int(sum(board.s.grain[one.seat][: min(3, board.s.flood + board.reach + 2)]))

    here, there = (grain(Board(one, moves)) for moves in (one.moves, one.other))
    return {"grain": here, "less": there}


def watered(one: Stated) -> Mapping[str, Any]:
    return {"grain": Board(one, one.moves).grain - Board(one).grain}


HUNGRY = "as it stands, hunger would cost you {points}."
COUNTS: dict[str, Count] = {
    "It would already score {points}.": lambda one: {"points": gains(one)[SPHINX]},
    "The stone scores {points}.": scored,
    "It scores {points} at once ({parts}).": scored,
    "As it stands, it brings you {points} ({parts}).": scored,
    "As it stands, that floor brings you {points} more once it's full.": floors,
    "It completes a floor that {player} wins: {points}.": rival_wins,
    "If nobody else builds, you'd score {points} this round ({parts}).": this_round,
    "You'd score {points} less this round, even if nobody else builds.": lambda one: one.values,
    "You still have strength {strength} and the stones for it.": unused,
    "You then have {grain} grain and your crews need {need}: as it stands, that saves you {points}."
    "": lambda one: food(one) | saved(one),
    "You can move the flood: as it stands, that saves you {points}.": saved,
    "As it stands, hunger would then cost you {fewer} less.": fewer,
    "As it stands, hunger would then cost {losses}.": losses,
    f"With that flood your crews need {{need}} grain and have {{grain}}: {HUNGRY}": lambda one: (
        food(one) | hungry(one)
    ),
    f"Your crews would need {{need}} grain and you have {{grain}}: {HUNGRY}": lambda one: (
        food(one) | hungry(one)
    ),
    "The canal waters {grain} grain at once.": watered,
    "Hunger costs you {points}.": hungry,
    "The field then needs less of a flood.": nothing,
    "Your fields then give {grain} grain, and your crews need {need}: they can grow.": food,
    "With the flood one step higher, your fields would give {grain} grain, not {less}.": (
        next_grain
    ),
    "That field gives nothing while the flood stays where it is.": dry,
    "Your crews grow, and you can feed them: they need {need} grain, and you have {grain}.": food,
    "It's your strongest crew, and grows to {strength}.": grown,
    "The crew grows to {strength}, and your fields can feed it.": grown,
    "The crew grows to {strength}, and is fed for this round.": grown,
    "The quarry gives you {stones} in each of {count} more rounds.": quarry,
    "You then have {stones} to build with this round.": stones,
    "You keep {stones} to build with.": stones,
    "It can wait: nobody else can take it any more.": waits,
    "It skips {spaces} you could take now, and boats never go back.": skips,
    "You can still sail on to {goal} later, if it's still free.": sails_on,
    "Go there now: {others} can still take it. What it does: {effect}.": lambda one: (
        others(one) | effect(one)
    ),
    "Go there now: {others} can still take it.": others,
    "You still have {boats} and {spaces} to sail to.": boats,
    "The place nearest the Nile builds first.": nothing,
    "All its places are taken: you'd build only if somebody doesn't.": nothing,
    "Each missing grain then costs you {price} instead of {before}.": price,
    "You move down to space {level} of the grain market.": level(1),
    "You move down to space {level} of the stone market.": level(0),
    "You look at {cards} for {stones}; each that you return scores 1 point.": drawn,
    "{have} of the {need} stones that it asks for are laid.": asked,
    "You keep “{card}” for later.": kept_card,
    "It can use {used} of your {stones}.": works,
    "It leaves you strength {strength} instead of {less} for the sites to come.": left_for_sites,
    "What it does: {effect}.": effect,
}

test_numbers_are_those_on_the_board = counting("egizia", COUNTS)
