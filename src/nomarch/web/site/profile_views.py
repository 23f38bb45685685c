"""Profiles and leaderboards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from nomarch.bots import LEVELS
from nomarch.bots.ratings import ratings_of
from nomarch.decoding import decode
from nomarch.i18n import translator
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.learning.puzzles import PREFIX
from nomarch.people.accounts import Account, account_of, person_named
from nomarch.people.player_notes import LONGEST_PLAYER_NOTE, read_player_note, write_player_note
from nomarch.people.profiles import SeatPlayerInfo, handles_of, opponents_of, seat_players, stats_of
from nomarch.people.puzzle_results import best_streaks
from nomarch.people.rating_store import (
    HALF_WIDTH,
    LEADER_DAYS,
    LEADER_GAMES,
    RatingChange,
    SeatRating,
    StoredRating,
    changes_of_table,
    leaders,
    rating_changes,
    ratings_of_person,
    shown_changes,
)
from nomarch.people.ratings import Belief, after_idling
from nomarch.people.relations import kinds_towards
from nomarch.storage.notes import read_notes
from nomarch.storage.store import DamagedData, Store
from nomarch.tables.state.errors import NotFound
from nomarch.tables.state.model import now
from nomarch.tables.stores.results import (
    RESULTS_PER_PAGE,
    GameResult,
    count_results,
    milestone,
    result_of,
    results_of,
)
from nomarch.tables.stores.table_store import read_table
from nomarch.web.account.messages import (
    LeaderLine,
    Milestone,
    PlayerInfo,
    PlayerNote,
    PlayerRating,
    PlayerResult,
    SavePlayerNote,
)
from nomarch.web.http.api import TABLE, Api, body_of, reply
from nomarch.web.http.bot_levels import level_name
from nomarch.web.http.language import language_of
from nomarch.web.http.openapi import get, post
from nomarch.web.http.pages import Pages, game_cards
from nomarch.web.http.root_path import root_of
from nomarch.web.http.table_terms import game_title
from nomarch.web.table.serializers import page_number

WIDTH, HEIGHT, MARGIN = 600, 180, 36
"""The size of a rating curve."""
LEAST_SPAN = 100.0
"""Elo that a curve shows at least."""
LESSONS = "lesson/"


class HistoryFilter(NamedTuple):
    """Which games a history lists."""

    game: str = ""
    players: int = 0
    rated: bool | None = None

    @classmethod
    def of(cls, request: Request) -> HistoryFilter:
        asked = request.query_params
        game, players = asked.get("game", ""), asked.get("players", "")
        return cls(
            game if game in rulebooks() else "",
            int(players) if players.isdecimal() and len(players) == 1 else 0,
            {"rated": True, "casual": False}.get(asked.get("kind", "")),
        )


class HistoryLine(NamedTuple):
    """A game in a history."""

    result: GameResult
    places: list[int]
    scores: list[int]
    has_left: bool
    opponents: list[tuple[str, str]]
    """Names at the table, and the handle of those with a public profile."""
    change: int | None


class RatingCurve(NamedTuple):
    """A rating curve, ready to be drawn."""

    line: str
    band: str
    low: int
    high: int
    last: tuple[float, float]


@dataclass
class ProfileViews:
    """The handlers of profiles and leaderboards."""

    api: Api
    pages: Pages

    async def profile(self, request: Request) -> Response:
        """The page of a player with a claimed name."""
        handle, chosen = request.path_params["handle"], HistoryFilter.of(request)
        page = page_number(request.query_params.get("page", "1"))
        account = await self._find(handle)
        if account.person.handle != handle:
            return RedirectResponse(f"{root_of(request)}/@{quote(account.person.handle)}", 303)
        person, viewer = account.person.id, self.pages.person(request)
        is_own = viewer.id == person
        shown: dict[str, Any] = {"is_own": is_own, "account": account, "stats": [], "note": ""}
        if not is_own:
            shown["note"], shown["relation"] = await self.api.read(
                lambda store: (
                    read_player_note(store, viewer.id, person),
                    kinds_towards(store, viewer.id, [person]).get(person, ""),
                )
            )
        if is_own or not account.is_private:
            shown |= await self.api.read(_read_profile, person, chosen, page, is_own=is_own)
        language = language_of(request)
        return await self.pages.render(
            request,
            "profile.html",
            titles=_titles(language),
            chosen=chosen,
            page=page,
            longest_note=LONGEST_PLAYER_NOTE,
            **shown,
        )

    async def _find(self, handle: str) -> Account:
        def read(store: Store) -> Account | None:
            person = person_named(store, handle)
            return account_of(store, person) if person else None

        account = await self.api.read(read)
        if account is None:
            raise NotFound("There's no player with this name.")
        return account

    async def leaderboard(self, request: Request) -> Response:
        """The best players of a game, and the bots on the same scale."""
        language = language_of(request)
        cards = game_cards(language)
        game = request.path_params.get("game") or cards[0]["id"]
        return await self.pages.render(
            request,
            "leaderboard.html",
            games=cards,
            game=rulebook(game).game.id,
            title=_titles(language)[game],
            lines=await self._lines(game, language),
            least=LEADER_GAMES,
            days=LEADER_DAYS,
        )

    async def _lines(self, game: str, language: str) -> list[LeaderLine]:
        book, t = rulebook(game), translator("nomarch", language)
        found = await self.api.read(leaders, game, now())
        people = [
            LeaderLine(
                leader.handle,
                False,
                round(leader.rating.belief.mu),
                round(leader.rating.belief.sigma),
                leader.rating.games,
            )
            for leader in found
        ]
        bots = [
            LeaderLine(
                level_name(t, level), True, measured.rating, round(measured.doubt / HALF_WIDTH), 0
            )
            for level, measured in ratings_of(book).items()
            if level in LEVELS
        ]
        return sorted([*people, *bots], key=lambda line: (-line.rating, line.name))

    # --- API ------------------------------------------------------------------------------------

    @get(f"{TABLE}/ratings", list[SeatRating])
    async def get_table_ratings(self, request: Request) -> Response:
        """What a rated game did to its players' ratings; empty until it is over."""
        live, viewer = await self.api.live(request), self.api.identity.of(request)
        id_ = live.table.record.id
        return reply(await self.api.read(shown_changes, id_, viewer.id if viewer else ""))

    @get(f"{TABLE}/players", list[SeatPlayerInfo])
    async def get_table_players(self, request: Request) -> Response:
        """Who sits at a table, with their ratings in its game."""
        live, viewer = await self.api.live(request), self.api.identity.of(request)
        record = live.table.record
        return reply(await self.api.read(seat_players, record, viewer.id if viewer else ""))

    @get(f"{TABLE}/milestone", Milestone)
    async def get_milestone(self, request: Request) -> Response:
        """Whether a finished game is the reader's first win or best result."""
        live, viewer = await self.api.live(request), self.api.identity.of(request)
        table = live.table
        if viewer is None or not table.match.over:
            return reply(Milestone(""))
        found = await self.api.read(milestone, viewer.id, result_of(table))
        return reply(Milestone(found))

    @get("/api/players/{handle}", PlayerInfo)
    async def get_player(self, request: Request) -> Response:
        """A player's ratings, statistics and latest games; a private profile is empty."""
        account = await self._find(request.path_params["handle"])
        person, viewer = account.person, self.api.identity.of(request)
        if account.is_private and (viewer is None or viewer.id != person.id):
            return reply(PlayerInfo(person.handle, True))

        def read(store: Store) -> PlayerInfo:
            return PlayerInfo(
                person.handle,
                account.is_private,
                {
                    game: _player_rating(r)
                    for game, r in ratings_of_person(store, person.id).items()
                },
                stats_of(store, person.id),
                [
                    PlayerResult(
                        result.table,
                        result.game,
                        result.players,
                        result.ended,
                        result.rated,
                        [seat.place for seat in result.seats if seat.person == person.id],
                        [seat.score for seat in result.seats if seat.person == person.id],
                    )
                    for result in results_of(store, person.id)
                ],
            )

        return reply(await self.api.read(read))

    @get("/api/players/{handle}/note", PlayerNote)
    async def get_player_note(self, request: Request) -> Response:
        """My private note about a player."""
        person = self.api.person(request)
        other = (await self._find(request.path_params["handle"])).person.id
        text = await self.api.read(read_player_note, person.id, other)
        return reply(PlayerNote(text))

    @post("/api/players/{handle}/note", SavePlayerNote, PlayerNote)
    async def post_player_note(self, request: Request) -> Response:
        """Write my private note about a player; an empty one is deleted."""
        message, person = await body_of(request, SavePlayerNote), self.api.person(request)
        other = (await self._find(request.path_params["handle"])).person.id
        await self.api.service.writer.do(write_player_note, person.id, other, message.text, now())
        return reply(PlayerNote(message.text))

    @get("/api/ratings/{game}", list[LeaderLine], "lang")
    async def get_ratings(self, request: Request) -> Response:
        """The best players of a game, and its bots."""
        book = rulebook(request.path_params["game"])
        return reply(await self._lines(book.game.id, language_of(request)))


