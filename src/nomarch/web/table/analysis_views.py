"""The analysis page of a finished game, its API, and playing on from a position."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response

from nomarch.bots.accuracy import scale_of
from nomarch.bots.analysis import Decision
from nomarch.bots.outcomes import Comparison
from nomarch.bots.reasons import Reasons
from nomarch.learning.illegal_moves import rule_of
from nomarch.learning.mistakes import (
    GameReport,
    MistakeCard,
    mistake_cards,
    report_game,
    where_to_practise,
)
from nomarch.storage.notes import NoteStore
from nomarch.tables.analysis_jobs import AnalysisJob, AnalysisJobs
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.state.errors import Forbidden
from nomarch.tables.state.model import now
from nomarch.web.http import client_messages, responses
from nomarch.web.http.api import TABLE, body_of, reply
from nomarch.web.http.error_responses import too_many_requests
from nomarch.web.http.features import features_of
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import RateLimiter, client_of
from nomarch.web.http.openapi import get, post
from nomarch.web.http.pages import as_json
from nomarch.web.table import analysis_messages
from nomarch.web.table.api import TableApi
from nomarch.web.table.pages import TablePages

ANALYSES_PER_SECOND = 0.1
"""Analyses per person on average; a few may come at once."""


@dataclass
class AnalysisViews:
    """The handlers of analyses."""

    api: TableApi
    pages: TablePages
    jobs: AnalysisJobs
    begun: RateLimiter = field(default_factory=lambda: RateLimiter(ANALYSES_PER_SECOND))

    def __post_init__(self) -> None:
        service = self.api.service
        self.mistakes = NoteStore(service.readers, service.writer, "mistake/", MistakeCard)
        self.reports = NoteStore(service.readers, service.writer, "report/", GameReport)

    async def page(self, request: Request) -> Response:
        live = await self.api.live(request)
        info = await self._info(request, await self.jobs.get(live), live)
        person = self.pages.identity.of(request)
        return await self.pages.around_board(
            request,
            live.table.book,
            live.table.record.id,
            "analysis.html",
            state=as_json(info),
            mine=as_json(live.table.record.seats_of(person.id) if person else ()),
        )

    @get(f"{TABLE}/analysis", analysis_messages.AnalysisInfo, "lang")
    async def get_analysis(self, request: Request) -> Response:
        """A finished game, studied as far as it is."""
        live = await self.api.live(request)
        return reply(await self._info(request, await self.jobs.get(live), live))

    @post(f"{TABLE}/analysis", "analyse", analysis_messages.AnalysisInfo)
    async def post_analysis(self, request: Request) -> Response:
        """Have a finished game studied, in the background."""
        person, live = self.api.person(request).id, await self.api.live(request)
        study = await self.jobs.get(live)
        if study.analysis is None and not study.is_running:
            if not self.begun.allows(person):
                raise too_many_requests()
            study = await self.jobs.start(live, person)
        return reply(await self._info(request, study, live))

    @post(f"{TABLE}/analysis/pause", "pause_analysis", analysis_messages.AnalysisInfo)
    async def post_analysis_pause(self, request: Request) -> Response:
        """Stop an analysis for now, where it runs in the reader's own browser."""
        if not features_of(request).device:
            raise Forbidden("This server analyses games for everybody.")
        live = await self.api.live(request)
        return reply(await self._info(request, await self.jobs.pause(live), live))

    @post(f"{TABLE}/branch", client_messages.Branch, responses.NextTable)
    async def post_branch(self, request: Request) -> Response:
        """Play on from a position of a finished game, against bots."""
        message, person = await body_of(request, client_messages.Branch), self.api.person(request)
        live = await self.api.live(request)
        self.api.limits.tables.check(client_of(request))
        id_ = await self.api.service.branch(live, message.ply, message.seat, message.level, person)
        return reply(responses.NextTable(id_), 201)

    async def _info(
        self, request: Request, study: AnalysisJob, live: LiveTable
    ) -> analysis_messages.AnalysisInfo:
        language, person = language_of(request), self.pages.identity.of(request)
        mine = live.table.record.seats_of(person.id) if person else ()
        if person and len(mine) == 1 and study.analysis:
            await self._remember(request, study, live.table.record.id, person.id, mine[0])
        return await self.api.draw(request, lambda: analysis_info(study, language, mine))

    async def _remember(
        self, request: Request, study: AnalysisJob, table: str, person: str, seat: int
    ) -> None:
        """Store a player's mistakes for practice, and what the game says about them; once."""
        if (await self.reports.get(person, table)).game:
            return
        found, match = study.decisions, study.match

        def write() -> tuple[list[MistakeCard], GameReport]:
            return mistake_cards(match, table, found, seat, now()), report_game(match, found, seat)

        cards, report = await self.api.draw(request, write)
        for card in cards:
            await self.mistakes.put(person, f"{table}/{card.ply}", card)
        await self.reports.put(person, table, report)


