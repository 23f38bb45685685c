"""What the rules of Giza tell of a move: points, room to build, and what a hand keeps."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from nomarch.games.giza import events as ev, heuristic
from nomarch.games.giza.rules import act, box, ending, st, stacks
from nomarch.games.giza.words import component_names, tips
from nomarch.kernel.declare.facts import (
    AGAINST,
    FOR,
    Answer,
    Facts,
    Measure,
    Numbers,
    Query,
    Row,
    Supposition,
    Values,
    by_category,
    player,
    points,
)
from nomarch.kernel.declare.sentences import Translate, and_list, or_list

ON, DISCARDS, REMOVES = ("on",), ("done",), ("remove",)
ALL = (*ON, *DISCARDS, *REMOVES)
WEAK = 2
"""So few points are worth a new tile."""
STONES = range(box.HIGHEST, 0, -1)
"""Their numbers, the highest first."""

# --- Measures -------------------------------------------------------------------------------------


def _is_over(s: st.State) -> bool:
    return s.seat == st.NO_SEAT


def _points(s: st.State, seat: int, start: st.State) -> int:
    """What a board has won or lost, since what lies on it may be hidden."""
    return int(ending.board_points(s, seat)) - int(ending.board_points(start, seat))


def _leader_points(s: st.State, seat: int, start: st.State) -> int:
    return _points(s, heuristic.leader(start, seat), start)


def _fitting(top: int) -> list[int]:
    """Numbers of stones that fit on a pyramid with this top."""
    return [number for number in STONES if stacks.fits(number - 1, 0, top)]


def _room(s: st.State, seat: int, start: st.State) -> int:
    tops = [int(stacks.top(s, seat, site)) for site in range(box.PYRAMIDS)]
    return 0 if _is_over(s) else sum(sum(_fitting(top)) for top in tops)


def _blocked(s: st.State, seat: int, start: st.State) -> int:
    return sum(stacks.top(s, seat, site) == box.SCARAB for site in range(box.SITES))


def _covered(s: st.State, seat: int, start: st.State) -> int:
    """Points of a board that others no longer see."""
    if s.open_memory or _is_over(s):
        return 0
    sites = [
        site for site in range(box.PYRAMIDS) if s.height[seat][site] > start.height[seat][site]
    ]
    tops = [int(stacks.top(start, seat, site)) for site in sites]
    return sum(int(ending.tile_points(start, top)) for top in tops if top != st.NO_TILE)


def _kept(s: st.State, seat: int) -> list[int]:
    """Tiles that a hand keeps, without those just drawn."""
    kept = [int(tile) for tile in s.hand[seat] if tile != st.NO_TILE]
    for e in s.trace or ():
        if e.event is ev.TOOK and e.seat == seat:
            kept.remove(e.tile)
    return kept


def _plays(s: st.State, seat: int) -> Iterator[tuple[int, int, int, int]]:
    """What each kept tile could change next turn: points, tile, owner, site."""
    for tile in set(_kept(s, seat)) if s.seat not in (seat, st.NO_SEAT) else ():
        for owner, site in tips.takers(s, seat, tile):
            yield tips.change(s, tile, owner, site), tile, owner, site


def _next(s: st.State, seat: int) -> tuple[int, int, int]:
    """The best that a kept tile could add to the own board: points, tile, site."""
    found = [(change, tile, site) for change, tile, owner, site in _plays(s, seat) if owner == seat]
    return max([one for one in found if one[0] > 0], default=(0, st.NO_TILE, 0))


def _is_treasure(tile: int) -> bool:
    return box.TREASURE <= tile < box.SPHINX_BASE


def _treasures(s: st.State, seat: int, start: st.State) -> int:
    """Points of treasures that lie on a board, or fit there from the hand."""
    ready = {tile: change for change, tile, owner, _ in _plays(s, seat) if owner == seat}
    laid = sum(int(ending.site_treasure(s, seat, site)) for site in range(box.PYRAMIDS))
    return laid + sum(change for tile, change in ready.items() if _is_treasure(tile))


def _playable(s: st.State, seat: int, start: st.State) -> int:
    fitting = {tile for _, tile, _, _ in _plays(s, seat)}
    return sum(tile in fitting for tile in _kept(s, seat))


def _won(s: st.State, seat: int, start: st.State) -> int:
    return (1 if ending.place(s, seat) == 1 else -1) if _is_over(s) else 0


MEASURES = (
    Measure("points", _points, weight=0.35, of_rivals=True),
    Measure("leader", _leader_points, good=-1, weight=0.2),
    Measure("won", _won, weight=3.0),
    Measure("over", lambda s, seat, start: int(_is_over(s)), good=0),
    Measure("room", _room, weight=0.1, of_rivals=True),
    Measure("blocked", _blocked, good=-1, weight=0.8, of_rivals=True),
    Measure("covered", _covered, weight=0.02),
    Measure("treasures", _treasures, weight=0.1),
    Measure("next", lambda s, seat, start: _next(s, seat)[0], weight=0.2),
    Measure("next-tile", lambda s, seat, start: _next(s, seat)[1], good=0),
    Measure("next-site", lambda s, seat, start: _next(s, seat)[2], good=0),
    Measure("playable", _playable, weight=0.2),
    Measure("drawn", lambda s, seat, start: start.pile_left - s.pile_left, weight=0.2),
)

# --- Suppositions ---------------------------------------------------------------------------------


SUPPOSITIONS = (
    Supposition("now", lambda start, s, me: bool(s.seat != me), lambda *known: int(act.DONE)),
)

# --- Values ---------------------------------------------------------------------------------------


def _place(p: Numbers) -> tuple[int, int]:
    return int(act.ON.owner(p.action)), int(act.ON.site(p.action))


def _tile(p: Numbers) -> int:
    first = p.line[0]
    return int(act.PLAY.tile(first) if act.PLAY.has(first) else p.view.picked)


def _is_mine(p: Numbers) -> bool:
    return _place(p)[0] == p.seat


def _top(p: Numbers) -> int:
    return int(stacks.top(p.view, *_place(p)))


def _scores(p: Numbers) -> Values | None:
    if not _is_mine(p) or (points := p.change("now.points")) <= 0:
        return None
    return {"points": points, "site": _place(p)[1]}


def _treasure_scores(p: Numbers) -> Values | None:
    return _scores(p) if _is_treasure(_tile(p)) else None


def _demolition_scores(p: Numbers) -> Values | None:
    scored = _scores(p)
    return {**scored, "tile": _top(p)} if scored and _tile(p) == box.DEMOLITION else None


def _scores_more(p: Numbers) -> Values | None:
    """The better of two tiles for one stack."""
    scored, other = _scores(p), p.other
    if not scored or other is None or other.action != p.action or not _scores(other):
        return None
    less = other.change("now.points")
    return {**scored, "tile": _tile(other), "less": less} if less < scored["points"] else None


def _costs_self(p: Numbers) -> Values | None:
    cost = -p.change("now.points")
    return {"site": _place(p)[1], "cost": cost} if _is_mine(p) and cost > 0 else None


def _hit(p: Numbers, sign: int) -> Values | None:
    owner, _ = _place(p)
    if _is_mine(p) or (points := sign * p.change("now.points", owner)) <= 0:
        return None
    return {"player": owner, "points": points}


def _gift(p: Numbers) -> Values | None:
    """What a rival gets, if the other move doesn't give as much away."""
    gift, other = _hit(p, 1), p.other
    spared = _hit(other, 1) if other is not None and act.ON.has(other.action) else None
    return gift if gift and (not spared or spared["points"] < gift["points"]) else None


