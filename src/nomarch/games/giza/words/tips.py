"""Tooltips: what a tile or a stack does, and what it would do now for the viewer.

Spectators have a seat below zero: their tooltips leave out the current position. So do those
of stacks in past positions whose top is hidden by now.
"""

from nomarch.games.giza.rules import box, ending, st, stacks, tiles
from nomarch.games.giza.words import component_names
from nomarch.kernel.declare.sentences import Names, Translate, listed, sentence_case

# --- What a tile would change ---------------------------------------------------------------------


def takers(view: st.State, seat: int, kind: int) -> list[tuple[int, int]]:
    """The stacks, as owner and site, that take a tile which a seat plays."""
    return [
        (owner, column)
        for owner in range(view.players)
        for column in range(box.SITES)
        if _takes(view, seat, kind, owner, column)
    ]


def _takes(view: st.State, seat: int, kind: int, owner: int, column: int) -> bool:
    if view.height[owner][column] and stacks.top(view, owner, column) == st.NO_TILE:
        return False
    return bool((tiles.open_to(view, seat, owner, column) >> kind) & 1)


def change(view: st.State, kind: int, owner: int, column: int) -> int:
    """What a tile that is played on a stack changes for its owner."""
    if kind == box.DEMOLITION:
        return -int(ending.tile_points(view, stacks.top(view, owner, column)))
    return int(ending.tile_points(view, kind))


def ends_game(view: st.State, kind: int, owner: int, column: int) -> bool:
    """Whether a tile laid on a stack completes the third pyramid of its owner."""
    if column == box.SPHINX or not ending.is_peak(kind):
        return False
    others = (each for each in range(box.PYRAMIDS) if each != column)
    return all(
        ending.is_peak(stacks.top(view, owner, each)) or stacks.is_closed(view, each)
        for each in others
    )


def _from_to(view: st.State, kind: int, owner: int, column: int) -> str:
    before = int(ending.site_points(view, owner, column))
    return f"{component_names.signed(before)} → {component_names.signed(before + change(view, kind, owner, column))}"


# --- Tiles ----------------------------------------------------------------------------------------


def in_hand(t: Translate, view: st.State, seat: int, names: Names, kind: int) -> str:
    """A tile of the viewer's hand: where it fits now, and what it would change there."""
    texts = [f"{component_names.tile_tip(t, kind, view.base_points)}."]
    if view.seat != st.NO_SEAT:
        places = takers(view, seat, kind)
        texts += _own_places(t, view, seat, kind, places)
        texts += _other_places(t, view, seat, names, kind, places)
        texts += [] if places else [t("It doesn't fit anywhere right now.")]
    return " ".join(texts)


def _own_places(
    t: Translate, view: st.State, seat: int, kind: int, places: list[tuple[int, int]]
) -> list[str]:
    mine = [column for owner, column in places if owner == seat]
    if not mine or kind == box.SCARAB:
        return []
    shown = [
        f"{component_names.site(t, column)} {_from_to(view, kind, seat, column)}" for column in mine
    ]
    texts = [t("On your board: {places}.").format(places=listed(shown))]
    if any(ends_game(view, kind, seat, column) for column in mine):
        texts.append(t("It can complete your third pyramid and end the game."))
    return texts


def _other_places(
    t: Translate, view: st.State, seat: int, names: Names, kind: int, places: list[tuple[int, int]]
) -> list[str]:
    theirs = [place for place in places if place[0] != seat]
    if not theirs:
        return []
    if kind == box.DEMOLITION:
        owner, column = min(theirs, key=lambda place: change(view, kind, *place))
        best = component_names.tile(t, stacks.top(view, owner, column))
        text = t("Best target among the others: {player}'s {tile} ({site}).")
        return [text.format(tile=best, player=names[owner], site=component_names.site(t, column))]
    if kind == box.SCARAB:
        free = sum(stacks.top(view, *place) != box.SCARAB for place in theirs)
        return [t("It could block {count} of the others' stacks.").format(count=free)]
    worth = component_names.signed(change(view, kind, *theirs[0]))
    text = t("It fits on {count} of the others' stacks and counts {points} there.")
    return [text.format(count=len(theirs), points=worth)]


def laid(t: Translate, kind: int, points: int) -> str:
    name = sentence_case(component_names.tile(t, kind))
    if kind == box.SCARAB:
        return t("{tile}: worth nothing itself; the tiles below still count at the end.").format(
            tile=name
        )
    text = t("{tile}: counts {points} at the end, even when covered.")
    return text.format(tile=name, points=component_names.signed(points))


# --- Stacks ---------------------------------------------------------------------------------------


