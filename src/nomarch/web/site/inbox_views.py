"""What waits for a person anywhere on the site: invitations, messages, chat of friends."""

from dataclasses import dataclass, field
from typing import Annotated

from starlette.requests import Request
from starlette.responses import Response

from nomarch.people import private_messages, relations
from nomarch.people.moderation import check_may_chat, count_open_reports
from nomarch.people.person_store import read_person
from nomarch.people.private_messages import LONGEST_MESSAGE
from nomarch.storage.store import Store
from nomarch.tables.state.model import Person, now
from nomarch.tables.stores.chat_store import find_unread, read_chat
from nomarch.tables.stores.table_store import read_table
from nomarch.web.http import responses
from nomarch.web.http.api import TABLE, Api, body_of, reply
from nomarch.web.http.client_messages import Message
from nomarch.web.http.language import language_of
from nomarch.web.http.limits import RateLimiter
from nomarch.web.http.openapi import get, post
from nomarch.web.http.pages import Pages
from nomarch.web.http.responses import ResponseBody
from nomarch.web.http.text_fields import Prose
from nomarch.web.site.play_views import InvitationLine, PlayViews, check_may_invite

MOST_CHATS = 3
"""Tables whose unread chat is shown."""


class SendMessage(Message, tag="send-message"):
    """Write a private message to a player, by name."""

    to: str
    text: Annotated[str, Prose(LONGEST_MESSAGE, least=1)]


class RelatePlayer(Message, tag="relate-player"):
    """`friend`, `mute`, `unmute` or `block` a player; empty ends it."""

    kind: str = ""


class InvitePlayers(Message, tag="invite-players"):
    """Invite players to my table: names, or ids of my list of friends."""

    players: tuple[str, ...]


class MessageLine(ResponseBody):
    """A private message."""

    id: str
    name: str
    text: str


class ChooseContact(Message, tag="contact"):
    """Who may invite me and write to me: `everyone` with a claimed name, `friends` or `nobody`."""

    wanted: str


class FriendChat(ResponseBody):
    """The latest chat line of a friend at a table of mine that I have not read."""

    table: str
    name: str
    text: str
    at: float


class Inbox(ResponseBody):
    """What waits for me."""

    invitations: list[InvitationLine]
    messages: list[MessageLine]
    """Unread ones, the newest first."""
    requests: int
    """People who ask to be friends."""
    chats: list[FriendChat]
    reports: int = 0
    """Open reports, for moderators."""


@dataclass
class InboxViews:
    """The handlers of messages, and of what waits for a person."""

    api: Api
    pages: Pages
    play: PlayViews
    limit: RateLimiter = field(default_factory=lambda: RateLimiter(1 / 6, 10))
    """By person: messages and invitations."""

    # --- Pages ----------------------------------------------------------------------------------

    async def conversations(self, request: Request) -> Response:
        person = self.pages.person(request)
        found = await self.api.read(private_messages.conversations, person.id)
        return await self.pages.render(request, "messages.html", conversations=found)

    async def conversation(self, request: Request) -> Response:
        """The messages with one player; the page's script says that they are read."""
        person, handle = self.pages.person(request), request.path_params["handle"]

        def open_(store: Store) -> tuple[Person | None, list[private_messages.PrivateMessage], str]:
            other = relations.find_named(store, handle)
            lines = private_messages.read_messages(store, person.id, other)
            kind = relations.kinds_towards(store, person.id, [other]).get(other, "")
            return read_person(store, other), lines, kind

        other, lines, kind = await self.api.read(open_)
        return await self.pages.render(
            request,
            "conversation.html",
            other=other,
            lines=lines,
            kind=kind,
            longest=LONGEST_MESSAGE,
        )

    # --- API ------------------------------------------------------------------------------------

    @get("/api/inbox", Inbox, "lang")
    async def get_inbox(self, request: Request) -> Response:
        """What waits for me: invitations, unread messages, requests, chat of friends."""
        person = self.api.identity.of(request)
        if person is None:
            return reply(Inbox([], [], 0, []))

        def look(store: Store) -> tuple[list[tuple[str, str, str]], int, list[FriendChat], int]:
            unread = private_messages.unread_messages(store, person.id)
            requests = len(relations.requests_to(store, person.id))
            reports = count_open_reports(store) if person.role else 0
            return unread, requests, _friends_chat(store, person.id), reports

        unread, requests, chats, reports = await self.api.read(look)
        invited = await self.play.invitations_of(person, language_of(request))
        messages = [MessageLine(*line) for line in unread]
        return reply(Inbox(invited, messages, requests, chats, reports))

    @post("/api/messages", SendMessage)
    async def post_message(self, request: Request) -> Response:
        """Write a private message to a player."""
        message, person = await body_of(request, SendMessage), self.api.person(request)
        self.limit.check(person.id)

        def send(store: Store) -> None:
            check_may_chat(store, person.id, now())
            other = relations.find_named(store, message.to)
            private_messages.send_message(store, person, other, message.text, now())

        await self.api.change(send)
        return reply(responses.Done(), 201)

    @post("/api/messages/{handle}/read", "mark-read")
    async def post_messages_read(self, request: Request) -> None:
        """Say that I have read what a player wrote to me."""
        person, handle = self.api.person(request), request.path_params["handle"]
        await self.api.change(
            lambda store: private_messages.mark_messages_read(
                store, person.id, relations.find_named(store, handle)
            )
        )

    @post("/api/contact", ChooseContact)
    async def post_contact(self, request: Request) -> None:
        """Choose who may invite me and write to me."""
        message, person = await body_of(request, ChooseContact), self.api.person(request)
        await self.api.change(relations.set_contact, person.id, message.wanted)

    @post("/api/players/{handle}/relation", RelatePlayer)
    async def post_player_relation(self, request: Request) -> None:
        """Ask a player to be friends, or mute or block them."""
        message, person = await body_of(request, RelatePlayer), self.api.person(request)
        handle = request.path_params["handle"]
        if message.kind == relations.FRIEND:
            self.play.asking.check(person.id)

        def relate(store: Store) -> None:
            other = relations.find_named(store, handle)
            if message.kind == relations.FRIEND:
                relations.ask_by_name(store, person, other, now())
            else:
                relations.relate(store, person.id, other, message.kind, now())

        await self.api.change(relate)

    @post(f"{TABLE}/invite", InvitePlayers)
    async def post_table_invite(self, request: Request) -> Response:
        """Invite friends or players with a claimed name to my table."""
        message, person = await body_of(request, InvitePlayers), self.api.person(request)
        record = (await self.api.live(request)).table.record
        check_may_invite(record, person)

        def invite(store: Store) -> None:
            mine = {line.id: line for line in relations.relations(store, person.id)}
            for player in message.players[: len(record.seats)]:
                line = mine.get(player)
                is_friend = line is not None and line.mutual
                other = line.other if line and is_friend else relations.find_named(store, player)
                relations.invite(store, record, person, other, now())

        for _ in message.players[: len(record.seats)]:
            self.limit.check(person.id)
        await self.api.service.writer.do(invite)
        return reply(responses.Done(), 201)


def _friends_chat(store: Store, person: str) -> list[FriendChat]:
    """Return the latest unread chat lines of friends at running tables."""
    found = []
    for table in find_unread(store, person, MOST_CHATS):
        record, lines = read_table(store, table), read_chat(store, table, 1)
        if record is None or not lines:
            continue
        writer = record.seats[lines[-1].seat].person
        if relations.kinds_towards(store, person, [writer]).get(writer) == relations.FRIEND:
            found.append(FriendChat(table, lines[-1].name, lines[-1].text, lines[-1].at))
    return found
