"""What facts of Giza state, counted again from the names of tiles on the table alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nomarch.games.giza.components import SITE_NAMES, TILE_NAMES

from ..fact_values import Count, Stated, counting

Site = tuple[int, str]
Stacks = Mapping[Site, Sequence[str]]


def number(tile: str) -> int:
    return int(tile[-1]) if tile[-1].isdigit() else 0


def worth(tile: str, base: int) -> int:
    if "stone" in tile or "treasure" in tile:
        return number(tile) * (-1 if "-" in tile else 1)
    return {"sphinx-base": base, "sphinx-body": 10, "sphinx-head": 15}.get(tile, 0)


def fits(tile: str, site: str, stack: Sequence[str]) -> bool:
    top = stack[-1] if stack else ""
    if tile == "scarab":
        return True
    if tile == "demolition":
        return bool(top)
    if tile.startswith("sphinx"):
        below = {"sphinx-base": "", "sphinx-body": "sphinx-base", "sphinx-head": "sphinx-body"}
        return site == "sphinx" and top == below[tile]
    if site == "sphinx" or top == "scarab":
        return False
    if tile.startswith("treasure"):
        return top.startswith("stone") and number(top) == number(tile)
    return not top or number(tile) < number(top)


class Table:
    """What lies on the table and in the player's hand, before or after a move."""

    def __init__(self, one: Stated, moves: Sequence[str] = ()) -> None:
        s, self.seat, self.drawn = one.state, one.seat, 0
        self.base, self.players, self.pile = int(s.base_points), s.players, int(s.pile_left)
        self.guarded = int(s.own_sphinx)
        self.used = [site for at, site in enumerate(SITE_NAMES[:3]) if s.takes[0][at]]
        self.stacks = {
            (owner, site): [TILE_NAMES[t] for t in s.stack[owner][at][: s.height[owner][at]]]
            for owner in range(s.players)
            for at, site in enumerate(SITE_NAMES)
        }
        held = [TILE_NAMES[tile] for tile in s.hand[one.seat] if tile >= 0]
        self.hand, self.place = held, (0, "")
        self.gone = [
            TILE_NAMES[t] for t, m in zip(s.hand[one.seat], s.marked, strict=True) if m
        ] + [move.split()[1] for move in moves if move.startswith("discard")]
        self.tile = next(
            (m.split()[1] for m in moves if m.startswith("play")), TILE_NAMES[s.picked]
        )
        for move in moves:
            self.play(move.split())

    def play(self, words: Sequence[str]) -> None:
        if words[0] == "on":
            self.place = int(words[1]), words[2]
            stack = self.stacks[self.place]
            self.hand.remove(self.tile)
            self.drawn = 1
            if self.tile == "demolition":
                stack.pop()
            else:
                stack.append(self.tile)
        elif words[0] == "remove":
            self.place = self.seat, words[1]
            self.stacks[self.place].pop()
        elif words[0] == "done":
            self.drawn = min(self.pile, len(self.gone))
            for tile in self.gone:
                self.hand.remove(tile)

    def points(self, owner: int) -> int:
        return sum(
            worth(t, self.base) for (o, _), s in self.stacks.items() if o == owner for t in s
        )

    def treasures(self, owner: int) -> int:
        tiles = [t for (o, _), s in self.stacks.items() if o == owner for t in s]
        return sum(number(tile) for tile in tiles if tile.startswith("treasure"))

    def is_over(self) -> bool:
        tops = [
            [(self.stacks[o, site] or [""])[-1] for site in self.used] for o in range(self.players)
        ]
        is_complete = any(all("stone" in t and number(t) == 1 for t in own) for own in tops)
        return is_complete or self.pile <= self.drawn > 0

    def could(self, tiles: Sequence[str]) -> Iterator[tuple[int, str, Site]]:
        """What tiles could change where they fit: points, tile, place."""
        for tile in tiles:
            for (owner, site), stack in self.stacks.items():
                is_guarded = self.guarded and owner != self.seat and site == "sphinx"
                if (
                    tile == "demolition"
                    and is_guarded
                    and (self.guarded == 1 or stack[-1:] != ["scarab"])
                ):
                    continue
                if fits(tile, site, stack):
                    change = (
                        -worth(stack[-1], self.base)
                        if tile == "demolition"
                        else worth(tile, self.base)
                    )
                    yield change, tile, (owner, site)


def kind(tile: str) -> int:
    return TILE_NAMES.index(tile)


def index(place: Site) -> int:
    return SITE_NAMES.index(place[1])