def _ahead(p: Numbers, owner: int) -> bool:
    mine, theirs = (heuristic.estimate(p.view, p.seat, seat) for seat in (p.seat, owner))
    return bool(theirs > mine)


def _hits_leader(p: Numbers) -> Values | None:
    owner, _ = _place(p)
    is_leader = owner == heuristic.leader(p.view, p.seat) and _ahead(p, owner)
    return _hit(p, -1) if is_leader and p.view.players > 2 else None


def _misses_leader(p: Numbers) -> Values | None:
    leader = int(heuristic.leader(p.view, p.seat))
    if not _hit(p, -1) or _place(p)[0] == leader or not _ahead(p, leader):
        return None
    return {"player": leader}


def _skipped(p: Numbers) -> list[int]:
    """Numbers that fitted on a stack, and no longer do."""
    tile, (_, site) = _tile(p), _place(p)
    if site == box.SPHINX or tile >= box.TREASURE:
        return []
    return sorted(set(_fitting(_top(p))) - set(_fitting(tile)) - {box.NUMBERS[tile]})


def _where(p: Numbers) -> dict[str, int]:
    return {"player": _place(p)[0], "site": _place(p)[1]}


def _closes(is_mine: bool) -> Callable[[Numbers], Values | None]:
    def values(p: Numbers) -> Values | None:
        numbers = _skipped(p)
        return {"numbers": numbers, **_where(p)} if numbers and _is_mine(p) == is_mine else None

    return values


