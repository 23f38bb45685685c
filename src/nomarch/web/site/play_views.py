"""Finding people: quick games, open tables, live games, friends and invitations."""

from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from nomarch.errors import Refused
from nomarch.i18n import translator
from nomarch.kernel.declare.game import rulebook
from nomarch.people import relations
from nomarch.people.live_games import live_games
from nomarch.people.pairing import (
    HEARTBEAT,
    PATIENCE,
    Matchmaker,
    PairingPreferences,
    check_preferences,
    drop_request,
    options_for,
    put_request,
)
from nomarch.people.relations import Invitation, TableTerms
from nomarch.storage.store import Store
from nomarch.tables.service import bot_seat
from nomarch.tables.state.errors import BadRequest, Forbidden
from nomarch.tables.state.model import OPEN, PLAYER, Person, Seat, TableRecord, now
from nomarch.web.http import responses
from nomarch.web.http.api import TABLE, Api, body_of, reply
from nomarch.web.http.client_messages import Message
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import RateLimiter, client_of, public_network
from nomarch.web.http.openapi import get, post
from nomarch.web.http.pages import Pages, as_json, game_cards
from nomarch.web.http.responses import ResponseBody
from nomarch.web.http.table_terms import game_title, terms_text
from nomarch.web.table.serializers import lobby_lines

FLUSH_SECONDS = 10.0
"""Seconds between two times that presence is stored."""


class FindGame(Message, tag="pair"):
    """The games and player counts that I'd play now."""

    games: tuple[str, ...]
    counts: tuple[int, ...]
    rated: bool = False


class AddFriend(Message, tag="add-friend"):
    """Ask a player to be friends, by name."""

    name: str


class Relate(Message, tag="relate"):
    """`friend`, `mute`, `unmute`, `block` or `decline`; empty removes the player from my list."""

    kind: str = ""


class RelateSeat(Message, tag="relate-seat"):
    """The same for somebody at a table."""

    seat: int
    kind: str = ""


class InviteFriend(Message, tag="invite"):
    """Invite a friend to a table of mine, or to a new table of a game."""

    table: str = ""
    game: str = ""


class Decline(Message, tag="decline"):
    """Decline an invitation."""

    table: str


class ShowPresence(Message, tag="presence"):
    """Whether friends see when I'm online."""

    shown: bool


class PairState(ResponseBody):
    """Whether I'm waiting for a game; `table` is where it is."""

    waiting: bool
    seconds: float = 0.0
    table: str = ""


class LiveLine(ResponseBody):
    """A game that can be watched."""

    id: str
    game: str
    title: str
    names: list[str]
    people: int
    ply: int
    rating: int
    """The mean rating of its people."""


class FriendLine(ResponseBody):
    """A player in my list; `id` is used to invite or remove them."""

    id: str
    name: str
    kind: str
    mutual: bool
    online: bool
    handle: str = ""
    """The claimed name; empty for a person without one."""


class RequestLine(ResponseBody):
    """Somebody who asked me to be friends."""

    id: str
    name: str


class InvitationLine(ResponseBody):
    """An invitation to a table."""

    table: str
    sender: str
    title: str
    token: str
    terms: list[str]
    """Players, clock, rated or not, variants."""
    friend: bool


class Friends(ResponseBody):
    """My list of players, requests and invitations."""

    friends: list[FriendLine]
    requests: list[RequestLine]
    invitations: list[InvitationLine]
    shown: bool
    contact: str = relations.EVERYONE
    """Who may invite me and write to me."""


class RecentVisitors:
    """Guests who made a request lately, to be stored together."""

    def __init__(self) -> None:
        self._here: set[str] = set()
        self._stored = 0.0

    def note(self, person: str) -> None:
        self._here.add(person)

    def take(self, at: float) -> set[str]:
        """Return whom to store now; nobody between two times."""
        if not self._here or at - self._stored < FLUSH_SECONDS:
            return set()
        self._stored, here, self._here = at, self._here, set()
        return here


