"""Sentences of Giza: moves, prompts, positions and help, translated by `t`.

Names are in `component_names`, tooltips in `tips`.
"""

from nomarch.games.giza.rules import act, box, ending, st, stacks
from nomarch.games.giza.words import component_names as terms
from nomarch.games.giza.words.refusals import refusal, rule_of
from nomarch.i18n import Translate
from nomarch.kernel.declare.lessons import (
    Chapter,
    GlossaryEntry,
    GlossarySection,
    counted_entry,
    piece_names,
)
from nomarch.kernel.declare.sentences import Names, Position, Seats, Values, listed


def categories(t: Translate) -> tuple[str, ...]:
    return (t("Pyramid of Khufu"), t("Pyramid of Khafre"), t("Pyramid of Menkaure"), t("Sphinx"))


def tie_break(t: Translate, state: st.State, seat: int, other: int) -> str:
    more, less = state.treasure[seat], state.treasure[other]
    return t("more from treasures ({more} to {less})").format(more=more, less=less)


def points_so_far(state: st.State, seat: int) -> tuple[int, ...]:
    """What a seat's pyramids and sphinx are worth so far; the rules count them at the end."""
    return tuple(ending.site_points(state, seat, site) for site in range(box.SITES))


VALUES: Values = {
    "tile": terms.a_tile,
    "site": terms.site,
    "signed": lambda t, points: terms.signed(points),
}


def move(t: Translate, view: st.State, action: int) -> str:
    if action == act.DONE:
        count = sum(view.marked)
        return t.ngettext("Discard {count} tile", "Discard {count} tiles", count).format(
            count=count
        )
    if act.DISCARD.has(action):
        return t("Discard {tile}").format(tile=terms.a_tile(t, act.DISCARD.tile(action)))
    if act.PLAY.has(action):
        return t("Play {tile}").format(tile=terms.a_tile(t, act.PLAY.tile(action)))
    if act.REMOVE.has(action):
        return t("Remove scarab from your {site}").format(
            site=terms.site(t, act.REMOVE.site(action))
        )
    return _place(t, view, act.ON.owner(action), terms.site(t, act.ON.site(action)))


def _place(t: Translate, view: st.State, owner: int, where: str) -> str:
    demolishes = view.picked == box.DEMOLITION
    if owner == view.seat and demolishes:
        text = t("Demolish top of your {site}")
    elif owner == view.seat:
        text = t("Your {site}")
    elif demolishes:
        text = t("Demolish top of {owner}'s {site}")
    else:
        text = t("{owner}'s {site}")
    return text.format(site=where, owner=f"{{names[{owner}]}}")


def prompt(t: Translate, view: st.State, seat: int, to_act: Seats, names: Names) -> str:
    if seat not in to_act:
        return _whose_turn(t, view, names)
    if view.phase == st.PLACING and view.picked == box.DEMOLITION:
        return t("Choose a stack: its top tile leaves the game for good.")
    if view.phase == st.PLACING:
        return t("Choose a place for your {tile}.").format(tile=terms.tile(t, view.picked))
    if view.phase == st.DISCARDING and all(view.marked):
        return t("Discard all four tiles.")
    if view.phase == st.DISCARDING:
        return t("Mark more tiles, or discard the marked ones.")
    if box.SCARAB in [stacks.top(view, seat, column) for column in range(box.SITES)]:
        return t("Play or discard tiles, or remove a scarab from your board.")
    return t("Play a tile or discard some.")


def _whose_turn(t: Translate, view: st.State, names: Names) -> str:
    return t("{player}'s turn.").format(player=names[view.seat])


def position(t: Translate, view: st.State, names: Names) -> Position:
    pile = t.ngettext(
        "{count} tile left in the pile.", "{count} tiles left in the pile.", view.pile_left
    ).format(count=view.pile_left)
    lines = [_whose_turn(t, view, names), pile]
    for seat in range(view.players):
        hand = [terms.tile(t, kind) for kind in view.hand[seat] if kind != st.NO_TILE]
        if hand:
            lines.append(t("Your hand: {tiles}.").format(tiles=listed(hand)))
        marked = [kind for kind, on in zip(view.hand[seat], view.marked, strict=True) if on]
        if hand and seat == view.seat and marked:
            text = t("Marked to discard: {tiles}.")
            lines.append(text.format(tiles=listed([terms.tile(t, k) for k in marked])))
    columns = (t("Player"), t("Points"), *(terms.site(t, column) for column in range(box.SITES)))
    rows = []
    for seat in range(view.players):
        stacks = [terms.stack(t, view, seat, column) for column in range(box.SITES)]
        rows.append((names[seat], terms.known_points(view, seat), *stacks))
    return Position(tuple(lines), columns, tuple(rows))