def _small_step(p: Numbers) -> Values | None:
    tile = _tile(p)
    if not _is_mine(p) or tile >= box.BAD_STONE or _skipped(p) or box.NUMBERS[tile] == box.PEAK:
        return None
    return {"numbers": _fitting(tile)}


def _scarab_on(is_mine: bool) -> Callable[[Numbers], Values | None]:
    return lambda p: _where(p) if _tile(p) == box.SCARAB and _is_mine(p) == is_mine else None


def _frees(p: Numbers) -> Values | None:
    """An own stack without its scarab, by removing or demolishing it."""
    is_removed = act.REMOVE.has(p.action)
    if not is_removed and (not _is_mine(p) or _top(p) != box.SCARAB):
        return None
    if p.change("now.blocked") >= 0:
        return None
    return {"site": int(act.REMOVE.site(p.action)) if is_removed else _place(p)[1]}


def _follower(p: Numbers) -> tuple[int, int] | None:
    """A treasure or part of a sphinx in hand that fits on the tile, but not below it."""
    for tile in p.view.hand[p.seat]:
        fits = [
            tile >= box.TREASURE and stacks.fits(tile, _place(p)[1], on)
            for on in (_top(p), _tile(p))
        ]
        more = int(ending.tile_points(p.view, tile))
        if more > 0 and fits == [False, True] and _is_mine(p) and not p.after("now.over"):
            return int(tile), more
    return None


def _follows(p: Numbers) -> Values | None:
    follower = _follower(p)
    return {"tile": follower[0], "points": follower[1]} if follower else None


def _scores_twice(p: Numbers) -> Values | None:
    scored, follower = _scores(p), _follower(p)
    return {**scored, "tile": follower[0], "more": follower[1]} if scored and follower else None


def _covers_treasure(p: Numbers) -> Values | None:
    """A treasure in hand that fits now, and won't after the move."""
    _, site = _place(p)
    held = [tile for tile in p.view.hand[p.seat] if _is_treasure(tile) and tile != _tile(p)]
    lost = [tile for tile in held if stacks.fits(tile, site, _top(p))]
    return {"number": box.NUMBERS[lost[0]]} if _is_mine(p) and lost else None


def _ends(is_ahead: bool) -> Callable[[Numbers], Values | None]:
    """The game ends, and the player seems to win or not."""

    def values(p: Numbers) -> Values | None:
        if not p.after("now.over"):
            return None
        totals = [
            heuristic.estimate(p.view, p.seat, seat) + 100 * p.change("now.points", seat)
            for seat in (p.seat, *p.rivals)
        ]
        return {} if (totals[0] > max(totals[1:])) == is_ahead else None

    return values


def _wins(p: Numbers) -> Values | None:
    return {} if p.after("now.won") > 0 else None


def _keeps_next(p: Numbers) -> Values | None:
    points, is_alone = p.after("now.next"), p.other is None
    if points <= 0 or (is_alone and act.ON.has(p.action)):
        return None
    return {"tile": p.after("now.next-tile"), "points": points, "site": p.after("now.next-site")}


def _discarded(p: Numbers) -> list[int]:
    """All tiles that are marked at the end of the move."""
    slots = zip(p.view.hand[p.seat], p.view.marked, strict=True)
    marked = [int(tile) for tile, is_marked in slots if is_marked]
    return sorted(marked + [int(act.DISCARD.tile(one)) for one in p.line[:-1]])


def _thrown_away(p: Numbers) -> list[int]:
    """The discarded tiles that the other move keeps."""
    tiles = Counter(_discarded(p))
    if p.other is not None and p.other.action == act.DONE:
        tiles -= Counter(_discarded(p.other))
    return list(tiles.elements())