def stack_of(t: Translate, view: st.State, seat: int, names: Names, owner: int, column: int) -> str:
    """A stack or an empty site: what it shows, is worth and takes, and what the viewer has for it."""
    is_empty = view.height[owner][column] == 0
    parts = [f"{shown_in(t, view, names, owner, column, seat)}."]
    if not is_empty and not component_names.hidden(view, owner, column):
        worth = component_names.signed(ending.site_points(view, owner, column))
        parts.append(t("Worth {points} now.").format(points=worth))
    if view.seat != st.NO_SEAT and (is_empty or stacks.top(view, owner, column) != st.NO_TILE):
        parts.append(_wants(t, column, stacks.top(view, owner, column)))
        parts += _for_viewer(t, view, seat, names, owner, column)
    return " ".join(parts)


def shown_in(
    t: Translate, view: st.State, names: Names, owner: int, column: int, seat: int = -1
) -> str:
    """What a stack shows, to a seat or to nobody in particular."""
    is_empty = view.height[owner][column] == 0
    text = t("{player}'s {site}: empty") if is_empty else t("{player}'s {site}: {tiles}")
    if owner == seat:
        text = t("Your {site}: empty") if is_empty else t("Your {site}: {tiles}")
    shown = component_names.stack(t, view, owner, column)
    return text.format(site=component_names.site(t, column), player=names[owner], tiles=shown)


def _wants(t: Translate, column: int, top: int) -> str:
    """What may be built on a stack with this top."""
    if top == box.SCARAB:
        return t(
            "Blocked by a scarab: its owner can spend a turn to remove it, or a demolition can."
        )
    if column == box.SPHINX:
        return _sphinx_wants(t, top)
    if top == st.NO_TILE:
        return t("Any stone can start a pyramid here.")
    number = box.NUMBERS[top]
    if number == box.PEAK:
        return t("This pyramid is complete. Three on one board end the game.")
    if top < box.TREASURE:
        text = t("Next: any stone below {number}, or a +{number} treasure.")
    else:
        text = t("Next: any stone below {number}.")
    return text.format(number=number)


def _sphinx_wants(t: Translate, top: int) -> str:
    if top == box.SPHINX_HEAD:
        return t("This sphinx is complete.")
    part = box.SPHINX_BASE if top == st.NO_TILE else top + 1
    return t("Next: {tile}.").format(tile=component_names.tile(t, part))


def _for_viewer(
    t: Translate, view: st.State, seat: int, names: Names, owner: int, column: int
) -> list[str]:
    """What the tile that the viewer has chosen does here, or else which of its tiles fit."""
    if seat < 0:
        return []
    if seat == view.seat and view.phase == st.PLACING:
        if not _takes(view, seat, view.picked, owner, column):
            return []
        return _chosen(t, view, seat, names, owner, column)
    hand = sorted({kind for kind in view.hand[seat] if kind != st.NO_TILE})
    fitting = [
        component_names.tile(t, kind) for kind in hand if _takes(view, seat, kind, owner, column)
    ]
    return [t("Fits from your hand: {tiles}.").format(tiles=listed(fitting, t("nothing")))]


def _chosen(
    t: Translate, view: st.State, seat: int, names: Names, owner: int, column: int
) -> list[str]:
    kind = view.picked
    name = sentence_case(component_names.tile(t, kind))
    if owner == seat:
        change_ = _from_to(view, kind, owner, column)
        texts = [t("{tile} here: {change}.").format(tile=name, change=change_)]
    else:
        points = component_names.signed(change(view, kind, owner, column))
        shown = t("{tile} here: {points} for {player}.")
        texts = [shown.format(tile=name, points=points, player=names[owner])]
    if ends_game(view, kind, owner, column):
        texts.append(t("This ends the game."))
    return texts


# --- The pile and boards --------------------------------------------------------------------------


def pile(t: Translate, view: st.State) -> str:
    """The pile, and how long it lasts."""
    text = t.ngettext(
        "{count} tile left. Drawing the last one ends the game.",
        "{count} tiles left. Drawing the last one ends the game.",
        view.pile_left,
    ).format(count=view.pile_left)
    if view.seat == st.NO_SEAT:
        return text
    turns = -(-view.pile_left // view.players)
    lasting = t.ngettext(
        "At one tile per turn, that's {turns} turn each.",
        "At one tile per turn, that's {turns} turns each.",
        turns,
    )
    return f"{text} {lasting.format(turns=turns)}"


def peaks(t: Translate, view: st.State, owner: int) -> str:
    """The three pyramids of a board: how many are complete, and what ends the game."""
    tops = [stacks.top(view, owner, column) for column in range(box.PYRAMIDS)]
    open_ = [column for column, top in enumerate(tops) if not ending.is_peak(top)]
    done = box.PYRAMIDS - len(open_)
    text = t("{count} of 3 pyramids complete. The third ends the game.").format(count=done)
    if len(open_) == 1 and view.seat != st.NO_SEAT:
        last = t("A 1 on {site} would end the game.").format(site=component_names.site(t, open_[0]))
        return f"{text} {last}"
    return text
