"""The pages and API of tournaments."""

import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from nomarch.bots.ratings import measured_counts
from nomarch.contests import tournaments as stored
from nomarch.contests.leagues import division_size, moving_people
from nomarch.contests.rounds import (
    advanced_from,
    board_commitments,
    division_standings,
    final_divisions,
    with_divisions,
)
from nomarch.contests.standings import Pairing, seat_scores
from nomarch.contests.tournament_runner import TournamentRunner
from nomarch.contests.tournaments import (
    FORMATS,
    KNOCKOUT,
    LEAGUE,
    MOST_ROUNDS,
    OPEN_STATE,
    RUNNING,
    Entrant,
    Tournament,
    TournamentData,
)
from nomarch.i18n import Translate, translator
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.storage.store import Row, Store
from nomarch.tables.state.clocks import LONGEST_CLOCK
from nomarch.tables.state.errors import BadRequest, Forbidden
from nomarch.tables.state.model import Person, now
from nomarch.tables.state.table_options import check_level
from nomarch.web.contest.messages import (
    NewTournament,
    TournamentInfo,
    TournamentLine,
    TournamentRoundInfo,
    TournamentSeatInfo,
    TournamentStandingInfo,
    TournamentTableInfo,
)
from nomarch.web.http import responses
from nomarch.web.http.api import Api, body_of, reply
from nomarch.web.http.bot_levels import level_name
from nomarch.web.http.error_responses import expected
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import client_of
from nomarch.web.http.openapi import get, post
from nomarch.web.http.pages import Pages, as_json, card_of, game_cards
from nomarch.web.http.table_terms import duration_text, game_title

TOURNAMENT = "/api/tournaments/{id}"
MOST_LISTED_TOURNAMENTS = 50
LEAST_CLOCK = 15
LEAST_ROUND, LONGEST_ROUND = 300, 30 * 86_400
LATEST_START = 60 * 86_400.0
HOUR = 3600.0
FRESH = 10.0
"""Seconds for which a tournament is shown again as long as its stamp stays; names may change."""
MOST_RECENT = 200

Action = Callable[[str, Person], Awaitable[None]]
"""What a person asks for at a tournament."""


@dataclass
class TournamentViews:
    """The handlers of tournaments."""

    api: Api
    pages: Pages
    runner: TournamentRunner
    _recent: dict[tuple[str, str, str], tuple[Row, float, TournamentInfo]] = field(
        default_factory=dict
    )
    """By tournament, viewer and language: the last page, its stamp and time."""

    # --- Pages ----------------------------------------------------------------------------------

    async def index(self, request: Request) -> Response:
        lines = await self._lines(self.api.identity.of(request), language_of(request))
        return await self.pages.render(request, "tournaments.html", lines=lines)

    async def new(self, request: Request) -> Response:
        language = language_of(request)
        games = game_cards(language)
        sizes = {card["id"]: card["players"] for card in games}
        shared = [id_ for id_, book in rulebooks().items() if book.game.draw_pile]
        return await self.pages.render(
            request,
            "tournament_new.html",
            games=games,
            data=as_json({"sizes": sizes, "shared": shared}),
            shared_titles=", ".join(card["title"] for card in games if card["id"] in shared),
            most_rounds=MOST_ROUNDS,
        )

    async def page(self, request: Request) -> Response:
        info = await self._info(request)
        book, language = rulebook(info.game), language_of(request)
        t = translator("nomarch", language)
        return await self.pages.render(
            request,
            "tournament.html",
            info,
            contest=info,
            game=card_of(book, translator(book.package, language)),
            level=level_name(t, info.level) if info.level else "",
            format=format_names(t)[info.format],
            clock=duration_text(t, info.clock),
            are_bots_measured=info.seats in measured_counts(book),
            round_time=duration_text(t, info.round_seconds),
            command=f"nomarch verify --tournament {info.id}.json",
            data=as_json({"id": info.id, "stamp": info.stamp, "starting": info.starting}),
        )

    # --- API ------------------------------------------------------------------------------------

    @get("/api/tournaments", list[TournamentLine], "lang")
    async def get_tournaments(self, request: Request) -> Response:
        """Tournaments: those to come and running first."""
        lines = await self._lines(self.api.identity.of(request), language_of(request))
        return reply(lines)

    @post("/api/tournaments", NewTournament, responses.NextTable)
    async def post_tournament(self, request: Request) -> Response:
        """Organise a tournament."""
        message, person = await body_of(request, NewTournament), self.api.person(request)
        tournament = new_tournament(message, person)
        self.api.limits.listings.check(client_of(request))
        made = await self.runner.create(tournament)
        return reply(responses.NextTable(made.id), 201)

    @get(TOURNAMENT, TournamentInfo, "lang")
    async def get_tournament(self, request: Request) -> Response:
        """A tournament with standings, rounds and tables."""
        return reply(await self._info(request))

    @get(f"{TOURNAMENT}/record", stored.TournamentData)
    async def get_tournament_record(self, request: Request) -> Response:
        """A finished tournament with everything that its seating and standings follow from."""
        file = await self.runner.file(request.path_params["id"])
        if not file.tournament.is_revealed:
            raise Forbidden("The seed stays secret until all games of the tournament are over.")
        return reply(file)

    @post(f"{TOURNAMENT}/enter", "enter_tournament")
    async def post_enter(self, request: Request) -> None:
        """Enter a tournament."""
        await self._do(request, self.runner.enter)

    @post(f"{TOURNAMENT}/withdraw", "withdraw_tournament")
    async def post_withdraw(self, request: Request) -> None:
        """Leave a tournament; a bot takes my seat."""
        await self._do(request, self.runner.withdraw)

    @post(f"{TOURNAMENT}/start", "start_tournament")
    async def post_start(self, request: Request) -> None:
        """Start my tournament now: its first round is seated in the next seconds."""
        self.api.limits.starts.check(client_of(request))
        await self._do(request, self.runner.begin)

    @post(f"{TOURNAMENT}/cancel", "cancel_tournament")
    async def post_cancel(self, request: Request) -> None:
        """Cancel my tournament."""
        await self._do(request, self.runner.cancel)

    async def _do(self, request: Request, action: Action) -> None:
        await action(request.path_params["id"], self.api.person(request))

    async def _lines(self, person: Person | None, language: str) -> list[TournamentLine]:
        def read(store: Store) -> tuple[list[tuple[Tournament, int]], set[str]]:
            mine = stored.entered_tournaments(store, person.id) if person else set[str]()
            return stored.latest_tournaments(store, MOST_LISTED_TOURNAMENTS), mine

        found, mine = await self.api.read(read)
        return [
            TournamentLine(**_heading(one, language), entered=one.id in mine, entrants=entrants)
            for one, entrants in found
            if one.game in rulebooks()
        ]

    async def next_tournament(self, person: Person | None, language: str) -> TournamentLine | None:
        """Return the next tournament that people can enter, for the home page."""
        lines = await self._lines(person, language)
        return next((line for line in lines if line.state == OPEN_STATE), None)

    async def _info(self, request: Request) -> TournamentInfo:
        viewer, id_ = self.api.identity.of(request), request.path_params["id"]
        person, language = viewer.id if viewer else "", language_of(request)
        key = (id_, person, language)

        def read(store: Store) -> TournamentInfo:
            stamp, at = stored.read_stamp(store, id_), time.monotonic()
            known = self._recent.get(key)
            if known is not None and known[0] == stamp and at - known[1] < FRESH:
                return known[2]
            info = tournament_info(stored.read_file(store, id_), person, language)
            if len(self._recent) >= MOST_RECENT:
                self._recent.clear()
            self._recent[key] = stamp, at, info
            return info

        # Standings of many people take a while: not in the event loop.
        return await self.api.read(read)