def analysis_info(
    study: AnalysisJob, language: str, mine: Collection[int] = ()
) -> analysis_messages.AnalysisInfo:
    """Return an analysis for a reader, whose seats are `mine`."""
    found = study.analysis
    turning = found.turning_points_by_seat() if found else []
    decisions, players = tuple(study.decisions), study.match.players
    return analysis_messages.AnalysisInfo(
        ready=found is not None,
        running=study.is_running,
        done=study.done,
        of=study.total,
        scaled=scale_of(study.match.book) is not None,
        names=list(study.match.names),
        plies=study.match.ply,
        decisions=[
            analysis_messages.DecisionInfo(
                one.ply,
                one.seat,
                _rounded(one.win),
                _rounded(one.loss),
                one.fault,
                _rounded(one.points),
                chances,
            )
            for one, chances in zip(decisions, share_chances(decisions, players), strict=True)
        ],
        turning=[_turning(study, one, language, one.seat in mine) for one in turning],
        accounts=[
            analysis_messages.AccountInfo(
                one.seat, *map(_rounded, (one.accuracy, one.start, one.skill, one.luck, one.result))
            )
            for one in (found.accounts if found else ())
        ],
    )


def share_chances(decisions: Sequence[Decision], players: int) -> list[list[float]]:
    """Everybody's chance to win after each decision, in per cent; together 100.

    A decision says what its own seat knows of its chance. The others share the rest as they
    stood at their own last decisions.
    """
    latest = [100 / players] * players
    shared = []
    for one in decisions:
        latest[one.seat] = one.win
        others, rest = sum(latest) - one.win, 100 - one.win
        parts = [rest * win / others if others else rest / (players - 1) for win in latest]
        parts[one.seat] = one.win
        shared.append([_rounded(part) for part in parts])
    return shared


def _turning(
    study: AnalysisJob, one: Decision, language: str, is_reader: bool
) -> analysis_messages.TurningPoint:
    """A costly decision, explained from what the seat knew then."""
    then = study.match.at(one.ply)
    view = then.observe(one.seat)
    why = Reasons(then.book, view, one.seat, then.names, language)
    # Analyses of older versions are stored without a comparison.
    found = one.comparison or Comparison(win=one.loss)
    reason = why.why(then.parse(one.best), then.parse(one.move), found)
    if reason and not is_reader:
        reason = why.t("A coach would have said: “{reason}”").format(reason=reason)
    return analysis_messages.TurningPoint(
        ply=one.ply,
        seat=one.seat,
        win=_rounded(one.win),
        loss=_rounded(one.loss),
        fault=one.fault,
        points=_rounded(one.points),
        move=then.describe(one.seat, one.move, language),
        best=then.describe(one.seat, one.best, language),
        best_win=_rounded(one.best_win),
        reason=reason,
        rule=rule_of(then.book, then.parse(one.best)),
        practise=where_to_practise(study.match, one) if is_reader else "",
    )


def _rounded(per_cent: float) -> float:
    return round(per_cent, 1)
