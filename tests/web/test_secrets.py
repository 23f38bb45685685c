"""Secrets: no way over the server to another seat's cards, to the seed, or to another's moves."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from nomarch.bots.hints import MoveHint
from nomarch.engine.match import SPECTATOR, Match
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.chance import IMAGINED
from nomarch.kernel.declare.events import EventRecord
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.declare.layout import STREAM
from nomarch.tables.bots import bot_player
from nomarch.tables.state.model import TableRecord, now
from nomarch.tables.state.table import Table
from nomarch.web.http.api import list_endpoints
from nomarch.web.table.api import TableApi
from nomarch.web.table.log_entries import log_lines
from nomarch.web.table.renderer import RenderedPage, Viewpoint, render
from nomarch.web.table.serializers import data_view, has_secrets

from .people import Person, call, opened, rush, service_of

THOROUGH = pytest.mark.thorough
OPEN_TO_ALL, SIMULTANEOUS = "ra", "amun-re"
GAMES = [
    pytest.param(game, marks=[] if game in (OPEN_TO_ALL, SIMULTANEOUS) else [THOROUGH])
    for game in rulebooks()
]
"""Two games in every run: what a seat may know of each is checked without a server, too."""
each_game = pytest.mark.parametrize("game", GAMES)


def at_table(ann: Person, bob: Person, game: str, **wishes: Any) -> str:
    """A table of the smallest size at which Ann has the first seat and Bob all others."""
    book = rulebook(game)
    setup = next(book.setups())
    made = ann.sets(
        *("me", *["friend"] * (setup.players - 1)),
        **{"game": game, "options": book.option_ids(setup), **wishes},
    )
    bob.joins(made)
    live = opened(ann.client, made["id"])
    # One person cannot join twice; the rest of the table is given to Bob behind the scenes.
    seats = (live.table.record.seats[0], *[live.table.record.seats[1]] * (setup.players - 1))

    async def bobs(record: TableRecord) -> TableRecord:
        return msgspec.structs.replace(record, seats=seats, began=now())

    call(ann.client, service_of(ann.client).tables.change_record, live, bobs)
    return str(made["id"])


@pytest.fixture(params=GAMES)
def running(
    request: pytest.FixtureRequest, server: TestClient, ann: Person, bob: Person
) -> tuple[str, Table]:
    """A running game at a table, some way in."""
    id_ = at_table(ann, bob, request.param)
    table = rush(server, id_, seed=8, decisions=25)
    assert not table.match.over
    return id_, table


# --- What is sent does not depend on what is hidden ---------------------------------------------


def scrambled(book: Rulebook, match: Match, seat: int, salt: int) -> Any:
    """Another state that looks the same to the seat."""
    rules = backend.interpreted(book.game.id)
    stream = STREAM.plain()
    rules.reseed(stream, [salt] * 8, salt, IMAGINED)
    state = book.layout.observe(match.state, seat)
    rules.determinise(state, seat, stream)
    return state


@contextlib.contextmanager
def in_another_world(table: Table, seat: int, salt: int) -> Iterator[None]:
    """Scrambles the state and forgets what the seat was not told of, or has to forget."""
    match = table.match
    state, steps, opening = match.state, match.steps, match.opening

    def remembered(events: tuple[EventRecord, ...]) -> tuple[EventRecord, ...]:
        return tuple(event.as_told(state, seat) for event in events if event.is_told_to(seat))

    match.state = scrambled(table.book, match, seat, salt)
    match.steps = [replace(step, events=remembered(step.events)) for step in steps]
    match.opening = remembered(opening)
    try:
        yield
    finally:
        match.state, match.steps, match.opening = state, steps, opening


def sent_to(server: TestClient, id_: str, seat: int) -> str:
    """Everything that pages and programs of a seat get to see, as one text."""
    live = opened(server, id_)
    seats = (seat,) if seat != SPECTATOR else ()
    told = [
        render(live.table, Viewpoint(tuple(seats), "en", "wide")).full([]),
        render(live.table, Viewpoint(tuple(seats), "fr", "tall")).parts,
        data_view(live, seat, seats),
        log_lines(live.table.match, seat, "nl", 0),
    ]
    return msgspec.json.encode(told).decode()


@each_game
def test_what_is_sent_to_a_seat_is_blind_to_what_it_may_not_know(
    server: TestClient, ann: Person, bob: Person, game: str
) -> None:
    id_ = at_table(ann, bob, game)
    for stage in range(6):
        table = rush(server, id_, seed=stage, decisions=(0, 1, 7, 20, 30, 40)[stage])
        if table.match.over:
            break
        for seat in range(SPECTATOR, table.match.players):
            before = sent_to(server, id_, seat)
            assert table.record.seed not in before
            assert "rng_" not in before
            if seat != SPECTATOR:  # a spectator's view is a part of every seat's: see below
                with in_another_world(table, seat, stage + 1):
                    assert sent_to(server, id_, seat) == before


@each_game
def test_a_spectator_sees_what_every_seat_sees(
    server: TestClient, ann: Person, bob: Person, game: str
) -> None:
    id_ = at_table(ann, bob, game)
    table = rush(server, id_, seed=3, decisions=30)
    layout, state = table.book.layout, table.match.state
    public = layout.as_data(state, SPECTATOR)
    for seat in range(table.match.players):
        assert covers(layout.as_data(state, seat), public)
    for ply in (0, len(table.match.steps) // 2):
        past = table.match.past(ply)
        for seat in range(table.match.players):
            assert covers(past.view(seat)["state"], past.view(SPECTATOR)["state"])


def covers(more: Any, less: Any) -> bool:
    """Whether nothing is seen in `less` that is hidden or different in `more`."""
    if isinstance(less, dict):
        return all(covers(more[key], value) for key, value in less.items())
    if isinstance(less, list):
        return all(covers(a, b) for a, b in zip(more, less, strict=True))
    return less is None or less == more


def story(rendered: RenderedPage) -> list[Any]:
    """What the log says; decisions that are held back have entries without words."""
    return [entry.lines for entry in rendered.full([]).log if entry.lines]


@each_game
def test_a_shared_screen_is_blind_to_all_its_hands_while_the_curtain_is_down(
    server: TestClient, ann: Person, bob: Person, game: str
) -> None:
    """Two seats, one screen: it has a stranger's board and story until one of them lifts."""
    id_ = at_table(ann, bob, game, coached=True)
    table = opened(server, id_).table
    if not has_secrets(table.match):
        return
    screen, stranger_ = Viewpoint((0, 1), "en", "wide"), Viewpoint((), "en", "wide")
    for stage in range(5):
        table = rush(server, id_, seed=stage, decisions=(0, 3, 12, 20, 30)[stage])
        if table.match.over:
            break
        covered, public = render(table, screen), render(table, stranger_)
        assert covered.parts == public.parts
        assert (covered.page.moves, covered.page.prompt) == ([], public.page.prompt)
        assert covered.page.coach is None
        assert story(covered) == story(public)
        with in_another_world(table, 2 % table.match.players, stage + 1):
            if table.match.players > 2:
                assert render(table, screen).full([]) == covered.full([])
        for seat in set(table.to_act) & {0, 1}:
            lifted = render(table, screen._replace(lifted=seat))
            assert lifted.page.moves
            assert lifted.page.coach is not None
            alone = render(table, Viewpoint((seat,), "en", "wide"))
            assert lifted.parts == alone.parts
            for before, after in ((covered, lifted), (lifted, covered)):
                update = after.changes_since(before)
                assert update is not None
                assert json.loads(update.text)["log_from"] == 0, "the story is told anew"


