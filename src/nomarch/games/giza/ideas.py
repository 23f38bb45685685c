"""What good players of Giza say for or against a move.

Ideas look at the whole move: the tile that is played, and the stack it goes on.
"""

from collections.abc import Sequence

from nomarch.games.giza import heuristic, ideas_check as check
from nomarch.games.giza.rules import act, box, ending, st, stacks
from nomarch.games.giza.words import component_names, tips
from nomarch.kernel.declare.ideas import Idea, Ideas, Move
from nomarch.kernel.declare.sentences import Translate, or_list

EMPTY = box.HIGHEST + 1
"""The number of an empty site: everything fits."""
GROWTH = 0.35
"""The share of what could still be built on a stack that comes true."""

# Sentences that need nothing of a position, but perhaps the points of their idea.
KEEPS_TREASURE = "Your treasures still fit."
FREES_NOTHING = "Removing the scarab takes your turn, and you draw nothing."
ENDS_WELL = "It ends the game, and you seem to be ahead."
ENDS_BADLY = "It would end the game while someone else seems to be ahead."
DRAWS_ONE = "You draw a new tile for it."
IS_USELESS = "It fits nowhere."


def _place(move: Move) -> tuple[int, int] | None:
    if not act.ON.has(move.action):
        return None
    return act.ON.owner(move.action), act.ON.site(move.action)


def _owner(move: Move) -> int:
    place = _place(move)
    return place[0] if place else -1


def _tile(move: Move) -> int:
    return int(move.view.picked) if _place(move) else -1


def _is_mine(move: Move) -> bool:
    return _owner(move) == move.seat


def _is_rivals(move: Move) -> bool:
    return _place(move) is not None and not _is_mine(move)


def _top_number(view: st.State, owner: int, site: int) -> int:
    if not view.height[owner][site]:
        return EMPTY
    top = int(stacks.top(view, owner, site))
    return 0 if top in (box.SCARAB, st.NO_TILE) or site == box.SPHINX else box.NUMBERS[top]


def _fitting(number: int) -> list[int]:
    """The numbers that fit on a number, the highest first."""
    return list(range(number - 1, 0, -1))


def _skipped(move: Move) -> list[int]:
    """Numbers that fitted before a stone, and no longer do."""
    place, tile = _place(move), _tile(move)
    if place is None or tile >= box.TREASURE or place[1] == box.SPHINX:
        return []
    top = _top_number(move.view, *place)
    return [number for number in _fitting(top) if number > box.NUMBERS[tile]]


def _player(owner: int) -> str:
    return f"{{names[{owner}]}}"


def _site(t: Translate, move: Move) -> str:
    place = _place(move)
    return component_names.site(t, place[1]) if place else ""


def _numbers(t: Translate, numbers: Sequence[int]) -> str:
    return or_list(t, [str(number) for number in numbers])


def _leads(move: Move) -> bool:
    """Whether the owner of the stack seems to be ahead of all others but the player."""
    return bool(heuristic.leader(move.view, move.seat) == _owner(move))


def _ahead(move: Move, owner: int) -> float:
    """Points by which another seems to be ahead of the player."""
    mine, theirs = (heuristic.estimate(move.view, move.seat, seat) for seat in (move.seat, owner))
    return float(theirs - mine) / 100


# --- Points now -----------------------------------------------------------------------------------


def _points(move: Move) -> float:
    """What a tile changes on one's own board."""
    place = _place(move)
    if place is None or not _is_mine(move):
        return 0
    return float(tips.change(move.view, _tile(move), *place))


def _scores(t: Translate, move: Move) -> str:
    if _tile(move) == box.DEMOLITION:
        told = t.ngettext(
            "It takes the bad tile off your {site}: {points} point more.",
            "It takes the bad tile off your {site}: {points} points more.",
            points := round(_points(move)),
        )
    elif box.TREASURE <= _tile(move) < box.SPHINX_BASE:
        told = t.ngettext(
            "The treasure scores {points} point, before anyone covers the stone.",
            "The treasure scores {points} points, before anyone covers the stone.",
            points := round(_points(move)),
        )
    else:
        told = t.ngettext(
            "It scores {points} point.",
            "It scores {points} points.",
            points := round(_points(move)),
        )
    return told.format(points=points, site=_site(t, move))


def _costs(t: Translate, move: Move) -> str:
    told = t("That's your own {site}: −{points}.")
    return told.format(site=_site(t, move), points=round(-_points(move)))


def _treasure(move: Move) -> float:
    """A treasure is gone for good once its stone is covered."""
    is_treasure = box.TREASURE <= _tile(move) < box.SPHINX_BASE
    return 2.0 + _points(move) if is_treasure and _is_mine(move) else 0