@dataclass
class PlayViews:
    """The handlers for finding people."""

    api: Api
    pages: Pages
    matchmaker: Matchmaker
    asking: RateLimiter = field(default_factory=lambda: RateLimiter(10 / 3600, 10))
    """By person: requests to be friends."""

    # --- Pages ----------------------------------------------------------------------------------

    async def lobby(self, request: Request) -> Response:
        language = language_of(request)
        person = self.pages.person(request)
        games = game_cards(language)
        return await self.pages.render(
            request,
            "lobby.html",
            games=games,
            counts=sorted({count for game in games for count in game["players"]}),
            tables=await lobby_lines(self.api.service, language_of(request)),
            live=await self.live_lines(language),
            can_rate=person.is_member,
            data=as_json({"patience": PATIENCE, "beat": HEARTBEAT}),
        )

    async def friends_page(self, request: Request) -> Response:
        person, language = self.pages.person(request), language_of(request)
        return await self.pages.render(
            request,
            "friends.html",
            people=await self.friends_of(person, language),
            games=game_cards(language),
        )

    async def live_lines(self, language: str) -> list[LiveLine]:
        return [
            LiveLine(
                id=game.record.id,
                game=game.record.game,
                title=game_title(game.record.game, language),
                names=[seat.name for seat in game.record.seats],
                people=game.people,
                ply=game.ply,
                rating=round(game.rating),
            )
            for game in await self.api.read(live_games, now())
        ]

    # --- Quick games ----------------------------------------------------------------------------

    @post("/api/pairing", FindGame, PairState)
    async def post_pairing(self, request: Request) -> Response:
        """Wait for others who want the same game; after a minute bots fill the free seats."""
        message, person = await body_of(request, FindGame), self.api.person(request)
        preferences = PairingPreferences(message.games, message.counts, message.rated)
        check_preferences(person, preferences)
        self.api.limits.tables.check(client_of(request))
        network = public_network(request)
        await self.api.change(put_request, person, preferences, now(), network)
        await self.matchmaker.match()
        return reply(await self._pair_state(request, person))

    @get("/api/pairing", PairState)
    async def get_pairing(self, request: Request) -> Response:
        """Keep waiting: ask every few seconds. `table` is set once the game begins."""
        return reply(await self._pair_state(request, self.api.person(request)))

    async def _pair_state(self, request: Request, person: Person) -> PairState:
        found = await self.matchmaker.poll(person, public_network(request))
        if found is None:
            return PairState(False)
        return PairState(not found.table, max(0.0, now() - found.since), found.table)

    @post("/api/pairing/stop", "stop-pairing")
    async def post_stop_pairing(self, request: Request) -> None:
        """Stop waiting."""
        person = self.api.person(request)
        await self.api.change(drop_request, person.id)

    @get("/api/live", list[LiveLine], "lang")
    async def get_live(self, request: Request) -> Response:
        """Games that are being played and can be watched."""
        return reply(await self.live_lines(language_of(request)))

    # --- Friends --------------------------------------------------------------------------------

    @get("/api/friends", Friends, "lang")
    async def get_friends(self, request: Request) -> Response:
        """My list of players, requests and invitations."""
        return reply(await self.friends_of(self.api.person(request), language_of(request)))

    async def friends_of(self, person: Person, language: str) -> Friends:
        def look(store: Store) -> tuple[Any, ...]:
            return (
                relations.relations(store, person.id),
                relations.requests_to(store, person.id),
                relations.is_presence_shown(store, person.id),
                relations.contact_of(store, person.id),
            )

        known, requests, shown, contact = await self.api.read(look)
        return Friends(
            [
                FriendLine(one.id, one.name, one.kind, one.mutual, one.is_online(now()), one.handle)
                for one in known
            ],
            [RequestLine(id_, name) for id_, name in requests],
            await self.invitations_of(person, language),
            shown,
            contact,
        )

    async def invitations_of(self, person: Person, language: str) -> list[InvitationLine]:
        """Return the invitations of a person to tables with a free seat."""
        invited = await self.api.read(relations.invitations, person.id)
        lines = [await self._invitation(line, language) for line in invited]
        return [line for line in lines if line is not None]

    async def _invitation(self, invitation: Invitation, language: str) -> InvitationLine | None:
        live = await self.api.service.tables.find(invitation.table)
        if live is None or live.table.record.is_full:
            return None
        record, terms = live.table.record, TableTerms.of(live.table.record)
        return InvitationLine(
            invitation.table,
            invitation.sender,
            game_title(record.game, language),
            record.invite,
            terms_text(terms, language),
            invitation.is_friend,
        )

    @post("/api/friends", AddFriend)
    async def post_friend(self, request: Request) -> None:
        """Ask a player to be friends, by name."""
        message, person = await body_of(request, AddFriend), self.api.person(request)
        self.asking.check(person.id)

        def add(store: Store) -> None:
            relations.ask_by_name(store, person, relations.find_named(store, message.name), now())

        await self.api.change(add)

    @post("/api/friends/{id}", Relate)
    async def post_relation(self, request: Request) -> None:
        """Change how I stand to a player in my list, or answer a request."""
        message, person = await body_of(request, Relate), self.api.person(request)
        id_ = request.path_params["id"]

        def change(store: Store) -> None:
            mine = {relation.id: relation for relation in relations.relations(store, person.id)}
            if id_ in mine:
                relations.relate(store, person.id, mine[id_].other, message.kind, now())
            else:
                relations.answer_request(store, person.id, id_, message.kind, now())

        await self.api.change(change)

    @post("/api/friends/{id}/invite", InviteFriend, responses.NextTable)
    async def post_invite(self, request: Request) -> Response:
        """Invite a friend to a table of mine, or to a new table."""
        message, person = await body_of(request, InviteFriend), self.api.person(request)
        id_ = request.path_params["id"]
        friend = await self.api.read(relations.find_relation, person.id, id_)
        if not friend.mutual:
            raise Refused("You can invite players once you're both friends.")
        table = message.table or await self._new_table(request, person, message.game)
        record = (await self.api.service.open(table)).table.record
        check_may_invite(record, person)
        await self.api.service.writer.do(relations.invite, record, person, friend.other, now())
        return reply(responses.NextTable(table), 201)

    async def _new_table(self, request: Request, person: Person, game: str) -> str:
        """Create a table for two, with bots where the game needs more."""
        book = rulebook(game)
        count = book.game.players[0]
        free = translator("nomarch", language_of(request))("Seat {number}").format(number=2)
        self.api.limits.tables.check(client_of(request))
        seats = [Seat(PLAYER, person.name, person.id), Seat(OPEN, free)]
        seats += [bot_seat("greedy", index) for index in range(2, count)]
        record = await self.api.service.create(person, game, seats, options_for(book, count))
        return record.id

    @post("/api/invitations/decline", Decline)
    async def post_decline(self, request: Request) -> None:
        """Decline an invitation."""
        message, person = await body_of(request, Decline), self.api.person(request)
        await self.api.change(relations.decline, person.id, message.table)

    @post("/api/presence", ShowPresence)
    async def post_presence(self, request: Request) -> None:
        """Choose whether friends see when I'm online."""
        message, person = await body_of(request, ShowPresence), self.api.person(request)
        await self.api.change(relations.show_presence, person.id, shown=message.shown)

    # --- At a table -----------------------------------------------------------------------------

    @post(f"{TABLE}/relation", RelateSeat)
    async def post_seat_relation(self, request: Request) -> None:
        """Ask somebody at a table to be friends, or mute or block them."""
        message, person = await body_of(request, RelateSeat), self.api.person(request)
        record = (await self.api.live(request)).table.record
        if not 0 <= message.seat < len(record.seats) or not record.seats[message.seat].person:
            raise BadRequest("There's no seat {seat}.", seat=message.seat)
        other = record.seats[message.seat].person
        if message.kind == relations.FRIEND:
            self.asking.check(person.id)
        await self.api.change(relations.relate, person.id, other, message.kind, now())

    @get(f"{TABLE}/relations", dict[str, str])
    async def get_seat_relations(self, request: Request) -> Response:
        """How I stand to those at a table: `friend`, `mute`, `muted-friend` or `block` by seat."""
        person, record = self.api.person(request), (await self.api.live(request)).table.record
        others = {seat.person for seat in record.seats if seat.person}
        kinds = await self.api.read(relations.kinds_towards, person.id, others)
        return reply(
            {str(i): kinds[s.person] for i, s in enumerate(record.seats) if s.person in kinds}
        )


def check_may_invite(record: TableRecord, person: Person) -> None:
    """Raise an error unless a person sits at a table with a free seat."""
    if not record.seats_of(person.id):
        raise Forbidden("Only players at this table can invite others.")
    if record.is_full:
        raise Refused("There are no free seats.")
