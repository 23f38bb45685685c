"""Tooltips: what a tile or a sun does, and what it would do now for the viewer.

Spectators have a seat below zero: their tooltips leave out the current position.
"""

from typing import Any

from nomarch.games.ra.rules import box, epochs, st
from nomarch.games.ra.words import categories, component_names
from nomarch.i18n import points_of
from nomarch.kernel.declare.sentences import Translate, listed, signed
from nomarch.kernel.declare.supposing import Supposed, replaced

PERCENT = 100


# --- What things are worth ------------------------------------------------------------------------


def worth(view: st.State, seat: int, kind: int) -> int:
    """What all tiles that score together with a kind are worth to a seat now."""
    have = view.have[seat]
    if kind == box.GOD:
        return box.GOD_POINTS * have[kind]
    if kind == box.PHARAOH:
        return int(epochs.pharaoh_points(view, seat))
    if kind in (box.NILE, box.FLOOD):
        return int(epochs.river_points(have[box.NILE], have[box.FLOOD]))
    if kind == box.GOLD:
        return box.GOLD_POINTS * have[kind]
    if is_monument(kind):
        return int(epochs.monument_points(view, seat))
    return int(epochs.civilisation_points(view, seat))


def gain(view: st.State, seat: int, kind: int) -> int:
    """What one more tile of a kind would change for a seat; nothing if it has all of them."""
    own = view.have[seat]
    if own[kind] == box.TILE_COUNTS[kind]:
        return 0
    more: Any = Supposed(view, have=replaced(view.have, seat, replaced(own, kind, own[kind] + 1)))
    return worth(more, seat, kind) - worth(view, seat, kind)


def is_monument(kind: int) -> bool:
    """Whether a kind scores after the last epoch only."""
    return box.FIRST_MONUMENT <= kind <= box.LAST_MONUMENT


# --- Tiles ----------------------------------------------------------------------------------------


def on_track(t: Translate, view: st.State, seat: int, kind: int) -> str:
    """A tile that is up for auction, and what it would bring the viewer."""
    text = f"{component_names.tile_tip(t, kind)}."
    if seat < 0:
        return text
    if kind >= box.FIRST_DISASTER:
        return f"{text} {_loss(t, view, seat, kind)}"
    return f"{text} {one_more(t, view, seat, kind)}"


def one_more(t: Translate, view: st.State, seat: int, kind: int) -> str:
    if view.have[seat][kind] == box.TILE_COUNTS[kind]:
        return t("There are no more of these.")
    points = signed(gain(view, seat, kind))
    if is_monument(kind):
        return t("One more: {points} at the end of the game.").format(points=points)
    return t("One more: {points} this epoch.").format(points=points)


def _loss(t: Translate, view: st.State, seat: int, kind: int) -> str:
    have = view.have[seat]
    at_risk = {
        box.FUNERAL: (box.PHARAOH,),
        box.DROUGHT: (box.FLOOD, box.NILE),
        box.UNREST: range(box.FIRST_CIVILISATION, box.LAST_CIVILISATION + 1),
        box.EARTHQUAKE: range(box.FIRST_MONUMENT, box.LAST_MONUMENT + 1),
    }[kind]
    count = sum(have[each] for each in at_risk)
    if not count:
        return t("It can't hurt you: you have none of those tiles.")
    text = t("You have {count} of those tiles and would lose {lost}.")
    return text.format(count=count, lost=min(count, box.TILES_PER_DISASTER))


def held(t: Translate, view: st.State, seat: int, kind: int) -> str:
    """A kind's place in a display: how many there are."""
    return f"{view.have[seat][kind]} × {component_names.tile_tip(t, kind)}."


def in_display(t: Translate, view: st.State, seat: int, kind: int) -> str:
    """The same while the game goes on: what they are worth, and what one more is."""
    text = held(t, view, seat, kind)
    return f"{text} {_group(t, view, seat, kind)} {one_more(t, view, seat, kind)}"