@each_game
def test_a_socket_of_a_shared_screen_gets_no_moves_before_the_curtain_is_lifted(
    server: TestClient, ann: Person, game: str
) -> None:
    book = rulebook(game)
    setup = next(book.setups())
    seats = ("me", *["here"] * (setup.players - 1))
    id_ = ann.opens(*seats, game=game, options=book.option_ids(setup))
    if not has_secrets(opened(server, id_).table.match):
        return
    with ann.client.websocket_connect(f"/api/tables/{id_}/live") as socket:
        first = socket.receive_json()
        assert first["to_act"]
        assert not first.get("legal")
        rush(server, id_, seed=1, decisions=1)
        assert not socket.receive_json().get("legal")


@each_game
def test_a_past_board_is_drawn_by_what_may_be_seen_now(
    server: TestClient, ann: Person, bob: Person, game: str
) -> None:
    """However often it was asked for before: what is to be forgotten is in no cache."""
    id_ = at_table(ann, bob, game)
    rush(server, id_, seed=3, decisions=6)
    path = f"/api/tables/{id_}/board.svg?seat=0&ply=3&lang=en"
    for decisions in (0, 1, 8, 20, 9999):
        table = rush(server, id_, seed=decisions, decisions=decisions)
        drawn = table.match.past(3).svg(0, language="en", marked=False)
        assert ann.get(path).text == ann.get(path).text == drawn


