"""Sentences of Ra: moves, prompts, positions and help, translated by `t`.

Names are in `component_names`, tooltips in `tips`.
"""

from functools import lru_cache

from nomarch.games.ra.rules import act, auctions, box, epochs, st, turns
from nomarch.games.ra.words import component_names as terms
from nomarch.games.ra.words.refusals import refusal, rule_of
from nomarch.i18n import Translate
from nomarch.kernel.declare.lessons import (
    Chapter,
    GlossaryEntry,
    GlossarySection,
    counted_entry,
    piece_names,
)
from nomarch.kernel.declare.sentences import Names, Position, Seats, Values, counted, listed


def categories(t: Translate) -> tuple[str, ...]:
    return (
        *(t("Gods"), t("Pharaohs"), t("Nile and floods"), t("Civilisations"), t("Gold")),
        *(t("Monuments"), t("Suns")),
    )


def tie_break(t: Translate, state: st.State, seat: int, other: int) -> str:
    best, next_best = epochs.highest_sun(state, seat), epochs.highest_sun(state, other)
    return t("a higher sun ({more} to {less})").format(more=best, less=next_best)


VALUES: Values = {"tile": terms.tile, "a_tile": terms.a_tile}


def move(t: Translate, view: st.State, action: int) -> str:
    if action == act.DRAW:
        return t("Draw a tile")
    if action == act.INVOKE:
        return t("Invoke Ra")
    if action == act.STOP:
        return t("End turn")
    if action == act.PASS:
        return t("Pass")
    if act.BID.has(action):
        return t("Bid {sun}").format(sun=act.BID.sun(action))
    if act.TAKE.has(action):
        return t("Play a god: take {tile}").format(tile=terms.a_tile(t, act.TAKE.tile(action)))
    lost = act.DISCARD_CIVILISATION
    block = lost if lost.has(action) else act.DISCARD_MONUMENT
    return t("Give up {tile}").format(tile=terms.a_tile(t, block.tile(action)))


def prompt(t: Translate, view: st.State, seat: int, to_act: Seats, names: Names) -> str:
    if seat not in to_act:
        return _waiting(t, view, names[to_act[0]])
    if view.phase == st.AUCTION:
        return _bid_prompt(t, view, seat, names)
    if view.phase == st.GOD_TURN:
        return t("Play another god or end your turn.")
    if view.phase == st.UNREST_LOSS:
        return t("Unrest: choose a civilisation to give up ({count} to go).").format(
            count=view.owed_civilisations
        )
    if view.phase == st.EARTHQUAKE_LOSS:
        return t("Earthquake: choose a monument to give up ({count} to go).").format(
            count=view.owed_monuments
        )
    if view.track_len == len(view.track):
        return t("The track is full: invoke Ra or play a god.")
    if view.have[seat][box.GOD] > 0 and any(
        turns.can_be_taken(view, kind) for kind in view.track[: view.track_len]
    ):
        return t("Draw a tile, invoke Ra or play a god.")
    return t("Draw a tile or invoke Ra.")


def _waiting(t: Translate, view: st.State, name: str) -> str:
    if view.phase == st.AUCTION:
        return t("{player} is bidding.").format(player=name)
    return t("{player}'s turn.").format(player=name)


def _bid_prompt(t: Translate, view: st.State, seat: int, names: Names) -> str:
    if view.track_len == 0 and not view.high and view.cause == st.RA_DRAWN:
        text = t("The track is empty: there are no tiles to win, only sun {sun}. Bid or pass.")
        return text.format(sun=view.centre)
    if view.high and auctions.must_bid(view, seat):
        return t("{player} bids {sun}: you invoked Ra, so bid higher.").format(
            player=names[view.high_seat], sun=view.high
        )
    if view.high:
        return t("{player} bid {sun}. Bid higher or pass.").format(
            player=names[view.high_seat], sun=view.high
        )
    if seat == view.starter and view.cause == st.VOLUNTARY:
        return t("Nobody else bid. Choose the sun to pay with.")
    if seat == view.starter and view.cause == st.FORCED:
        return t("Nobody bid. Bid, or pass and all eight tiles are lost.")
    return t("Bid a sun for the whole track, or pass.")


def round_of(view: st.State) -> tuple[int, int]:
    return view.epoch, 3


def turn_line(t: Translate, view: st.State) -> str:
    return t("Epoch {epoch} of 3").format(epoch=view.epoch)


def position(t: Translate, view: st.State, names: Names) -> Position:
    track = [terms.tile(t, view.track[i]) for i in range(view.track_len)]
    bag = t.ngettext(
        "{count} tile left in the bag.", "{count} tiles left in the bag.", view.bag_left
    )
    lines = (
        t("Epoch {epoch} of 3. Ra track: {count} of {limit}. Centre sun: {centre}.").format(
            epoch=view.epoch,
            count=view.ra_count,
            limit=box.RA_LIMIT[view.players],
            centre=view.centre,
        ),
        t("Auction track: {tiles}.").format(tiles=listed(track, t("empty"))),
        *([_auction(t, view, names)] if view.phase == st.AUCTION else []),
        bag.format(count=view.bag_left),
    )
    columns = (t("Player"), t("Points"), t("Suns"), t("Spent suns"), t("Tiles"))
    rows = tuple(
        (
            names[seat],
            str(view.points[seat]),
            listed(_suns(view, seat, up=1)),
            listed(_suns(view, seat, up=0)),
            _display(t, tuple(view.have[seat])),
        )
        for seat in range(view.players)
    )
    return Position(lines, columns, rows)