def new_tournament(message: NewTournament, person: Person) -> Tournament:
    """Check what somebody wants to organise."""
    book, at = rulebook(message.game), now()
    if message.format not in FORMATS:
        raise expected("format", message.format, ", ".join(FORMATS))
    setup = book.setup(message.seats, {})
    is_knockout = message.format == KNOCKOUT
    limits = (
        ("rounds", message.rounds, 1, MOST_ROUNDS),
        ("clock", message.clock, LEAST_CLOCK, LONGEST_CLOCK),
        ("round_seconds", message.round_seconds, LEAST_ROUND, LONGEST_ROUND),
    )
    for name, value, least, most in limits:
        if not least <= value <= most and not (name == "rounds" and is_knockout):
            raise expected(name, str(value), f"{least}–{most}")
    starts = message.starts or at + HOUR
    if not at - HOUR <= starts <= at + LATEST_START:
        raise BadRequest("A tournament starts within the next 60 days.")
    if message.duplicate and not book.game.draw_pile:
        raise BadRequest("Tables of this game can't share a board: its draws depend on choices.")
    if message.level:
        check_level(message.game, message.level)
    wanted = msgspec.structs.asdict(message) | {"starts": starts}
    if is_knockout:
        wanted["rounds"] = 0
    options = book.option_ids(setup)
    return Tournament(**wanted, id="", options=options, host=person.id, created=at, seed="")


def format_names(t: Translate) -> dict[str, str]:
    return {"swiss": t("Swiss"), "knockout": t("Knockout"), "league": t("League")}