def _could(p: Numbers, tiles: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """What each of some tiles could change before the move: points, tile, owner."""
    for tile in tiles:
        for owner, site in tips.takers(p.view, p.seat, tile):
            yield tips.change(p.view, tile, owner, site), tile, owner


def _is_junk(p: Numbers) -> Values | None:
    """The tiles thrown away that fit nowhere."""
    tiles = _thrown_away(p)
    fitting = {tile for _, tile, _ in _could(p, tiles)}
    useless = [tile for tile in tiles if tile not in fitting]
    return {"tiles": useless} if useless else None


def _best_of(p: Numbers, tiles: Sequence[int]) -> tuple[int, int]:
    """The most that one of some tiles could bring the player: points, tile."""
    own = [(points, tile) for points, tile, owner in _could(p, tiles) if owner == p.seat]
    return max(own, default=(0, st.NO_TILE))


def _is_weak(p: Numbers) -> Values | None:
    """Nothing that is discarded could bring much."""
    points, _ = _best_of(p, _discarded(p))
    return {"points": points} if 0 < points <= WEAK else None


def _is_worthless(p: Numbers) -> Values | None:
    return None if _best_of(p, _discarded(p))[0] else {}


def _could_score(p: Numbers) -> Values | None:
    points, tile = _best_of(p, _thrown_away(p))
    return {"tile": tile, "points": points} if points > 0 else None


def _could_hurt(p: Numbers) -> Values | None:
    could = _could(p, _thrown_away(p))
    losses = [(-points, tile, owner) for points, tile, owner in could if owner != p.seat]
    points, tile, owner = max(losses, default=(0, 0, 0))
    return {"tile": tile, "points": points, "player": owner} if points > WEAK else None


def _keeps_playable(p: Numbers) -> Values | None:
    count = p.after("now.playable")
    return {"playable": count} if count else None


def _draws(p: Numbers) -> Values | None:
    return {"new_tiles": p.after("now.drawn")}


def _draws_nothing(p: Numbers) -> Values | None:
    return None if p.after("now.drawn") or p.after("now.over") else {}


def _pays_base(p: Numbers) -> Values | None:
    both = box.SPHINX_BASE, box.SPHINX_BODY
    total = sum(int(ending.tile_points(p.view, tile)) for tile in both)
    is_paid = box.SPHINX_BODY in p.view.hand[p.seat] and total > 0
    return {"points": total} if _tile(p) == box.SPHINX_BASE and _is_mine(p) and is_paid else None


def _unpaid_base(p: Numbers) -> Values | None:
    is_own_base = _tile(p) == box.SPHINX_BASE and _is_mine(p)
    return {} if is_own_base and box.SPHINX_BODY not in p.view.hand[p.seat] else None


def _hides_good(p: Numbers) -> Values | None:
    """A tile in sight that a lower one covers, where it could go elsewhere on the own board."""
    if p.other is None or not act.ON.has(p.other.action) or _tile(p.other) != _tile(p):
        return None
    is_less = p.after("now.covered") > max(0, int(ending.tile_points(p.view, _tile(p))))
    return {"tile": _top(p)} if is_less and _is_mine(p) and _is_mine(p.other) else None


def _hides_bad(p: Numbers) -> Values | None:
    return {"tile": _top(p)} if p.after("now.covered") < 0 else None


# --- Rows -----------------------------------------------------------------------------------------

HITS = "now.leader.me now.points.rivals"
ROWS = (
    # The end
    Row("now.won.me", FOR, "end", ALL, _wins, "It ends the game, and you win."),
    Row("now.won.me", FOR, "end", ALL, _ends(True),
        "It ends the game, and you seem to be ahead."),
    Row("now.won.me", AGAINST, "end", ALL, _ends(False),
        "It would end the game while someone else seems to be ahead."),
    # Points
    Row("now.points.me now.treasures.me", FOR, "treasure points", ON, _treasure_scores,
        "The treasure scores {points}, before anyone covers the stone."),
    Row("now.points.me", FOR, "points", ON, _demolition_scores,
        "It takes {tile} off your {site}: {points} more."),
    Row("now.points.me", FOR, "treasure-follows points keep", ON, _scores_twice,
        "It scores {points}; then {tile} of yours can follow, for {more} more."),
    Row("now.points.me", FOR, "points", ON, _scores_more,
        "It scores {points} there, {tile} only {less}."),
    Row("now.points.me", FOR, "points", ON, _scores, "It scores {points}."),
    Row("now.points.me now.next.me", FOR, "base", ON, _pays_base,
        "You hold the body: base and body together bring you {points}."),
    Row("now.points.me", AGAINST, "base", ON, _unpaid_base,
        "Without a body, a base only costs you points."),
    Row("now.points.me", AGAINST, "points", ON, _costs_self,
        "That's your own {site}: −{cost}."),
    Row(HITS, FOR, "harm", ON, _hits_leader,
        "It costs {player}, who seems to lead, {points}."),
    Row(HITS, FOR, "harm", ON, lambda p: _hit(p, -1), "It costs {player} {points}."),
    Row(HITS, AGAINST, "harm", ON, _gift, "It would give {player} {points}.",
        regret=1),
    Row("now.leader.me", AGAINST, "leader harm", ON, _misses_leader,
        "{player} seems to be ahead: hurting others helps you less."),
    # Room to build
    Row("now.room.me", AGAINST, "room", ON, _closes(is_mine=True),
        "No {numbers} fits on your {site} after that."),
    Row("now.room.me", FOR, "small-step room", ON, _small_step,
        "Nothing is skipped: a {numbers} can still follow."),
    Row("now.room.rivals", FOR, "block", ON, _closes(is_mine=False),
        "No {numbers} fits on {player}'s {site} after that."),
    Row("now.blocked.rivals now.room.rivals", FOR, "scarab", ON, _scarab_on(is_mine=False),
        "Nothing can be built on {player}'s {site} until the scarab is gone."),
    Row("now.blocked.me now.room.me", AGAINST, "scarab", ON, _scarab_on(is_mine=True),
        "You'd block your own {site}."),
    Row("now.blocked.me now.room.me", FOR, "removal", (*ON, *REMOVES), _frees,
        "Your {site} is free again."),
    # Treasures
    Row("now.treasures.me now.next.me", FOR, "treasure-follows keep", ON, _follows,
        "Then {tile} of yours can follow: {points} more."),
    Row("now.treasures.me now.next.me", AGAINST, "treasure-first", ON, _covers_treasure,
        "Your {number} treasure fits there now, and wouldn't after that."),
    # What the hand keeps
    Row("now.next.me now.playable.me", FOR, "keep", ALL, _keeps_next,
        "You keep {tile}, which can bring you {points} on your {site}."),
    Row("now.next.me", AGAINST, "keep discard", DISCARDS, _could_score,
        "You'd discard {tile}, which can bring you {points} on your own board."),
    Row("now.playable.me", AGAINST, "weapon discard", DISCARDS, _could_hurt,
        "You'd discard {tile}, which can cost {player} {points}."),
    Row("now.playable.me now.drawn.me", FOR, "discard", DISCARDS, _is_junk,
        "You get rid of what fits nowhere: {tiles}."),
    Row("now.drawn.me", FOR, "discard", DISCARDS, _is_weak,
        "Nothing you discard could bring you more than {points} now."),
    Row("now.drawn.me", FOR, "discard", DISCARDS, _is_worthless,
        "Nothing you discard could bring you points now."),
    Row("now.playable.me", FOR, "keep", DISCARDS, _keeps_playable,
        "You keep {playable} that you can play."),
    Row("now.drawn.me", FOR, "new-tile", DISCARDS, _draws, "You draw {new_tiles}."),
    Row("now.drawn.me", AGAINST, "removal", REMOVES, _draws_nothing,
        "Removing the scarab takes your turn, and you draw nothing."),
    Row("now.covered.me", FOR, "shown", ON, _hides_good,
        "It covers {tile}, so the others see fewer of your points."),
    Row("now.covered.me", AGAINST, "shown", ON, _hides_bad,
        "It would cover {tile}, which makes you look poor to the others."),
)  # fmt: skip


# --- Questions ------------------------------------------------------------------------------------


def _sites(p: Numbers) -> dict[int, int]:
    """What the player's sites are worth after the move."""
    worth = [int(ending.site_points(p.view, p.seat, site)) for site in range(box.SITES)]
    if _is_mine(p):
        worth[_place(p)[1]] += p.change("now.points")
    return dict(enumerate(worth))


def _board(p: Numbers) -> Values | None:
    parts = _sites(p)
    is_many = sum(map(bool, parts.values())) > 1
    return {"points": sum(parts.values()), "sites": parts} if _is_mine(p) and is_many else None


def _here(p: Numbers) -> Values:
    site = _place(p)[1]
    return {"points": _sites(p)[site], "site": site}


def _others(p: Numbers) -> list[int]:
    """The tiles that stay in hand."""
    tiles = [int(tile) for tile in p.view.hand[p.seat] if tile != st.NO_TILE]
    tiles.remove(_tile(p))
    return tiles


def _fit_at_home(p: Numbers) -> Values:
    """Of those, the ones that fit on the own board before the move."""
    fitting = {tile for _, tile, owner in _could(p, _others(p)) if owner == p.seat}
    return {"count": sum(tile in fitting for tile in _others(p))}


QUERIES = (
    Query("board", "points", ON,
        "{move}: how many points is your board worth then?",
        Answer(_board, "Your board is worth {points} then ({sites})."),
        (
            Answer(lambda p: {"points": int(ending.board_points(p.view, p.seat))},
                "That's what it's worth now."),
            Answer(_here, "That's what your {site} alone is worth then."),
            Answer(lambda p: {"points": p.change("now.points")},
                "That's how much the tile changes."),
            Answer(lambda p: {"points": sum(map(abs, _sites(p).values()))},
                "That counts what costs you points as if it scored."),
        )),
    Query("playable", "keep", ON,
        "{move}: how many of the tiles that you keep can you play then?",
        Answer(_keeps_playable, "You keep {playable} that you can play."),
        (
            Answer(_fit_at_home,
                "That's how many fit on your board as it is now; count what fits anywhere then."),
            Answer(lambda p: {"count": len(_others(p))},
                "You keep {count}, but not all of them fit anywhere then."),
            Answer(_draws, "You draw {new_tiles}; which ones, nobody knows yet."),
        )),
)  # fmt: skip


def _whole(t: Translate, moves: Sequence[Any]) -> str:
    last = moves[-1]
    if last.action == act.DONE:
        return _discards(t, moves)
    if not act.ON.has(last.action):
        return ""
    owner, site = act.ON.owner(last.action), act.ON.site(last.action)
    if last.view.picked == box.DEMOLITION:
        text = t("Demolish the top of {player}'s {site}")
        if owner == last.seat:
            text = t("Demolish the top of your {site}")
    elif owner == last.seat:
        text = t("Play {tile} on your {site}")
    else:
        text = t("Play {tile} on {player}'s {site}")
    tile, name = component_names.a_tile(t, int(last.view.picked)), component_names.site(t, site)
    return text.format(tile=tile, site=name, player=player(t, owner))


def _discards(t: Translate, moves: Sequence[Any]) -> str:
    """A discard of several tiles: from the beginning, some more, or no more."""
    more, marked = sorted(one.action for one in moves[:-1]), sum(moves[0].view.marked)
    if more:
        text = t("Discard {tile}, too") if marked else t("Discard {tile}")
        return text.format(tile=_tiles(t, [act.DISCARD.tile(action) for action in more]))
    text = t("Discard just the {count} tiles you marked")
    if marked == 1:
        text = t("Discard just the tile you marked")
    return text.format(count=marked)


def _tiles(t: Translate, tiles: Sequence[int]) -> str:
    counts = Counter(tiles).items()
    return and_list(
        t,
        [
            ev.several(t, tile, count) if count > 1 else component_names.a_tile(t, tile)
            for tile, count in counts
        ],
    )


def _playable_tiles(t: Translate, count: int) -> str:
    return t.ngettext("{count} tile", "{count} tiles", count).format(count=count)


def _new_tiles(t: Translate, count: int) -> str:
    return t.ngettext("{count} new tile", "{count} new tiles", count).format(count=count)


FACTS = Facts(
    MEASURES,
    SUPPOSITIONS,
    ROWS,
    points="points.me",
    printed={
        "points": points,
        "player": player,
        "tile": component_names.a_tile,
        "site": component_names.site,
        "numbers": lambda t, numbers: or_list(t, [str(number) for number in numbers]),
        "playable": _playable_tiles,
        "new_tiles": _new_tiles,
        "tiles": _tiles,
        "sites": by_category(lambda t: [component_names.site(t, one) for one in range(box.SITES)]),
    },
    begins=lambda move: act.PLAY.has(move.action) or act.DISCARD.has(move.action),
    whole=_whole,
    queries=QUERIES,
    titles={
        "points": "Points now",
        "treasure": "A treasure in time",
        "harm": "Poison a rival",
        "leader": "Hurt the leader",
        "room": "Leave room",
        "small-step": "Small steps",
        "block": "Block a pyramid",
        "only-place": "While there's a place",
        "treasure-first": "Treasure first",
        "treasure-follows": "Prepare a treasure",
        "scarab": "The scarab",
        "removal": "Clear the way",
        "base": "Base and body",
        "end": "End the game",
        "discard": "What to discard",
        "weapon": "What to discard",
        "keep": "What to keep",
        "new-tile": "A new tile",
        "shown": "Look poor",
    },
)