def _auction(t: Translate, view: st.State, names: Names) -> str:
    if not view.high:
        return t("{player} started the auction. Nobody has bid yet.").format(
            player=names[view.starter]
        )
    return t("{player} started the auction. The highest bid is {sun}, by {bidder}.").format(
        player=names[view.starter], sun=view.high, bidder=names[view.high_seat]
    )


def _suns(view: st.State, seat: int, up: int) -> list[str]:
    suns = [
        view.sun[seat][i]
        for i in range(box.SUNS_EACH)
        if view.sun[seat][i] and view.up[seat][i] == up
    ]
    return [str(sun) for sun in sorted(suns, reverse=True)]


@lru_cache(1024)
def _display(t: Translate, have: tuple[int, ...]) -> str:
    return listed(counted((terms.tile(t, kind), count) for kind, count in enumerate(have)))


def rules_help(t: Translate) -> tuple[Chapter, ...]:
    return (
        Chapter(t("Goal"), (
            t("Over three epochs you bid suns for tiles. Whoever has the most points after the third epoch wins."),
        ), anchors=("goal",)),
        Chapter(t("Set-up"), (
            t("Everyone starts with 10 points and a set of suns: four with three players, three with four or five. The sets are dealt at random; sun 1 lies in the centre, and whoever has the highest sun goes first."),
            t("The Ra track has 8 spaces with three players, 9 with four and 10 with five. The auction track always has 8. Two players need an option: four suns each, and 6 Ra spaces."),
        ), anchors=("set-up", "tracks")),
        Chapter(t("Your turn"), (
            t("Draw a tile and add it to the auction track. A Ra tile goes on the Ra track instead and calls an auction."),
            t("Or invoke Ra to start an auction yourself, even if the track is empty."),
            t("Or play gods: swap each one for a tile on the track, but never for another god."),
            t("Once the track holds eight tiles, nobody may draw: invoke Ra or play a god."),
            t("Optional rules: the eighth tile starts an auction at once, and gods can't take disasters."),
        ), piece_names("tile", box.RA, box.GOD), anchors=("draw", "invoke", "gods", "full-track", "turn-options")),
        Chapter(t("Auctions"), (
            t("Everyone with a face-up sun bids once or passes. Bidding starts to the left of the player who called and ends with that player. Each bid must beat the last."),
            t("The winner takes every tile on the track and the sun in the centre, face down. The sun they bid becomes the new centre sun."),
            t("If you invoked Ra by choice and nobody bids, you must bid. If a full track forced you, you may pass, and the tiles are lost. If a Ra tile called the auction, everyone may pass, and the tiles stay."),
        ), anchors=("bidding", "winner", "who-must-bid")),
        Chapter(t("Disasters"), (
            t("Each disaster costs its owner two tiles, old or just won. Funeral: pharaohs. Drought: floods and Niles, floods first. Unrest: civilisations of your choice. Earthquake: monuments of your choice. If you have fewer, you lose what you have."),
        ), piece_names("tile", *range(box.FIRST_DISASTER, box.KINDS)), anchors=("disasters",)),
        Chapter(t("The end of an epoch"), (
            t("An epoch ends when the Ra track is full (the tiles on the auction track are lost) or when nobody has a face-up sun left."),
            t("Gods score 2 each, gold 3 each. Most pharaohs score 5, fewest lose 2. With a flood, your Niles and floods score 1 each. Civilisations: none −5, three different 5, four 10, five 15."),
            t("If several players have the most or the fewest pharaohs, each of them scores or loses in full; if everyone has the same number, nobody does."),
            t("You keep pharaohs, Niles and monuments; all other tiles go. Nobody drops below zero."),
            t("All suns turn face up again, and whoever has the highest sun goes first."),
        ), piece_names("tile", box.GOD, box.PHARAOH, *range(box.NILE, box.GOLD + 1)), anchors=("epoch-ends", "scoring", "pharaoh-ties", "what-stays", "next-epoch")),
        Chapter(t("The end of the game"), (
            t("After the third epoch monuments score: 1 point for each different one up to six, 10 for seven, 15 for all eight. Three, four or five of a kind score 5, 10 or 15 more."),
            t("The highest total of suns scores 5, the lowest loses 5; ties count as for pharaohs. If points are tied, the highest single sun wins."),
        ), piece_names("tile", *range(box.FIRST_MONUMENT, box.LAST_MONUMENT + 1)), anchors=("monuments", "suns")),
    )  # fmt: skip


def glossary(t: Translate) -> tuple[GlossarySection, ...]:
    kinds = (
        (t("Ra and gods"), (box.RA, box.GOD)),
        (t("Pharaohs, the Nile and gold"), (box.PHARAOH, box.NILE, box.FLOOD, box.GOLD)),
        (t("Civilisations"), range(box.FIRST_CIVILISATION, box.LAST_CIVILISATION + 1)),
        (t("Monuments"), range(box.FIRST_MONUMENT, box.LAST_MONUMENT + 1)),
        (t("Disasters"), range(box.FIRST_DISASTER, box.KINDS)),
    )
    return tuple(
        GlossarySection(title, tuple(_entry(t, kind) for kind in members))
        for title, members in kinds
    )


def _entry(t: Translate, kind: int) -> GlossaryEntry:
    name, about = terms.tile(t, kind), terms.tile_about(t, kind)
    return counted_entry(t, f"tile-{kind}", name, about, box.TILE_COUNTS[kind])