def gain(one: Stated, owner: int) -> int:
    return Table(one, one.moves).points(owner) - Table(one).points(owner)


def moved(one: Stated) -> tuple[Table, Table, int]:
    """The table before and after the move, and the owner of the board it is made on."""
    then = Table(one, one.moves)
    return Table(one), then, then.place[0]


def ends(one: Stated) -> bool:
    return Table(one, one.moves).is_over()


def wins(one: Stated) -> bool:
    then = Table(one, one.moves)
    ranks = [(then.points(seat), then.treasures(seat)) for seat in range(then.players)]
    return then.is_over() and ranks[one.seat] == max(ranks)


def scores(one: Stated) -> dict[str, Any]:
    then = Table(one, one.moves)
    assert then.place[0] == one.seat
    return {"points": gain(one, one.seat), "site": index(then.place)}


def takes_off(one: Stated) -> Mapping[str, Any]:
    now, then, _ = moved(one)
    return {**scores(one), "tile": kind(now.stacks[then.place][-1])}


def follows(one: Stated) -> Mapping[str, Any]:
    now, then, _ = moved(one)
    tile, site = TILE_NAMES[one.values["tile"]], then.place[1]
    assert tile in then.hand
    assert fits(tile, site, then.stacks[then.place])
    assert not fits(tile, site, now.stacks[then.place])
    return {"tile": kind(tile), "points": worth(tile, then.base)}


def scores_twice(one: Stated) -> Mapping[str, Any]:
    following = follows(one)
    return {**scores(one), "tile": following["tile"], "more": following["points"]}


def scores_more(one: Stated) -> Mapping[str, Any]:
    other = Table(one, one.other)
    assert other.place == Table(one, one.moves).place
    less = other.points(one.seat) - Table(one).points(one.seat)
    return {**scores(one), "tile": kind(other.tile), "less": less}


def base_pays(one: Stated) -> Mapping[str, Any]:
    then = Table(one, one.moves)
    assert then.tile == "sphinx-base"
    assert "sphinx-body" in then.hand
    return {"points": then.base + 10}


def base_alone(one: Stated) -> bool:
    return gain(one, one.seat) < 0 and "sphinx-body" not in Table(one, one.moves).hand


def costs_self(one: Stated) -> Mapping[str, Any]:
    found = scores(one)
    return {"site": found["site"], "cost": -found["points"]}


def hits(sign: int) -> Count:
    def count(one: Stated) -> Mapping[str, Any]:
        owner = Table(one, one.moves).place[0]
        assert owner != one.seat
        return {"player": owner, "points": sign * gain(one, owner)}

    return count


def stones(table: Table, place: Site) -> set[int]:
    """Numbers of stones that fit on a pyramid."""
    return {n for n in range(1, 6) if fits(f"stone+{n}", place[1], table.stacks[place])}


def closes(one: Stated) -> Mapping[str, Any]:
    now, then, owner = moved(one)
    gone = stones(now, then.place) - stones(then, then.place) - {number(then.tile)}
    return {"numbers": sorted(gone), "player": owner, "site": index(then.place)}


def small_step(one: Stated) -> Mapping[str, Any]:
    now, then, _ = moved(one)
    left = stones(then, then.place)
    assert stones(now, then.place) - left == {number(then.tile)}
    return {"numbers": sorted(left, reverse=True)}


def scarab_on(one: Stated) -> Mapping[str, Any]:
    then = Table(one, one.moves)
    assert then.stacks[then.place][-1] == "scarab"
    return {"player": then.place[0], "site": index(then.place)}


def frees(one: Stated) -> Mapping[str, Any]:
    now, then, owner = moved(one)
    assert owner == one.seat
    assert now.stacks[then.place][-1] == "scarab" != "".join(then.stacks[then.place][-1:])
    return {"site": index(then.place)}


def covers_treasure(one: Stated) -> Mapping[str, Any]:
    now, then, _ = moved(one)
    tile = f"treasure+{one.values['number']}"
    assert tile in then.hand
    assert fits(tile, then.place[1], now.stacks[then.place])
    assert not fits(tile, then.place[1], then.stacks[then.place])
    return one.values


def best(table: Table, tiles: Sequence[str], *, is_own: bool) -> list[tuple[int, str, Site]]:
    """The most that tiles could add to the own board, or cost a rival, in all ways."""
    sign = 1 if is_own else -1
    could = [each for each in table.could(tiles) if (each[2][0] == table.seat) == is_own]
    most = max((sign * points for points, _, _ in could), default=0)
    return [(most, tile, at) for points, tile, at in could if most > 0 and sign * points == most]