def rules_help(t: Translate) -> tuple[Chapter, ...]:
    return (
        Chapter(t("Goal"), (t("Build three pyramids and a sphinx worth as many points as you can, and sabotage everyone else's. The most points win."),), anchors=("goal",)),
        Chapter(t("Set-up"), (
            t("Everyone has a board with three pyramid sites and a sphinx site, and draws four tiles that only they can see. The other tiles form the pile."),
            t("The first player is chosen at random; in a rematch, whoever had the fewest points goes first. Options: another first player, what a sphinx base costs, and whose sphinx a demolition may hit."),
        ), anchors=("set-up", "first-player")),
        Chapter(t("Your turn"), (
            t("Play one tile on any board, your own or someone else's, or discard one to four tiles face up. Then draw back up to four."),
            t("Or remove one scarab from the top of one of your own stacks: that's your whole turn, and you draw nothing."),
        ), anchors=("turn", "remove-scarab")),
        Chapter(t("Stones and treasures"), (
            t("A stone goes on an empty pyramid site, or on a stone or treasure with a higher number. Plus and minus don't matter, and you may skip numbers."),
            t("A treasure only goes on a stone with exactly its number."),
        ), piece_names("tile", box.GOOD_STONE + 4, box.BAD_STONE + 4, box.SPHINX_BASE - 1), anchors=("stones", "treasures")),
        Chapter(t("The sphinx"), (t("Base, body, head: in that order, on the sphinx site. The base costs points; the body and head earn more."),), piece_names("tile", *range(box.SPHINX_BASE, box.DEMOLITION)), anchors=("sphinx",)),
        Chapter(t("Sabotage"), (
            t("A demolition removes the top tile of any stack from the game, even a scarab."),
            t("A scarab goes on any site or stack. While it's on top, only another scarab or a demolition can be played there. The tiles below still count at the end."),
        ), piece_names("tile", box.DEMOLITION, box.SCARAB), anchors=("demolition", "scarab")),
        Chapter(t("What you can see"), (
            t("You can look through your own stacks. Of everyone else's you only see the top tile and the height."),
            t("The log names a tile while it can be seen, and again after the game. With “open memory” you can look up all stacks and points at any time."),
        ), anchors=("looking", "log")),
        Chapter(t("The end of the game"), (
            t("The game ends at once when all three of a player's pyramids show a 1 (good or bad, whoever played it), or when the last tile is drawn. A scarab on a 1 hides it."),
            t("Add up all the tiles in your four stacks: stones and treasures count their number, bad stones and the sphinx base count against you. Tiles in hand don't count. If points are tied, the most points in treasures wins; after that, the victory is shared."),
        ), anchors=("end", "score")),
    )  # fmt: skip


def glossary(t: Translate) -> tuple[GlossarySection, ...]:
    kinds = (
        (t("Stones"), range(box.GOOD_STONE, box.TREASURE)),
        (t("Treasures"), range(box.TREASURE, box.SPHINX_BASE)),
        (t("Sphinx"), range(box.SPHINX_BASE, box.DEMOLITION)),
        (t("Demolitions and scarabs"), range(box.DEMOLITION, box.TILES)),
    )
    sections = (
        GlossarySection(title, tuple(_entry(t, kind) for kind in members))
        for title, members in kinds
    )
    return (
        *sections,
        GlossarySection(t("Sites"), _sites(t)),
        GlossarySection(t("Pile"), (_pile(t),)),
    )


def _pile(t: Translate) -> GlossaryEntry:
    about = t("A tile in the pile: nobody knows what it is before it is drawn. Drawing the last one ends the game at once.")  # fmt: skip
    return GlossaryEntry("back", t("Face-down tile"), about)


def _sites(t: Translate) -> tuple[GlossaryEntry, ...]:
    pyramid = t("Khufu, Khafre and Menkaure: any stone starts a pyramid, and each stone above it needs a lower number. A 1 on top completes it; three complete pyramids end the game.")  # fmt: skip
    sphinx = t("Takes a base, then a body, then a head: {points} points in total.")
    whole = sum(box.POINTS[box.SPHINX_BASE : box.DEMOLITION])
    return (
        GlossaryEntry("", t("Pyramid site"), pyramid),
        GlossaryEntry("", t("Sphinx site"), sphinx.format(points=terms.signed(whole))),
    )


def _entry(t: Translate, kind: int) -> GlossaryEntry:
    name, about = terms.tile(t, kind), terms.tile_about(t, kind, box.BASE_POINTS[0])
    return counted_entry(t, f"tile-{kind}", name, about, box.TILE_COUNTS[kind])
