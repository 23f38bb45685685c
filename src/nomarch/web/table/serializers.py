"""Tables as pages and as data, limited to what the reader may know."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

import msgspec

from nomarch.bots.hints import MOST, MoveHint
from nomarch.bots.reasons import Reasons, facts_of
from nomarch.draw.svg import Svg
from nomarch.engine.match import SPECTATOR, Match
from nomarch.i18n import Translate, named, translator
from nomarch.kernel.declare.facts import Move
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import EVERYONE, GameState
from nomarch.learning.coach import Coach
from nomarch.learning.illegal_moves import rule_of
from nomarch.tables.archive.match import ArchivedMatch
from nomarch.tables.live.directory import TableListing, round_of
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.service import TableService
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import OPEN, PLAYER, Entry, Person, Seat, now
from nomarch.tables.state.table import Table
from nomarch.tables.stores.archived_table import ENDS, GOES_ON, UNAFFECTED, RulesChange
from nomarch.web.http.bot_levels import habit_text, level_name
from nomarch.web.http.responses import (
    ChoiceInfo,
    CoachAdvice,
    DealInfo,
    EntryNews,
    HintMove,
    Hints,
    Offer,
    OpenTable,
    OptionInfo,
    Page,
    SeatInfo,
    SeatLine,
    TableLine,
    TableNews,
    TableView,
)
from nomarch.web.http.table_terms import game_title
from nomarch.web.table.scores import result
from nomarch.web.table.scoring_tables import nameplate_texts

OBVIOUS = 3.0
"""Points against a move that a coach warns of before it is made."""
OTHER_PLAYER = "{names["
"""What a move's words name another player by."""
NUMBER = re.compile(r"-?[0-9]{1,6}")


def active_seat(table: Table, seats: Sequence[int]) -> int:
    """The seat a client plays now: one of its seats that is to act, else its first."""
    for seat in seats:
        if seat in table.to_act and not table.match.over:
            return seat
    return seats[0] if seats else SPECTATOR


def viewpoint_seat(table: Table, seats: Sequence[int], lifted: int = SPECTATOR) -> int:
    """The seat whose view a screen shows.

    A shared screen shows the public view until the player to act lifts the curtain. Before the
    start nothing is dealt, so that everyone sees the public view.
    """
    if not table.record.is_full:
        return SPECTATOR
    if not is_shared_screen(table, seats):
        return active_seat(table, seats)
    return lifted if lifted in seats and lifted in table.to_act else SPECTATOR


def addressed_seat(seats: Sequence[int]) -> int:
    """Return the seat that a page calls “you”: nobody's where several people share a screen."""
    return seats[0] if len(seats) == 1 else SPECTATOR


def is_shared_screen(table: Table, seats: Sequence[int]) -> bool:
    """Whether several people with hidden information share one screen."""
    return len(seats) > 1 and not table.match.over and has_secrets(table.match)


def has_secrets(match: Match) -> bool:
    """Whether the game hides anything but chance."""
    return any(
        field.sees is not EVERYONE and not field.name.startswith("rng_")
        for field in match.book.layout.fields
    )