def _harm(move: Move) -> float:
    """What a tile takes from a rival; more if that rival leads."""
    place = _place(move)
    if place is None or not _is_rivals(move):
        return 0
    loss = -tips.change(move.view, _tile(move), *place)
    share = 0.9 if move.view.players == 2 or _leads(move) else 0.45
    return share * loss


def _hurts(t: Translate, move: Move) -> str:
    place = _place(move)
    assert place is not None
    points = -tips.change(move.view, _tile(move), *place)
    if move.view.players > 2 and _leads(move) and _ahead(move, place[0]) > 0:
        told = t.ngettext(
            "It costs {player}, who seems to lead, {points} point.",
            "It costs {player}, who seems to lead, {points} points.",
            points,
        )
    else:
        told = t.ngettext(
            "It costs {player} {points} point.", "It costs {player} {points} points.", points
        )
    return told.format(player=_player(place[0]), points=points)


def _helps(t: Translate, move: Move) -> str:
    place = _place(move)
    assert place is not None
    points = tips.change(move.view, _tile(move), *place)
    told = t.ngettext(
        "It would give {player} {points} point.", "It would give {player} {points} points.", points
    )
    return told.format(player=_player(place[0]), points=points)


def _soft_target(move: Move) -> float:
    """Hurting somebody who is behind helps little."""
    if not _is_rivals(move) or move.view.players == 2 or _leads(move) or _harm(move) <= 0:
        return 0
    return -0.6


def _wrong_target(t: Translate, move: Move) -> str:
    leader = heuristic.leader(move.view, move.seat)
    told = t("{player} seems to be ahead: hurting others helps you less.")
    return told.format(player=_player(leader))


# --- Room to build --------------------------------------------------------------------------------


def _room(move: Move) -> float:
    """Numbers that no longer fit on one's own pyramid."""
    if not _is_mine(move):
        return 0
    return -GROWTH * sum(_skipped(move))


def _closes_own(t: Translate, move: Move) -> str:
    numbers = _numbers(t, sorted(_skipped(move)))
    told = t("No {numbers} fits on your {site} after that.")
    return told.format(numbers=numbers, site=_site(t, move))


def _leaves_room(t: Translate, move: Move) -> str:
    return t("It leaves room on your {site}.").format(site=_site(t, move))


def _small_step(move: Move) -> float:
    """The next number down, on one's own pyramid."""
    place, tile = _place(move), _tile(move)
    if place is None or not _is_mine(move) or tile >= box.BAD_STONE or _skipped(move):
        return 0
    return 0.7 if box.NUMBERS[tile] > 1 else 0


def _is_small_step(t: Translate, move: Move) -> str:
    below = _fitting(box.NUMBERS[_tile(move)])
    told = t("Nothing is skipped: a {numbers} can still follow.")
    return told.format(numbers=_numbers(t, below))


def _blocks(move: Move) -> float:
    """Numbers that no longer fit on a rival's pyramid."""
    if not _is_rivals(move):
        return 0
    share = 1.0 if move.view.players == 2 or _leads(move) else 0.5
    return share * GROWTH * sum(_skipped(move))


def _blocks_rival(t: Translate, move: Move) -> str:
    numbers = sorted(_skipped(move))
    told = t("No {numbers} fits on {player}'s {site} after that.")
    return told.format(
        numbers=_numbers(t, numbers), player=_player(_owner(move)), site=_site(t, move)
    )


def _leaves_rival(t: Translate, move: Move) -> str:
    told = t("It leaves {player} room to build.")
    return told.format(player=_player(_owner(move)))


def _only_place(move: Move) -> float:
    """A high bad stone needs an empty site, and those run out."""
    place, tile = _place(move), _tile(move)
    is_high = box.BAD_STONE <= tile < box.TREASURE and box.NUMBERS[tile] >= box.HIGHEST - 1
    if place is None or not is_high or not _is_rivals(move):
        return 0
    return 1.0 if not move.view.height[place[0]][place[1]] else 0


def _needs_empty(t: Translate, move: Move) -> str:
    told = t("A −{number} needs an empty site or a higher number, and those run out.")
    return told.format(number=box.NUMBERS[_tile(move)])


def _treasure_waits(move: Move) -> float:
    """Covering a stone that a treasure in hand fits."""
    place, tile = _place(move), _tile(move)
    if place is None or not _is_mine(move) or tile >= box.TREASURE:
        return 0
    held = [each for each in move.view.hand[move.seat] if box.TREASURE <= each < box.SPHINX_BASE]
    top = stacks.top(move.view, *place) if move.view.height[place[0]][place[1]] else st.NO_TILE
    lost = [box.NUMBERS[each] for each in held if stacks.treasure_fits(each, top)]
    return -float(max(lost, default=0))


def _treasure_first(t: Translate, move: Move) -> str:
    told = t("Your {number} treasure fits there now, and wouldn't after that.")
    return told.format(number=round(-_treasure_waits(move)))