def _read_profile(
    store: Store, person: str, chosen: HistoryFilter, page: int, *, is_own: bool
) -> dict[str, Any]:
    filters = chosen._asdict()
    found = results_of(store, person, page=page, **filters)
    count = count_results(store, person, **filters)
    ratings = ratings_of_person(store, person)
    curves = {game: rating_curve(rating_changes(store, person, game)) for game in ratings}
    lessons, puzzles = _learnt(store, person)
    stats = stats_of(store, person)
    played = sum(line.games for line in stats)
    left = sum(line.left for line in stats)
    return {
        "history": _history(store, person, found),
        "count": count,
        "has_older": page * RESULTS_PER_PAGE < count,
        "stats": stats,
        "ratings": {game: _idle(rating) for game, rating in ratings.items()},
        "curves": curves,
        "lessons": lessons,
        "puzzles": puzzles,
        "streak": max(best_streaks(store, person).values(), default=0),
        "finished": round(100 * (played - left) / played) if played else None,
        "rivals": opponents_of(store, person) if is_own else [],
    }


def _idle(rating: StoredRating) -> StoredRating:
    """Return a rating with the doubt that has grown since the last game."""
    return msgspec.structs.replace(rating, belief=after_idling(rating.belief, now() - rating.last))


def _learnt(store: Store, person: str) -> tuple[int, int]:
    """Count the lessons and puzzles that a person has finished."""
    done = [
        topic
        for topic, note in read_notes(store, person, LESSONS).items()
        if decode(note, dict).get("done")
    ]
    puzzles = sum(topic.rpartition("/")[2].startswith(PREFIX) for topic in done)
    return len(done) - puzzles, puzzles