def build_page(
    table: Table,
    seats: Sequence[int],
    viewer: int,
    language: str,
    shape: str,
    *,
    brief: bool = False,
) -> tuple[Page, Svg]:
    """The page of a client that owns `seats`, without log and chat, and the board.

    `viewer` is the seat whose view is shown, or `SPECTATOR`.
    """
    match, record = table.match, table.record
    is_covered = viewer == SPECTATOR and len(seats) > 0 and record.is_full
    seat = viewer if viewer != SPECTATOR else active_seat(table, seats)
    view = match.observe(viewer)
    turn = seat in seats and seat in table.to_act and record.is_full and not match.over
    acts = turn and not is_covered
    page = Page(
        seq=table.shown_seq(seats),
        ply=len(table.shown_steps(seats)),
        seat=seat,
        mine=list(seats),
        turn=turn,
        board=[],
        prompt=prompt(table, view, viewer, language),
        moves=moves(match, view, seat, language, warns=not record.rated, is_coached=record.coached)
        if acts
        else [],
        undo=table.undo_kind(seat) if seat in seats and not (turn and is_covered) else None,
        asking=table.undo.seat,
        may_answer=sorted(table.may_answer() & set(seats)),
        seats=seat_lines(table, seats, language),
        log=[],
        log_from=0,
        settled=table.settled,
        deadline=table.deadline(),
        over=match.over,
        started=record.is_full,
        rematch=record.rematch,
        invite=record.invite if seats and not record.is_full else "",
        curtain=is_covered,
        result=result(match, language, table.departures) if match.over else None,
        seed=record.seed if match.over and not record.is_sealed else "",
        chat=[],
        notice=table_banner(table, translator("nomarch", language)),
        rated=record.rated,
        gives=seat in seats and table.may_give(seat),
        breaks=record.has_breaks,
        kept=not record.free_seats(""),
        resigning_ends=record.resigning_ends,
        tournament=record.tournament,
        commitment=commitment_of(table),
        coach=CoachAdvice(Coach(table.book, seat, language).comment(match))
        if acts and record.coached
        else None,
        passes=next_elsewhere(table) if seats else "",
        deal=deal_info(table, seats),
        hints=record.hints,
        listed=record.is_on_offer,
        host=any(record.seats[i].person == record.host for i in seats),
        round=round_of(match),
        turn_line=turn_line(match, language),
    )
    drawn = match.drawn(
        view, viewer, language=language, shape=shape, prefix="board", marked=record.is_full,
        brief=brief,
    )  # fmt: skip
    return page, drawn


def next_elsewhere(table: Table) -> str:
    """Return the name of whoever is to act and plays elsewhere."""
    if table.match.over or not table.record.is_passed_on:
        return ""
    waited = (table.record.seats[seat] for seat in sorted(table.to_act))
    return next((seat.name for seat in waited if seat.kind == PLAYER and not seat.person), "")


def deal_info(table: Table, seats: Sequence[int]) -> DealInfo | None:
    record = table.record
    if not record.contributions:
        return None
    return DealInfo(
        record.next_deal_step(record.seats[seats[0]].person) if seats else "",
        [each.commitment for each in record.contributions],
        [each.secret for each in record.contributions] if table.match.over else [],
    )


def turn_line(match: Match, language: str) -> str:
    """Return the time of the game in a few words, such as "Epoch 2 of 3"."""
    if not (count := round_of(match)):
        return ""
    if tell := getattr(match.book.words, "turn_line", None):
        return str(tell(translator(match.book.package, language), match.state))
    t = translator("nomarch", language)
    return t("Round {round} of {rounds}").format(round=count[0], rounds=count[1])


def commitment_of(table: Table) -> str:
    """Return the fingerprint of a table's seed; empty until its game starts."""
    return table.match.commitment if table.record.is_full else ""


def hint_move(match: Match, hint: MoveHint) -> HintMove:
    move = match.book.actions[hint.action]
    rule = rule_of(match.book, hint.action)
    return HintMove(move, hint.words, hint.win, hint.points, hint.reason, hint.doubt, rule)


def hints_of(match: Match, found: Sequence[MoveHint], about: int | None) -> Hints:
    """The best move, the next best, and the one that was asked about."""
    best, *others = [hint_move(match, hint) for hint in found[:MOST]]
    asked = next((hint for hint in found if hint.action == about), None)
    answer = hint_move(match, replace(asked, reason=asked.answer)) if asked else None
    return Hints(**msgspec.structs.asdict(best), others=others, asked=answer)


