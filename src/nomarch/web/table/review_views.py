"""The coach's review of the move just made."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from nomarch.errors import Refused
from nomarch.learning.blunders import Blunder, find_blunder
from nomarch.tables.bots.bot_player import ATTENDED
from nomarch.web.http.api import TABLE, body_of, reply
from nomarch.web.http.client_messages import Message
from nomarch.web.http.language import language_of
from nomarch.web.http.openapi import post
from nomarch.web.http.responses import ResponseBody
from nomarch.web.table.api import TableApi


class AskReview(Message, tag="review"):
    """Ask the coach about my last move."""

    seat: int


class Review(ResponseBody):
    """What my last move costs and why; empty unless it was a blunder."""

    text: str
    best: str = ""
    undo: bool = False
    """Whether it can be taken back without asking anyone."""


@dataclass
class ReviewViews:
    """The handlers of reviews."""

    api: TableApi

    @post(f"{TABLE}/review", AskReview, Review)
    async def post_review(self, request: Request) -> Response:
        """What my last move costs, in a coached game."""
        message, live = await body_of(request, AskReview), await self.api.live(request)
        seat, table = self.api.own_seat(request, live, message.seat), live.table
        if not table.record.coached:
            raise Refused("There's no coach at this table.")
        person, language = self.api.person(request).id, language_of(request)
        match = live.table.match
        bots = self.api.service.bots
        adviser = bots.bots.adviser(match.book)

        def review() -> Blunder | None:
            return find_blunder(adviser, match, seat, language)

        found = await bots.queue.run(review, ATTENDED, (person, table.record.id))
        if found is None:
            return reply(Review(""))
        best = match.book.actions[found.best]
        return reply(Review(found.text, best, live.table.undo_kind(seat) == "free"))