# --- No way around it ---------------------------------------------------------------------------


def everything(person: Person, id_: str) -> Iterator[str]:
    """Every answer that a person can get about a running table."""
    api = f"/api/tables/{id_}"
    described = person.get("/openapi.json").json()["paths"]
    for path, item in described.items():
        if "get" in item:
            yield person.get(path.replace("{id}", id_)).text
    for query in ("", "?ply=0", "?ply=5", "?ply=9", "?ply=99999", "?seat=0", "?seat=1", "?seat=-1"):
        for what in ("", "/log", "/board.svg", "/tips"):
            yield person.get(api + what + query).text
    for page in (f"/t/{id_}", f"/t/{id_}/replay", "/tables", "/", f"/t/{id_}/join/x"):
        yield person.get(page).text
    for what in (
        "move",
        "undo",
        "answer",
        "back",
        "hint",
        "chat",
        "fill",
        "rematch",
        "join",
        "pause",
        "remove",
        "why",
        "read",
        "list",
    ):
        for body in ({}, {"seat": 0}, {"seat": 0, "move": "x", "seq": 0}, {"token": "x"},
                     {"seat": 0, "agree": False}):  # fmt: skip
            yield person.post(f"{api}/{what}", body).text
    with person.listens(id_) as socket:
        for message in (
            {"type": "look"}, {"type": "look", "ply": 0, "shape": "tall"}, {"type": "what"},
            {"type": "play", "seat": 0, "move": "x", "seq": 0},
        ):  # fmt: skip
            socket.send_json(message)
            yield socket.socket.receive_text()


def test_the_seed_is_nowhere_while_the_game_runs(
    running: tuple[str, Table], bob: Person, stranger: Person
) -> None:
    id_, table = running
    secrets = [table.record.seed, "rng_key", "rng_block"]
    for person in (bob, stranger):
        for text in everything(person, id_):
            assert not any(secret in text for secret in secrets)
    assert table.match.commitment in bob.get(f"/t/{id_}").text


def test_no_other_seats_eyes_can_be_borrowed(
    running: tuple[str, Table], ann: Person, bob: Person, stranger: Person
) -> None:
    id_, table = running
    players = table.match.players
    own = {"ann": (0,), "bob": tuple(range(1, players)), "stranger": ()}
    for name, person in (("ann", ann), ("bob", bob), ("stranger", stranger)):
        for seat in range(-3, players + 2):
            allowed = seat == SPECTATOR or seat in own[name]
            for what in ("", "/log", "/board.svg", "/tips"):
                for ply in ("", "&ply=0", "&ply=10"):
                    answer = person.get(f"/api/tables/{id_}{what}?seat={seat}{ply}")
                    assert answer.status_code == (200 if allowed else 403)
                    if not allowed:
                        assert answer.json() == {"error": "That's not your seat."}


def test_the_save_and_the_check_wait_for_the_end(
    running: tuple[str, Table], ann: Person, stranger: Person
) -> None:
    id_, table = running
    for person in (ann, stranger):
        for what in ("save", "verify"):
            answer = person.get(f"/api/tables/{id_}/{what}")
            assert answer.status_code == 403
            assert table.record.seed not in answer.text


def test_nobody_moves_for_another(
    running: tuple[str, Table], ann: Person, bob: Person, stranger: Person
) -> None:
    id_, table = running
    seat = table.match.to_act[0]
    moves = table.match.legal(seat)
    others = [(stranger, 401), (bob if seat == 0 else ann, 403)]
    for person, status in others:
        assert person.move(id_, seat, moves[0], table.seq).status_code == status
        with person.listens(id_) as socket:
            message = {"type": "play", "seat": seat, "move": moves[0], "seq": table.seq}
            socket.send_json(message)
            answer = socket.receive_json()
            assert (answer["type"], answer["status"]) == ("refused", 403)
            assert answer["error"] == "That's not your seat."
    # Illegal moves are not listed in what is said about them.
    owner = ann if seat == 0 else bob
    refused = owner.move(id_, seat, "nonsense", table.seq).json()["error"]
    assert not any(move in refused for move in moves if len(move) > 3)