def moves(
    match: Match,
    view: GameState,
    seat: int,
    language: str,
    *,
    warns: bool = True,
    is_coached: bool = False,
) -> list[Offer]:
    """The legal moves of a seat; those that concern other players come last.

    With `warns`, moves that are often regretted carry a warning. A coach warns of any obvious cost
    before the move, so that nothing is drawn or shown.
    """
    t = translator(match.book.package, language)
    words = {a: match.book.words.move(t, view, a) for a in match.legal_actions(seat)}
    order = sorted(words, key=lambda action: OTHER_PLAYER in words[action])
    reasons = Reasons(match.book, view, seat, match.names, language)
    regrets = reasons.regrets(list(words)) if warns else {}
    begins = facts_of(match.book).begins
    offers = []
    for action in order:
        offer = _offer(match, t, view, action, words[action])
        if not offer.loses:
            offer.warning = regrets.get(action, ("", ""))
        if is_coached and not (offer.loses or offer.warning[0] or begins(Move(view, seat, action))):
            offer.warning = reasons.cost(action, least=OBVIOUS), f"coach {offer.move}"
        offers.append(offer)
    return offers


def _offer(match: Match, t: Translate, view: GameState, action: int, words: str) -> Offer:
    book = match.book
    notation, words = book.actions[action], named(words, match.names)
    if action not in book.actions.ending:
        return Offer(notation, words)
    return Offer(notation, words, ends=True, loses=book.loss(t, view, action))


def prompt(table: Table, view: GameState, seat: int, language: str) -> str:
    match = table.match
    if not table.record.is_full:
        free = sum(place.kind == OPEN for place in table.record.seats)
        t = translator("nomarch", language)
        if not table.record.free_seats(""):
            names = [place.name for place in table.record.seats if place.kind == OPEN]
            return t("Waiting for {players} to join the rematch.").format(players=", ".join(names))
        text = t.ngettext(
            "Waiting for {count} more player. Send them the link.",
            "Waiting for {count} more players. Send them the link.",
            free,
        )
        return text.format(count=free)
    is_closed = match.is_stopped or (isinstance(match, ArchivedMatch) and match.is_closed)
    if is_closed or match.over:
        return translator("nomarch", language)("The game is over.")
    t = translator(match.book.package, language)
    return match.book.words.prompt(t, view, seat, match.to_act, match.names)


def table_banner(table: Table, t: Translate) -> str:
    """Notify everyone that a table is closed, stalled, has new rules, or isn't rated."""
    if table.closed:
        return t("An admin closed this table.")
    if table.record.stalled and not table.match.over:
        return t("Something went wrong here: bots and clocks have stopped. We'll try again later.")
    if not table.new_rules:
        if isinstance(table.match, ArchivedMatch):
            words = t("This game was played under an earlier version of the rules ({version}).")
            return words.format(version=table.match.rules)
        if table.record.shared_network:
            return t("Two players share a network, so this game isn't rated.")
        return ""
    change = RulesChange.parse(table.new_rules)
    revised = t("The rules changed during this game (version {old} to {new}).")
    meant = {
        UNAFFECTED: t("Nothing so far is affected: the game continues."),
        GOES_ON: t(
            "The game continues from this position under the new rules. Earlier moves are kept."
        ),
        ENDS: t("The game can't continue under them: it ends here, and its log is kept."),
    }
    return f"{revised.format(old=change.old, new=change.new)} {meant[change.effect]}"


def seat_lines(table: Table, seats: Sequence[int], language: str) -> list[SeatLine]:
    playing, scores = table.record.is_full and not table.match.over, table.match.scores
    asked = table.to_act if playing else ()
    words = nameplate_texts(table.match, language, table.shown_steps(seats))
    book, t = table.match.book, translator("nomarch", language)
    own = translator(book.package, language)
    return [
        SeatLine(
            name=place.name,
            kind=place.kind,
            level=level_name(t, place.level),
            mine=index in seats,
            away=index in table.away,
            to_act=index in asked,
            points=scores[index],
            person=place.kind == PLAYER,
            absent=table.is_absent(index, now()),
            stands=words[index],
            hints=table.hinting.given[index],
            habit=habit_text(book, own, place.level),
            clock=table.seat_clock(index) if playing else None,
            vacation=vacation_end(place) if playing else None,
        )
        for index, place in enumerate(table.record.seats)
    ]


def vacation_end(seat: Seat) -> float | None:
    """Return when the vacation of a seat's player ends; None if they're not on one."""
    at = now()
    return next((until for since, until in seat.vacations if since <= at < until), None)