def _history(store: Store, person: str, found: Sequence[GameResult]) -> list[HistoryLine]:
    handles = handles_of(store, [seat.person for result in found for seat in result.seats])
    lines = []
    for result in found:
        mine = [seat for seat in result.seats if seat.person == person]
        changes = changes_of_table(store, result.table) if result.rated_seq else {}
        change = next((changes[seat.seat] for seat in mine if seat.seat in changes), None)
        lines.append(
            HistoryLine(
                result,
                [seat.place for seat in mine],
                [seat.score for seat in mine],
                any(seat.left_ply is not None for seat in mine),
                _opponents(store, result, person, handles),
                round(change[1].mu) - round(change[0].mu) if change else None,
            )
        )
    return lines


def _opponents(
    store: Store, result: GameResult, person: str, handles: Mapping[str, str]
) -> list[tuple[str, str]]:
    try:
        record = read_table(store, result.table)
    except DamagedData:
        return []
    if record is None:
        return []
    return [
        (record.seats[seat.seat].name, handles.get(seat.person, ""))
        for seat in result.seats
        if seat.person != person and seat.seat < len(record.seats)
    ]


def rating_curve(changes: Sequence[RatingChange]) -> RatingCurve | None:
    """Return the curve of a rating, with the band of its doubt; None without two games."""
    if len(changes) < 2:
        return None
    beliefs = [changes[0].before, *(change.after for change in changes)]
    low, high = min(b.mu for b in beliefs), max(b.mu for b in beliefs)
    spare = max(0.0, LEAST_SPAN - (high - low)) / 2 + 10
    low, high = low - spare, high + spare

    def point(index: int, mu: float) -> tuple[float, float]:
        x = MARGIN + (WIDTH - MARGIN - 8) * index / (len(beliefs) - 1)
        inside = min(max(mu, low), high)
        return round(x, 1), round(8 + (HEIGHT - 16) * (high - inside) / (high - low), 1)

    def path(points: Sequence[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{x} {y}" for x, y in points)

    line = [point(i, b.mu) for i, b in enumerate(beliefs)]
    top = [point(i, b.mu + b.sigma) for i, b in enumerate(beliefs)]
    bottom = [point(i, b.mu - b.sigma) for i, b in enumerate(beliefs)]
    return RatingCurve(
        path(line), path([*top, *reversed(bottom)]) + "Z", round(low), round(high), line[-1]
    )


def _player_rating(rating: StoredRating) -> PlayerRating:
    belief: Belief = _idle(rating).belief
    return PlayerRating(
        round(belief.mu), round(belief.sigma), belief.is_provisional, rating.games, rating.last
    )


def _titles(language: str) -> dict[str, str]:
    return {game: game_title(game, language) for game in rulebooks()}