def _gives_treasure(move: Move) -> float:
    """A stone that a treasure in one's own hand can follow."""
    place, tile = _place(move), _tile(move)
    if place is None or not _is_mine(move) or tile >= box.TREASURE:
        return 0
    number = box.NUMBERS[tile]
    held = [
        box.NUMBERS[each]
        for each in move.view.hand[move.seat]
        if box.TREASURE <= each < box.SPHINX_BASE
    ]
    return 0.5 * number if number in held else 0


def _treasure_follows(t: Translate, move: Move) -> str:
    told = t("Your {number} treasure can follow.")
    return told.format(number=box.NUMBERS[_tile(move)])


# --- Scarabs, sphinx and the end ------------------------------------------------------------------


def _scarab(move: Move) -> float:
    place = _place(move)
    if place is None or _tile(move) != box.SCARAB:
        return 0
    number = _top_number(move.view, *place)
    growth = GROWTH * sum(_fitting(number)) if place[1] != box.SPHINX else 2.0
    if _is_mine(move):
        return -1.5 - growth
    return 1.0 + growth * (1.0 if _leads(move) else 0.5)


def _blocks_site(t: Translate, move: Move) -> str:
    told = t("Nothing can be built on {player}'s {site} until the scarab is gone.")
    return told.format(player=_player(_owner(move)), site=_site(t, move))


def _blocks_own(t: Translate, move: Move) -> str:
    return t("You'd block your own {site}.").format(site=_site(t, move))


def _removal(move: Move) -> float:
    if not act.REMOVE.has(move.action):
        return 0
    site = act.REMOVE.site(move.action)
    below = move.view.stack[move.seat][site][move.view.height[move.seat][site] - 2]
    under = below if move.view.height[move.seat][site] > 1 else st.NO_TILE
    fits = [
        tile for tile in move.view.hand[move.seat] if tile >= 0 and stacks.fits(tile, site, under)
    ]
    gains = [int(ending.tile_points(move.view, tile)) for tile in fits]
    best = max((gain for gain in gains if gain > 0), default=0)
    return best * 0.5 - 1.5


def _frees(t: Translate, move: Move) -> str:
    told = t("With the scarab gone, a tile of yours scores on your {site}.")
    return told.format(site=component_names.site(t, act.REMOVE.site(move.action)))


def _base(move: Move) -> float:
    """A base pays off with a body in hand."""
    if _tile(move) != box.SPHINX_BASE or not _is_mine(move):
        return 0
    is_paid = box.SPHINX_BODY in move.view.hand[move.seat] and _base_and_body(move) > 0
    return 7.0 if is_paid else -1.0


def _base_and_body(move: Move) -> int:
    both = box.SPHINX_BASE, box.SPHINX_BODY
    return sum(int(ending.tile_points(move.view, tile)) for tile in both)


def _base_pays(t: Translate, move: Move) -> str:
    told = t("You hold the body: base and body together bring you {points} points.")
    return told.format(points=_base_and_body(move))


def _base_alone(t: Translate, move: Move) -> str:
    if box.SPHINX_BODY in move.view.hand[move.seat]:
        return t("Base and body pay off only with the head.")
    return t("Without a body, a base only costs you points.")


def _end(move: Move) -> float:
    place, tile = _place(move), _tile(move)
    if place is None or tile >= box.SPHINX_BASE or not tips.ends_game(move.view, tile, *place):
        return 0
    change = tips.change(move.view, tile, *place)
    behind = max(
        _ahead(move, seat) + (change if seat == place[0] else 0)
        for seat in range(move.view.players)
        if seat != move.seat
    ) - (change if place[0] == move.seat else 0)
    return 20.0 if behind < 0 else -20.0


# --- Discards -------------------------------------------------------------------------------------


def _discarded(move: Move) -> int:
    return int(act.DISCARD.tile(move.action)) if act.DISCARD.has(move.action) else -1


def _own_best(move: Move, tile: int) -> int:
    places = [place for place in tips.takers(move.view, move.seat, tile) if place[0] == move.seat]
    return max((tips.change(move.view, tile, *place) for place in places), default=0)


def _worst_loss(move: Move, tile: int) -> tuple[int, int]:
    """The most points that a tile could cost a rival now, and who that is."""
    rivals = [place for place in tips.takers(move.view, move.seat, tile) if place[0] != move.seat]
    return max(
        ((-tips.change(move.view, tile, *place), place[0]) for place in rivals), default=(0, -1)
    )


def _weapon(move: Move) -> float:
    """A tile that could hurt a rival."""
    tile = _discarded(move)
    return -0.3 * max(0, _worst_loss(move, tile)[0]) if tile >= 0 else 0