def tournament_info(file: TournamentData, person: str, language: str) -> TournamentInfo:
    """Return a tournament as a person may see it."""
    one, t = file.tournament, translator("nomarch", language)
    own = file.entries_of(person)
    mine = next((entrant for entrant in file.counted if entrant.entry in own), None)
    first = {mine.entry} if mine else set[str]()
    playing = [p for p in file.unfinished() if any(s.entry in first for s in p.seats)]
    is_running = one.state == RUNNING
    names = ("clock", "round_seconds", "level", "previous", "following", "commitment")
    return TournamentInfo(
        **_heading(one, language),
        **{name: getattr(one, name) for name in names},
        deadline=one.deadline if is_running and not one.next_at else 0.0,
        next_at=one.next_at if is_running else 0.0,
        open=one.is_open,
        starting=one.is_starting,
        entered=mine is not None and not mine.is_withdrawn,
        first_round=mine.from_round if mine is not None and not mine.is_withdrawn else 0,
        organiser=bool(person) and one.host == person,
        my_table=playing[0].table if playing and (is_running or one.is_sealed) else "",
        division_size=division_size(one.seats, one.rounds) if one.format == LEAGUE else 0,
        standings=_standing_infos(file, own, t),
        played=[_round_info(file, number, own, t) for number in range(one.round, 0, -1)],
        boards=board_commitments(one),
        seed=one.seed if one.is_revealed else "",
        stamp=f"{one.version}-{len(file.active)}-{len(file.results)}",
    )


def _heading(one: Tournament, language: str) -> dict[str, Any]:
    """Return the fields of `TournamentHeading`, except whether the viewer takes part."""
    names = ("id", "title", "game", "seats", "format", "rounds", "round", "starts", "state")
    fields = {name: getattr(one, name) for name in (*names, "duplicate", "rated", "season")}
    return {**fields, "game_title": game_title(one.game, language)}


def _standing_infos(
    file: TournamentData, own: Collection[str], t: Translate
) -> list[TournamentStandingInfo]:
    if file.tournament.format == LEAGUE and file.tournament.state == OPEN_STATE:
        file = with_divisions(file, {})
    people = {entrant.entry: entrant for entrant in file.entrants}
    divisions = division_standings(file)
    up, down = moving_people(final_divisions(file, divisions) if file.tournament.round else [])
    lines = [line for standings in divisions.values() for line in standings]
    if not file.tournament.round:  # in the order of the last season, then of entry
        places = {e.entry: (e.division, e.ladder or len(people), e.at) for e in file.entrants}
        lines.sort(key=lambda line: places[line.entry])
    return [
        TournamentStandingInfo(
            rank=line.rank,
            name=people[line.entry].name or t("Deleted player"),
            handle=people[line.entry].handle,
            mine=line.entry in own,
            points=round(line.points, 2),
            wins=round(line.wins, 2),
            deviation=round(line.deviation, 2),
            rivals=round(line.rivals, 2),
            games=line.games,
            matchpoints=None if line.percent is None else round(line.percent, 1),
            withdrawn=people[line.entry].is_withdrawn,
            division=people[line.entry].division,
            moves="up" if line.entry in up else "down" if line.entry in down else "",
        )
        for line in lines
    ]


def _round_info(
    file: TournamentData, number: int, own: Collection[str], t: Translate
) -> TournamentRoundInfo:
    one, here = file.tournament, file.round(number)
    is_over = number < one.round or one.is_revealed or bool(one.next_at)
    is_sealed = one.duplicate and not is_over
    scores = {
        (score.table, score.entry): score.points
        for score in seat_scores(here, file.results, is_duplicate=one.duplicate)
    }
    boards = board_commitments(one)
    people = {entrant.entry: entrant for entrant in file.entrants}
    names = {entry: entrant.name for entry, entrant in people.items()}
    through = advanced_from(file, number) if is_over else set()
    return TournamentRoundInfo(
        number=number,
        tables=[
            _table_info(file, pairing, people, own, is_sealed, scores, through, t)
            for pairing in here
        ],
        byes=[names.get(bye) or t("Deleted player") for bye in one.byes_of(number)],
        commitment=boards[number - 1] if number <= len(boards) else "",
        seed=one.table_seed(number, 1) if one.duplicate and is_over else "",
    )


def _table_info(
    file: TournamentData,
    pairing: Pairing,
    people: Mapping[str, Entrant],
    own: Collection[str],
    is_sealed: bool,
    scores: dict[tuple[str, str], float],
    through: Collection[str],
    t: Translate,
) -> TournamentTableInfo:
    result = file.results.get(pairing.table)
    lines = result.seats if result else ()
    here = [people.get(seat.entry) for seat in pairing.seats]
    is_mine = any(seat.entry in own for seat in pairing.seats)
    return TournamentTableInfo(
        no=pairing.no,
        table=pairing.table if is_mine or not is_sealed else "",
        over=result is not None,
        mine=is_mine,
        division=max(entrant.division if entrant else 0 for entrant in here),
        seats=[
            TournamentSeatInfo(
                name=(person.name if person else "") or t("Deleted player")
                if seat.entry
                else t("Bot"),
                bot=not seat.entry,
                mine=seat.entry in own,
                mark=seat.forfeit,
                place=lines[index].place if lines else 0,
                score=lines[index].score if lines else 0,
                points=_rounded(scores.get((pairing.table, seat.entry))),
                advances=seat.entry in through,
                left=bool(lines) and lines[index].left_ply is not None,
            )
            for index, (seat, person) in enumerate(zip(pairing.seats, here, strict=True))
        ],
    )


def _rounded(points: float | None) -> float | None:
    return None if points is None else round(points, 2)
