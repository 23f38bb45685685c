"""What waits for a person: invitations, private messages; blocks and mutes hold."""

import contextlib
import re
from typing import Any

import msgspec
import pytest

from nomarch.errors import Refused
from nomarch.people import moderation, notices, relations
from nomarch.people.deletion import delete_person
from nomarch.people.person_merging import give_rows
from nomarch.people.person_store import put_person, read_person
from nomarch.people.private_messages import MOST_UNREAD, read_messages, send_message
from nomarch.people.relations import TableTerms
from nomarch.storage.schema import NOTICE, PERSON, TABLE_INVITATION
from nomarch.storage.statements import count_rows, delete_rows, update_rows
from nomarch.storage.store import Store
from nomarch.tables.state.model import Person as StoredPerson, now
from nomarch.tables.stores.table_store import read_table
from nomarch.web.account.notice_texts import notice_text

from .actors import Person, Site

TERMS: dict[str, Any] = {"options": {"duel": "on"}, "bank": 600, "increment": 15}
SAID = "10 minutes each, plus 15 seconds per turn"


def write(person: Person, to: str, text: str = "Hello") -> int:
    return person.post("/api/messages", {"to": to, "text": text}).status_code


def relates(person: Person, to: str, kind: str) -> None:
    person.posts(f"/api/players/{to}/relation", kind=kind)


def unread(person: Person) -> list[str]:
    return [line["text"] for line in person.gets("/api/inbox")["messages"]]


def invited(person: Person, name: str, game: str = "giza", **more: Any) -> int:
    """Invites a player to a new table; the answer's status."""
    table = person.opens("me", "friend", game=game, **more)
    return person.post(f"{table.api}/invite", {"players": [name]}).status_code


def invitations(person: Person) -> list[dict[str, Any]]:
    return list(person.gets("/api/inbox")["invitations"])


def test_a_message_waits_until_it_is_read(nefer: Person, horus: Person, ann: Person) -> None:
    assert write(nefer, "Horus") == 201
    assert "Hello" in horus.reads("/messages")
    page = horus.reads("/messages/Nefer")
    assert "Hello" in page
    assert 'data-unread="Nefer"' in page
    assert unread(horus) == ["Hello"], "a link that is only looked at changes nothing"
    horus.posts("/api/messages/Nefer/read")
    assert unread(horus) == []
    assert "data-unread" not in horus.reads("/messages/Nefer")
    assert write(ann, "Horus") == 403  # without a claimed name nobody could be held to it
    assert write(nefer, "Nobody") == 404
    assert write(nefer, "Horus", "x" * 500) == 422


def test_blocks_and_mutes_hold(nefer: Person, horus: Person) -> None:
    relates(horus, "Nefer", "mute")
    assert write(nefer, "Horus", "muted words") == 201
    assert unread(horus) == []
    assert "muted words" in horus.reads("/messages/Nefer")
    relates(horus, "Nefer", "block")
    assert write(nefer, "Horus", "blocked words") == 201  # a block is silent
    for page in ("/messages", "/messages/Nefer"):
        assert "blocked words" not in horus.reads(page)
    assert unread(horus) == []
    for page in ("/messages", "/messages/Horus"):
        assert "blocked words" in nefer.reads(page), "the sender can't tell"


def test_reported_messages_reach_moderators(site: Site, nefer: Person, horus: Person) -> None:
    write(nefer, "Horus", "nasty words")
    horus.posts("/api/report", player="Nefer", kind="abuse", messages=True)
    (case,) = site.reads(moderation.reports)
    assert [line.text for line in case.evidence.chat] == ["nasty words"]


def test_messages_move_and_go_with_people(site: Site, nefer: Person, horus: Person) -> None:
    write(nefer, "Horus")
    site.changes(give_rows, nefer.id, "other")
    assert len(site.changes(read_messages, "other", horus.id)) == 1
    site.changes(delete_person, horus.id)
    assert site.changes(read_messages, "other", horus.id) == []