def test_past_positions_keep_what_was_secret_then_and_what_is_forgotten_since(
    running: tuple[str, Table], server: TestClient, stranger: Person
) -> None:
    """A spectator's replay shows each past position as a spectator may remember it now."""
    id_, table = running
    for ply in (0, 5, len(table.match.steps)):
        past = table.match.past(ply)
        drawn = stranger.get(f"/api/tables/{id_}/board.svg?bare=1&ply={ply}").text
        again = past.svg(SPECTATOR, standalone=False)
        assert set(words_of(drawn)) <= set(words_of(str(again)))
        assert stranger.get(f"/api/tables/{id_}/log?ply={ply}").json() == msgspec.to_builtins(
            log_lines(past, SPECTATOR, "en", 0)
        )


@pytest.mark.parametrize("game", [id_ for id_, book in rulebooks().items() if book.forgets])
def test_a_page_is_sent_again_only_the_log_entries_that_read_differently(
    server: TestClient, ann: Person, bob: Person, stranger: Person, game: str
) -> None:
    id_ = at_table(ann, bob, game)
    viewpoint = Viewpoint((0,), "en", "wide")
    before = render(rush(server, id_, seed=4, decisions=40), viewpoint)
    table = rush(server, id_, seed=5, decisions=20)
    now = table.match.state
    records = [record for step in table.match.steps for record in step.events]
    faded = [r for r in records if r.is_told_to(SPECTATOR) and r.as_told(now, SPECTATOR) != r]
    assert faded
    after = render(table, viewpoint)
    update = after.changes_since(before)
    assert update is not None
    told = msgspec.json.decode(update.text)
    known = {line["ply"]: line for line in msgspec.to_builtins(before.full([]).log)}
    again = [line for line in told["log"] if line["ply"] <= told["log_from"] == len(before.steps)]
    assert again
    assert all(line["lines"] != known[line["ply"]]["lines"] for line in again if "turn" not in line)
    # Only what is new is played and explained; a page that opens shows where everything is.
    assert not any("moments" in line or "explained" in line for line in again)
    whole = {line["ply"]: _lasting(line) for line in msgspec.to_builtins(after.full([]).log)}
    assert whole == {ply: _lasting(line) for ply, line in known.items()} | {
        line["ply"]: _lasting(line) for line in told["log"]
    }
    for record in faded:
        (line,) = table.match.describe_events([record])
        assert line.text in stranger.get(f"/api/tables/{id_}/log").text
        assert line.text in stranger.get(f"/t/{id_}/replay").text


def _lasting(line: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name not in ("moments", "explained")}


def words_of(drawing: str) -> list[str]:
    return drawing.replace("<", " <").split()


def test_hints_come_from_the_view_alone(
    server: TestClient, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = next(iter(rulebooks()))
    id_ = at_table(ann, bob, game, hints=True)
    table = opened(server, id_).table
    book, seen = table.book, []

    def look(bot: Any, view: Any, seat: int, legal: Any, rng: Any, **more: Any) -> list[MoveHint]:
        seen.append((book.layout.pack(view), seat))
        return [MoveHint(legal[0], None, None, "Play", "")]

    monkeypatch.setattr(bot_player, "hints", look)
    seat = table.match.to_act[0]
    owner = ann if seat == 0 else bob
    assert owner.post(f"/api/tables/{id_}/hint", {"seat": seat}).status_code == 200
    assert seen == [(book.layout.pack(table.match.observe(seat)), seat)]


def test_after_the_end_everything_is_open(
    server: TestClient, ann: Person, bob: Person, stranger: Person
) -> None:
    id_ = at_table(ann, bob, "ra")
    table = rush(server, id_, seed=2)
    assert table.record.seed in stranger.get(f"/t/{id_}").text
    assert stranger.get(f"/api/tables/{id_}/save").status_code == 200
    assert stranger.sees(id_, seat=1)["view"]["seat"] == 1


def test_every_endpoint_is_looked_at_here() -> None:
    """A new way to ask must be added to `everything`."""
    lines = list_endpoints(TableApi(None, None, None, None))  # type: ignore[arg-type]
    posts = {line.path.rsplit("/", 1)[-1] for line in lines if line.method == "POST"}
    assert posts == {"tables", "move", "undo", "answer", "back", "hint", "chat", "fill", "rematch",
                     "join", "leave", "pause", "remove", "why", "read", "list", "hide",
                     "give"}  # fmt: skip