def thrown_away(one: Stated) -> list[str]:
    """Discards that the other move keeps."""
    gone = sorted(Table(one, one.moves).gone, key=kind)
    for tile in Table(one, one.other).gone if one.other[-1] == "done" else ():
        if tile in gone:
            gone.remove(tile)
    return gone


def could(tiles: str, is_own: bool, *keys: str) -> Count:
    """The most that tiles that are kept, discarded or thrown away could do."""

    def count(one: Stated) -> Mapping[str, Any]:
        then = Table(one, one.moves)
        chosen = {"kept": then.hand, "discarded": then.gone, "thrown away": thrown_away(one)}
        table = then if tiles == "kept" else Table(one)
        ways = [
            {"points": points, "tile": kind(tile), "player": place[0], "site": index(place)}
            for points, tile, place in best(table, chosen[tiles], is_own=is_own)
        ]
        found = [{key: each[key] for key in keys} for each in ways]
        return one.values if one.values in found else found[0]

    return count


def worthless(one: Stated) -> bool:
    return not best(Table(one), Table(one, one.moves).gone, is_own=True)


def junk(one: Stated) -> Mapping[str, Any]:
    gone, now = thrown_away(one), Table(one)
    return {"tiles": [kind(tile) for tile in gone if not list(now.could([tile]))]}


def playable(one: Stated) -> Mapping[str, Any]:
    then = Table(one, one.moves)
    return {"playable": sum(bool(list(then.could([tile]))) for tile in then.hand)}


def draws(one: Stated) -> Mapping[str, Any]:
    return {"new_tiles": Table(one, one.moves).drawn}


def hides(one: Stated) -> Mapping[str, Any]:
    now, then, owner = moved(one)
    top = now.stacks[then.place][-1]
    assert owner == one.seat
    shown = worth(then.tile, now.base) - worth(top, now.base)
    assert shown > 0 if "look poor" in one.text else shown < 0
    return {"tile": kind(top)}


def leader(one: Stated) -> Mapping[str, Any]:
    assert one.values["player"] not in (one.seat, Table(one, one.moves).place[0])
    return one.values


COUNTS: dict[str, Count] = {
    "It ends the game, and you win.": wins,
    "It ends the game, and you seem to be ahead.": ends,
    "It would end the game while someone else seems to be ahead.": ends,
    "The treasure scores {points}, before anyone covers the stone.": scores,
    "It takes {tile} off your {site}: {points} more.": takes_off,
    "It scores {points}; then {tile} of yours can follow, for {more} more.": scores_twice,
    "It scores {points} there, {tile} only {less}.": scores_more,
    "It scores {points}.": scores,
    "You hold the body: base and body together bring you {points}.": base_pays,
    "Without a body, a base only costs you points.": base_alone,
    "That's your own {site}: −{cost}.": costs_self,
    "It costs {player}, who seems to lead, {points}.": hits(-1),
    "It costs {player} {points}.": hits(-1),
    "It would give {player} {points}.": hits(1),
    "{player} seems to be ahead: hurting others helps you less.": leader,
    "No {numbers} fits on your {site} after that.": closes,
    "Nothing is skipped: a {numbers} can still follow.": small_step,
    "No {numbers} fits on {player}'s {site} after that.": closes,
    "Nothing can be built on {player}'s {site} until the scarab is gone.": scarab_on,
    "You'd block your own {site}.": scarab_on,
    "Your {site} is free again.": frees,
    "Then {tile} of yours can follow: {points} more.": follows,
    "Your {number} treasure fits there now, and wouldn't after that.": covers_treasure,
    "You keep {tile}, which can bring you {points} on your {site}.": could(
        "kept", True, "tile", "points", "site"
    ),
    "You'd discard {tile}, which can bring you {points} on your own board.": could(
        "thrown away", True, "tile", "points"
    ),
    "You'd discard {tile}, which can cost {player} {points}.": could(
        "thrown away", False, "tile", "points", "player"
    ),
    "You get rid of what fits nowhere: {tiles}.": junk,
    "Nothing you discard could bring you more than {points} now.": could(
        "discarded", True, "points"
    ),
    "Nothing you discard could bring you points now.": worthless,
    "You keep {playable} that you can play.": playable,
    "You draw {new_tiles}.": draws,
    "Removing the scarab takes your turn, and you draw nothing.": lambda one: (
        not draws(one)["new_tiles"]
    ),
    "It covers {tile}, so the others see fewer of your points.": hides,
    "It would cover {tile}, which makes you look poor to the others.": hides,
}

test_numbers_are_those_on_the_table = counting("giza", COUNTS)