def test_a_player_is_invited_at_set_up_and_declines(nefer: Person, horus: Person) -> None:
    assert 'value="invite:Horus"' in nefer.reads("/new/ra", invite="Horus")
    table = nefer.opens("me", "friend", **TERMS)
    horus.cannot(f"{table.api}/invite", status=403, players=["Nefer"])
    nefer.posts(f"{table.api}/invite", players=["Horus"])
    (line,) = invitations(horus)
    assert (line["sender"], line["table"]) == ("Nefer", table)
    offer = horus.reads(f"{table.page}/join/{table.invite}")
    for fact in (SAID, "unrated", "Nefer"):
        assert fact in offer
    horus.posts("/api/invitations/decline", table=table)
    assert invitations(horus) == []


def test_people_without_a_name_invite_only_friends(site: Site, horus: Person, ann: Person) -> None:
    assert invited(ann, "Horus") == 403
    assert invitations(horus) == []
    for one, other in ((ann, horus), (horus, ann)):
        site.changes(relations.relate, one.id, other.id, "friend", 1.0)
    assert invited(ann, "Horus") == 201
    assert [line["sender"] for line in invitations(horus)] == ["Ann"]


@pytest.mark.parametrize(
    ("wanted", "stranger", "friend"),
    [("everyone", 201, 201), ("friends", 409, 201), ("nobody", 409, 409)],
)
def test_people_choose_who_may_invite_and_write(
    nefer: Person, horus: Person, wanted: str, stranger: int, friend: int
) -> None:
    horus.posts("/api/contact", wanted=wanted)
    assert f'value="{wanted}" selected' in horus.reads("/friends")
    assert (invited(nefer, "Horus"), write(nefer, "Horus")) == (stranger, stranger)
    relates(horus, "Nefer", "friend")
    assert (invited(nefer, "Horus"), write(nefer, "Horus")) == (friend, friend)
    relates(nefer, "Horus", "friend")  # Horus asked first
    horus.cannot("/api/contact", status=422, wanted="cats")


def test_invitations_of_strangers_are_limited(site: Site, nefer: Person, horus: Person) -> None:
    assert [invited(nefer, "Horus") for _ in range(4)] == [201, 201, 201, 409]
    relates(horus, "Nefer", "friend")
    others = [site.member(f"Stranger-{number}") for number in range(4)]
    statuses = [invited(other, "Horus") for other in others for _ in range(3)]
    assert statuses == [201] * 10 + [409] * 2
    assert [line["sender"] for line in invitations(horus)[:4]] == ["Nefer"] * 3 + ["Stranger-3"]


def test_unread_messages_are_limited(site: Site, nefer: Person, horus: Person) -> None:
    def sent(store: Store) -> int:
        """How many of many messages Nefer can write to Horus."""
        sender, count = read_person(store, nefer.id), 0
        with contextlib.suppress(Refused):
            for _ in range(2 * MOST_UNREAD):
                send_message(store, sender, horus.id, "Hello", 1.0)  # type: ignore[arg-type]
                count += 1
        return count

    assert site.changes(sent) == MOST_UNREAD
    for kind, expected in (("", 10), ("block", 10), ("friend", 20)):
        horus.posts("/api/messages/Nefer/read")
        relates(horus, "Nefer", kind)
        assert site.changes(sent) == expected, kind


def test_requests_of_friends_are_limited(nefer: Person, horus: Person, ann: Person) -> None:
    by_name = "/api/players/Horus/relation"
    ann.cannot(by_name, status=403, kind="friend")  # a guest
    ann.cannot("/api/friends", status=403, name="Horus")
    ann.posts(f"{ann.meets(horus, game='giza').api}/relation", seat=1, kind="friend")
    assert len(horus.gets("/api/friends")["requests"]) == 1
    for number in range(relations.MOST_REQUESTS - 1):
        ann.site.changes(put_person, StoredPerson(f"p{number}", f"P {number}"))
        ann.site.changes(relations.relate, f"p{number}", horus.id, "friend", 1.0)
    nefer.cannot(by_name, status=409, kind="friend")
    relates(horus, "Nefer", "friend")
    relates(nefer, "Horus", "friend")  # Horus asked first