def _group(t: Translate, view: st.State, seat: int, kind: int) -> str:
    """What a seat's tiles of a kind's group are worth now."""
    points = signed(worth(view, seat, kind))
    if kind == box.PHARAOH:
        counts = [view.have[other][kind] for other in range(view.players)]
        text = t("Most: {most}, fewest: {fewest}. Scores {points} now.")
        return text.format(most=max(counts), fewest=min(counts), points=points)
    if is_monument(kind):
        kinds = epochs.different(view, seat, box.FIRST_MONUMENT, box.LAST_MONUMENT)
        text = t("Monuments: {count} different, {points} now.")
        return text.format(count=int(kinds), points=points)
    if box.FIRST_CIVILISATION <= kind <= box.LAST_CIVILISATION:
        kinds = epochs.different(view, seat, box.FIRST_CIVILISATION, box.LAST_CIVILISATION)
        text = t("Civilisations: {count} different, {points} now.")
        return text.format(count=int(kinds), points=points)
    if kind in (box.NILE, box.FLOOD):
        return t("Niles and floods: {points} now.").format(points=points)
    return t("Total: {points} now.").format(points=points)


# --- Suns, tracks and the bag ---------------------------------------------------------------------


def own_sun(t: Translate, view: st.State, value: int, up: int) -> str:
    """A sun in a display, and what becomes of it."""
    high = view.high
    if not up:
        return t("Sun {sun}: spent until the next epoch.").format(sun=value)
    if value == high:
        text = t("Sun {sun}: the highest bid. If it wins, it's swapped for the {centre}.")
    elif value < high:
        text = t("Sun {sun}: ready, but too low to beat the {high}.")
    else:
        text = t("Sun {sun}: ready to bid. If it wins, it's swapped for the {centre}.")
    return text.format(sun=value, centre=view.centre, high=high)


def centre(t: Translate, value: int) -> str:
    return t("Centre sun {sun}: the next auction winner takes it, face down.").format(sun=value)


def bag(t: Translate, view: st.State) -> str:
    """The bag, and how likely the next tile is a Ra or a disaster: all others lie open."""
    left, ra = view.bag_left, view.bag[box.RA]
    disasters = sum(view.bag[kind] for kind in range(box.FIRST_DISASTER, box.KINDS))
    text = t.ngettext(
        "{count} tile left in the bag. Next draw: {ra}% Ra, {bad}% disaster.",
        "{count} tiles left in the bag. Next draw: {ra}% Ra, {bad}% disaster.",
        left,
    )
    share = PERCENT / max(1, left)
    return text.format(count=left, ra=round(ra * share), bad=round(disasters * share))


def ra_track(t: Translate, count: int, limit: int) -> str:
    text = t.ngettext(
        "Ra track: {count} of {limit}. {left} more Ra tile ends the epoch at once, and the tiles on the auction track are lost.",
        "Ra track: {count} of {limit}. {left} more Ra tiles end the epoch at once, and the tiles on the auction track are lost.",
        limit - count,
    )
    return text.format(count=count, limit=limit, left=limit - count)


def auction_track(t: Translate, count: int) -> str:
    text = t("Auction track: {count} of {most} tiles. The winner of an auction takes them all.")
    return text.format(count=count, most=box.TRACK_SPACES)


def epoch(t: Translate, number: int) -> str:
    """Which epoch it is, and what its end does."""
    if number == box.EPOCHS:
        return t("Epoch {epoch} of 3: monuments and suns score at the end, too.").format(
            epoch=number
        )
    text = t("Epoch {epoch} of 3: after it you keep only pharaohs, Niles and monuments.")
    return text.format(epoch=number)


def plate(t: Translate, view: st.State, seat: int, player: str) -> str:
    """A nameplate: the points, and what the display would add if the epoch ended now."""
    text = points_of(t, player, view.points[seat])
    kinds = (box.GOD, box.PHARAOH, box.NILE, box.FIRST_CIVILISATION, box.GOLD)
    points = [worth(view, seat, kind) for kind in kinds]
    scored = zip(categories(t), points, strict=False)
    parts = listed([f"{name} {signed(each)}" for name, each in scored if each])
    now = t("If the epoch ended now: {points} ({parts}).")
    return f"{text} {now.format(points=signed(sum(points)), parts=parts)}"