def _could_hurt(t: Translate, move: Move) -> str:
    points, rival = _worst_loss(move, _discarded(move))
    told = t.ngettext(
        "It could cost {player} {points} point.", "It could cost {player} {points} points.", points
    )
    return told.format(player=_player(rival), points=points)


def _discard(move: Move) -> float:
    tile = _discarded(move)
    if tile < 0:
        return 0
    if not tips.takers(move.view, move.seat, tile):
        return 1.5
    return -0.5 * max(0, _own_best(move, tile))


def _new_tile(move: Move) -> float:
    """A tile that is played or discarded is replaced, unless it ends the game."""
    place, tile = _place(move), _tile(move)
    if place is None:
        return 0.5 if _discarded(move) >= 0 else 0
    is_end = tile == box.DEMOLITION or tips.ends_game(move.view, tile, *place)
    return 0 if is_end else 0.5


def _is_useful(t: Translate, move: Move) -> str:
    told = t.ngettext(
        "It could bring you {points} point on your own board.",
        "It could bring you {points} points on your own board.",
        points := _own_best(move, _discarded(move)),
    )
    return told.format(points=points)


def _playable(move: Move) -> int:
    """Tiles of the hand that are kept and fit somewhere."""
    view, hand = move.view, move.view.hand[move.seat]
    kept = [
        tile for tile, marked in zip(hand, view.marked, strict=False) if tile >= 0 and not marked
    ]
    return sum(bool(tips.takers(view, move.seat, tile)) for tile in kept)


def _keeps(move: Move) -> float:
    """No more tiles are discarded."""
    is_so = move.action == act.DONE and move.view.phase == st.DISCARDING
    return 0.5 if is_so and _playable(move) else 0


def _keeps_playable(t: Translate, move: Move) -> str:
    told = t.ngettext(
        "You keep {count} tile that you can play.",
        "You keep {count} tiles that you can play.",
        count := _playable(move),
    )
    return told.format(count=count)


def _whole(t: Translate, moves: Sequence[Move]) -> str:
    last = moves[-1]
    place, tile = _place(last), component_names.a_tile(t, int(last.view.picked))
    if place is None:
        return _discards(t, last) if last.view.phase == st.DISCARDING else ""
    if _tile(last) == box.DEMOLITION:
        told = t("Demolish the top of {player}'s {site}")
        if _is_mine(last):
            told = t("Demolish the top of your {site}")
    elif _is_mine(last):
        told = t("Play {tile} on your {site}")
    else:
        told = t("Play {tile} on {player}'s {site}")
    return told.format(tile=tile, site=_site(t, last), player=_player(place[0]))


def _discards(t: Translate, move: Move) -> str:
    """A discard of several tiles: one more, or no more."""
    if _discarded(move) >= 0:
        return t("Discard {tile}, too").format(tile=component_names.a_tile(t, _discarded(move)))
    count = sum(move.view.marked)
    told = t("Discard just the {count} tiles you marked")
    if count == 1:
        told = t("Discard just the tile you marked")
    return told.format(count=count)


IDEAS = Ideas(
    (
        Idea("points", _points, _scores, _costs, about="points", check=check.points),
        Idea("treasure", _treasure, _scores, _costs, about="points", check=check.points),
        Idea("harm", _harm, _hurts, _helps, check=check.points),
        Idea("leader", _soft_target, _hurts, _wrong_target),
        Idea("room", _room, _leaves_room, _closes_own, check=check.no_longer_fits),
        Idea("small-step", _small_step, _is_small_step, _leaves_room, check=check.can_follow),
        Idea("block", _blocks, _blocks_rival, _leaves_rival, check=check.no_longer_fits),
        Idea("only-place", _only_place, _needs_empty, _leaves_rival, check=check.needs_room),
        Idea(
            *("treasure-first", _treasure_waits, KEEPS_TREASURE, _treasure_first),
            check=check.covered_treasure,
        ),
        Idea(
            *("treasure-follows", _gives_treasure, _treasure_follows, KEEPS_TREASURE),
            check=check.next_treasure,
        ),
        Idea("scarab", _scarab, _blocks_site, _blocks_own),
        Idea("removal", _removal, _frees, FREES_NOTHING, check=check.freed),
        Idea("base", _base, _base_pays, _base_alone, check=check.sphinx),
        Idea("end", _end, ENDS_WELL, ENDS_BADLY, check=check.end),
        Idea("discard", _discard, IS_USELESS, _is_useful, about="points", check=check.discarded),
        Idea("weapon", _weapon, DRAWS_ONE, _could_hurt, check=check.harm),
        Idea("keep", _keeps, _keeps_playable, DRAWS_ONE, check=check.playable),
        Idea("new-tile", _new_tile, DRAWS_ONE, DRAWS_ONE, check=check.draws),
    ),
    begins=lambda move: act.PLAY.has(move.action),
    whole=_whole,
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
    },
)