def test_a_sender_causes_one_mail_an_hour(site: Site, nefer: Person, horus: Person) -> None:
    def mails() -> Any:
        return site.reads(count_rows, NOTICE, kind=notices.INVITATION, channel=notices.MAIL)

    site.changes(update_rows, PERSON, {"id": horus.id}, mail="horus@example.org")
    settings = notices.NoticeSettings(mail=(notices.INVITATION,))
    site.changes(notices.write_settings, horus.id, settings)
    for _ in range(3):
        invited(nefer, "Horus")
    assert mails() == 1
    site.changes(update_rows, NOTICE, {"channel": notices.MAIL}, at=now() - 3601)
    site.changes(delete_rows, TABLE_INVITATION)
    invited(nefer, "Horus")
    assert mails() == 2


def test_an_invitation_says_the_terms(site: Site, nefer: Person, horus: Person) -> None:
    assert invited(nefer, "Horus", "ra", **TERMS) == 201
    (line,) = invitations(horus)
    assert line["title"] == "Ra"
    assert line["terms"][:3] == ["2 players", SAID, "unrated"]
    for page in ("/friends", "/"):
        assert SAID in horus.reads(page)
    record = site.reads(read_table, line["table"])
    terms = msgspec.json.encode(TableTerms.of(record)).decode()
    told = notice_text(notices.INVITATION, {"game": "ra", "name": "Nefer", "terms": terms}, "de")
    assert "10 Minuten" in told.body


def test_muting_a_friend_only_mutes(nefer: Person, horus: Person) -> None:
    def kinds(person: Person) -> list[tuple[str, bool]]:
        return [(line["kind"], line["mutual"]) for line in person.gets("/api/friends")["friends"]]

    relates(nefer, "Horus", "friend")
    for kind in ("friend", "mute"):
        relates(horus, "Nefer", kind)
    assert kinds(horus) == [("muted-friend", True)]
    assert kinds(nefer) == [("friend", True)], "who is muted can't tell"
    assert write(nefer, "Horus", "muted words") == 201
    assert unread(horus) == []
    relates(horus, "Nefer", "unmute")
    assert kinds(horus) == [("friend", True)]
    assert write(nefer, "Horus", "heard words") == 201
    assert unread(horus) == ["heard words"]


def test_a_request_can_be_declined_silently(nefer: Person, horus: Person) -> None:
    relates(nefer, "Horus", "friend")
    (request,) = horus.gets("/api/friends")["requests"]
    assert "Decline – Nefer" in re.sub("<[^>]+>", "", horus.reads("/friends"))
    horus.posts(f"/api/friends/{request['id']}", kind="decline")
    seen = horus.gets("/api/friends")
    assert (seen["requests"], seen["friends"]) == ([], [])
    (asked,) = nefer.gets("/api/friends")["friends"]
    assert not asked["mutual"]


@pytest.mark.usefixtures("horus")
def test_the_header_offers_what_a_visitor_can_do(site: Site, nefer: Person, ann: Person) -> None:
    assert 'class="sign-in aside"' in ann.reads("/")
    assert "/moderation" not in nefer.reads("/")
    site.changes(update_rows, PERSON, {"id": nefer.id}, role="admin")
    assert 'class="sign-in aside"' not in nefer.reads("/")
    profile = nefer.reads("/@Horus")
    for action in ("Challenge", "Add friend", "Message", "Block"):
        assert action in profile


def test_set_up_says_how_strong_bots_are(ann: Person) -> None:
    board = {line["name"]: line for line in ann.gets("/api/ratings/ra") if line["bot"]}
    easy = board["Easy"]
    page = ann.reads("/new/ra")
    assert f"({easy['rating']} ± {easy['doubt']})" in page
    assert "Luck decides much" not in page, "thinking ahead gains something"
    assert "wins 32 % of games against three Strong ones" in ann.reads("/new/giza")


def test_reports_name_nobody_at_a_sealed_table(ann: Person, bob: Person) -> None:
    table = ann.posts("/api/daily/play")["id"]
    assert bob.get("/report", params={"table": table}).status_code in (403, 404)


def test_your_tables_names_opponents_and_the_time_left(ann: Person, bob: Person) -> None:
    ann.meets(bob, options={"duel": "on"}, clock=86_400)
    for _ in range(500):  # the clock's job is stored a moment after the start
        (line,) = ann.gets("/api/tables")
        if line["deadline"] is not None:
            break
    assert line["opponents"] == ["Bob"]
    assert line["deadline"] == pytest.approx(line["at"] + 86_400, abs=120)
    assert "data-until" in ann.reads("/tables")