# --- As data --------------------------------------------------------------------------------------


def data_view(live: LiveTable, seat: int, seats: tuple[int, ...]) -> TableView:
    table, record = live.table, live.table.record
    view = table.match.view(seat)
    view["ply"] = len(table.shown_steps(seats))
    view["legal"] = table.match.legal(seat) if seat in seats and record.is_full else []
    return TableView(
        id=record.id,
        game=record.game,
        options=record.options,
        seq=table.shown_seq(seats),
        mine=list(seats),
        full=record.is_full,
        clock=record.clock,
        deadline=table.deadline(),
        commitment=commitment_of(table),
        rematch=record.rematch,
        seats=[SeatInfo(place.kind, place.name, place.level) for place in record.seats],
        asking=table.undo.seat,
        away=sorted(table.away),
        secrets=has_secrets(table.match),
        view=view,
        hints=record.hints,
        hinted=[table.hinting.given[index] for index in range(len(record.seats))],
        listed=record.is_on_offer,
    )


def table_news(table: Table, entry: Entry | None, seats: Collection[int]) -> TableNews:
    """The number of the position and who is to act, as the owner of `seats` may know it."""
    playing = table.record.is_full and not table.match.over
    news = TableNews(
        seq=table.shown_seq(seats),
        to_act=list(table.to_act) if playing else [],
        over=table.match.over,
    )
    if entry is not None:
        news.entry = EntryNews(entry.kind, entry.seat)
    return news


def page_number(wanted: str) -> int:
    if not NUMBER.fullmatch(wanted) or int(wanted) < 1:
        raise BadRequest("{name}={found}: expected a number.", name="page", found=wanted)
    return int(wanted)


async def table_lines(
    service: TableService, person: Person, page: int = 1, language: str = "en"
) -> list[TableLine]:
    """One page of a person's tables, those that wait for them first."""
    lines = [
        table_line(
            listing,
            person,
            language,
            is_open=service.presence.is_here(person.id, listing.record.id),
        )
        for listing in await service.directory.tables_of(person, page)
    ]
    return sorted(lines, key=lambda line: (line.over, not line.turn, -line.at))


def table_line(listing: TableListing, person: Person, language: str, *, is_open: bool) -> TableLine:
    record, standing, seen, deadline = listing
    mine = record.seats_of(person.id)
    turn = record.is_full and any(seat in standing.to_act for seat in mine)
    places = [standing.places[seat] for seat in mine] if standing.places else []
    return TableLine(
        id=record.id,
        game=record.game,
        title=game_title(record.game, language),
        names=[seat.name for seat in record.seats],
        turn=turn,
        over=standing.over,
        waiting=not record.is_full,
        ply=standing.ply,
        at=standing.at,
        place=min(places, default=0),
        new=0 if is_open else max(0, standing.ply - seen.ply),
        unread=seen.unread,
        to_act=[record.seats[seat].name for seat in standing.to_act if record.is_full],
        round=list(standing.round),
        opponents=[seat.name for i, seat in enumerate(record.seats) if i not in mine],
        deadline=deadline if standing.to_act else None,
    )


async def lobby_lines(service: TableService, language: str = "en") -> list[OpenTable]:
    return [
        OpenTable(
            id=record.id,
            game=record.game,
            title=game_title(record.game, language),
            names=[seat.name for seat in record.seats if seat.kind != OPEN],
            free=sum(seat.kind == OPEN for seat in record.seats),
            clock=record.clock or record.bank,
            hints=record.hints,
            options=record.options,
            created=record.created,
            here=service.presence.is_waiting(record.id),
            rated=record.rated,
        )
        for record in await service.directory.lobby()
    ]


def option_infos(book: Rulebook, t: Translate) -> list[OptionInfo]:
    return [
        OptionInfo(
            option.id,
            t(option.title),
            t(option.about),
            [ChoiceInfo(choice.id, t(choice.title), choice.players) for choice in option.choices],
        )
        for option in book.game.options
        if not option.is_for_study
    ]
