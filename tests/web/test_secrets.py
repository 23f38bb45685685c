"""Secrets: no way over the server to another seat's cards, to the seed, or to another's moves."""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from nomarch.bots.hints import MoveHint
from nomarch.engine.match import SPECTATOR, Match
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.chance import IMAGINED
from nomarch.kernel.declare.events import EventRecord
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.declare.layout import STREAM
from nomarch.tables.bots import bot_player
from nomarch.tables.state.model import TableRecord, now
from nomarch.tables.state.table import Table as State
from nomarch.web.http.api import list_endpoints
from nomarch.web.table.api import TableApi
from nomarch.web.table.log_entries import log_lines
from nomarch.web.table.renderer import RenderedPage, Viewpoint, render
from nomarch.web.table.serializers import data_view, has_secrets

from .actors import Person, Site, Table
from .conftest import Patch

THOROUGH = pytest.mark.thorough
OPEN_TO_ALL, SIMULTANEOUS = "ra", "amun-re"
GAMES = [
    pytest.param(game, marks=[] if game in (OPEN_TO_ALL, SIMULTANEOUS) else [THOROUGH])
    for game in rulebooks()
]
"""Two games in every run: what a seat may know of each is checked without a server, too."""
Running = tuple[Table, State]
each_game = pytest.mark.parametrize("game", GAMES)


def at_table(ann: Person, bob: Person, game: str, **wishes: Any) -> Table:
    """A table of the smallest size at which Ann has the first seat and Bob all others."""
    book, site = rulebook(game), ann.site
    setup = next(book.setups())
    seats = ("me", *["friend"] * (setup.players - 1))
    table = ann.opens(*seats, game=game, options=book.option_ids(setup), **wishes)
    bob.joins(table)
    live = site.live(table)
    # One person cannot join twice; the rest of the table is given to Bob behind the scenes.
    first, second, *_ = live.table.record.seats

    async def bobs(record: TableRecord) -> TableRecord:
        seats = (first, *[second] * (setup.players - 1))
        return msgspec.structs.replace(record, seats=seats, began=now())

    site.call(site.tables.tables.change_record, live, bobs)
    return table


@pytest.fixture(params=GAMES)
def running(request: pytest.FixtureRequest, site: Site, ann: Person, bob: Person) -> Running:
    table = at_table(ann, bob, request.param)
    state = site.rush(table, seed=8, decisions=25)
    assert not state.match.over
    return table, state


def scrambled(book: Rulebook, match: Match, seat: int, salt: int) -> Any:
    """Another state that looks the same to the seat."""
    rules = backend.interpreted(book.game.id)
    stream = STREAM.plain()
    rules.reseed(stream, [salt] * 8, salt, IMAGINED)
    state = book.layout.observe(match.state, seat)
    rules.determinise(state, seat, stream)
    return state


@contextlib.contextmanager
def in_another_world(table: State, seat: int, salt: int) -> Iterator[None]:
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


def sent_to(site: Site, table: Table, seat: int) -> str:
    live = site.live(table)
    seats = (seat,) if seat != SPECTATOR else ()
    told = [
        render(live.table, Viewpoint(seats, "en", "wide")).full([]),
        render(live.table, Viewpoint(seats, "fr", "tall")).parts,
        data_view(live, seat, seats),
        log_lines(live.table.match, seat, "nl", 0),
    ]
    return msgspec.json.encode(told).decode()


@each_game
def test_what_a_seat_gets_is_blind_to_secrets(ann: Person, bob: Person, game: str) -> None:
    table = at_table(ann, bob, game)
    for stage, decisions in enumerate((0, 1, 7, 20, 30, 40)):
        state = table.rush(seed=stage, decisions=decisions)
        if state.match.over:
            break
        for seat in range(SPECTATOR, state.match.players):
            before = sent_to(ann.site, table, seat)
            assert state.record.seed not in before
            assert "rng_" not in before
            if seat != SPECTATOR:  # a spectator's view is a part of every seat's: see below
                with in_another_world(state, seat, stage + 1):
                    assert sent_to(ann.site, table, seat) == before


@each_game
def test_a_spectator_sees_what_every_seat_sees(ann: Person, bob: Person, game: str) -> None:
    state = ann.site.rush(at_table(ann, bob, game), seed=3, decisions=30)
    layout, match = state.book.layout, state.match
    public = layout.as_data(match.state, SPECTATOR)
    for seat in range(match.players):
        assert covers(layout.as_data(match.state, seat), public)
        for ply in (0, len(match.steps) // 2):
            past = match.past(ply)
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
def test_a_shared_screen_is_blind_behind_its_curtain(ann: Person, bob: Person, game: str) -> None:
    """Two seats, one screen: it has a stranger's board and story until one of them lifts."""
    table = at_table(ann, bob, game, coached=True)
    state = table.state
    if not has_secrets(state.match):
        return
    screen, players = Viewpoint((0, 1), "en", "wide"), state.match.players
    for stage, decisions in enumerate((0, 3, 12, 20, 30)):
        state = table.rush(seed=stage, decisions=decisions)
        if state.match.over:
            break
        covered, public = render(state, screen), render(state, Viewpoint((), "en", "wide"))
        assert covered.parts == public.parts
        assert (covered.page.moves, covered.page.prompt) == ([], public.page.prompt)
        assert covered.page.coach is None
        assert story(covered) == story(public)
        if players > 2:
            with in_another_world(state, 2, stage + 1):
                assert render(state, screen).full([]) == covered.full([])
        for seat in set(state.to_act) & {0, 1}:
            lifted = render(state, screen._replace(lifted=seat))
            assert lifted.page.moves
            assert lifted.page.coach is not None
            assert lifted.parts == render(state, Viewpoint((seat,), "en", "wide")).parts
            for one, other in ((lifted, covered), (covered, lifted)):  # the story is told anew
                update = one.changes_since(other)
                assert update is not None
                assert json.loads(update.text)["log_from"] == 0


@each_game
def test_a_socket_of_a_shared_screen_gets_no_moves_too_early(ann: Person, game: str) -> None:
    book = rulebook(game)
    setup = next(book.setups())
    seats = ("me", *["here"] * (setup.players - 1))
    table = ann.opens(*seats, game=game, options=book.option_ids(setup))
    if not has_secrets(table.state.match):
        return
    with ann.listens(table) as link:
        assert link.first["to_act"]
        assert not link.first.get("legal")
        table.rush(decisions=1)
        assert not link.receive_json().get("legal")


@each_game
def test_a_past_position_is_seen_as_it_may_be_now(ann: Person, bob: Person, game: str) -> None:
    """However often it was asked for before: what is to be forgotten is in no cache."""
    table, stranger = at_table(ann, bob, game), ann.site.stranger()
    table.rush(seed=3, decisions=6)
    for decisions in (0, 1, 8, 20, 9999):
        past = table.rush(seed=decisions, decisions=decisions).match.past(3)
        for person, seat in ((ann, 0), (stranger, SPECTATOR)):
            path = f"{table.api}/board.svg?seat={seat}&ply=3&lang=en"
            drawn = past.svg(seat, language="en", marked=False)
            assert person.get(path).text == person.get(path).text == drawn
        lines = msgspec.to_builtins(log_lines(past, SPECTATOR, "en", 0))
        assert stranger.gets(f"{table.api}/log", ply=3) == lines


POSTS = (
    "move", "undo", "answer", "back", "hint", "chat", "fill", "rematch", "join", "pause", "remove",
    "why", "read", "list", "deal",
)  # fmt: skip


def everything(person: Person, table: Table) -> Iterator[str]:
    for path, item in person.gets("/openapi.json")["paths"].items():
        if "get" in item:
            yield person.get(path.replace("{id}", table)).text
    for query in ("", "?ply=0", "?ply=5", "?ply=9", "?ply=99999", "?seat=0", "?seat=1", "?seat=-1"):
        for what in ("", "/log", "/board.svg", "/tips"):
            yield person.get(table.api + what + query).text
    for page in (table.page, f"{table.page}/replay", "/tables", "/", f"{table.page}/join/x"):
        yield person.get(page).text
    for what in POSTS:
        for body in ({}, {"seat": 0}, {"seat": 0, "move": "x", "seq": 0}, {"token": "x"},
                     {"seat": 0, "agree": False}):  # fmt: skip
            yield person.post(f"{table.api}/{what}", body).text
    with person.listens(table) as link:
        for message in (
            {"type": "look"}, {"type": "look", "ply": 0, "shape": "tall"}, {"type": "what"},
            {"type": "play", "seat": 0, "move": "x", "seq": 0},
        ):  # fmt: skip
            link.send_json(message)
            yield link.socket.receive_text()


def test_the_seed_is_in_no_running_game(running: Running, bob: Person, stranger: Person) -> None:
    table, state = running
    secrets = [state.record.seed, "rng_key", "rng_block"]
    for person in (bob, stranger):
        for text in everything(person, table):
            assert not any(secret in text for secret in secrets)
    assert state.match.commitment in bob.reads(table.page)


def test_no_other_seats_eyes_can_be_borrowed(
    running: Running, ann: Person, bob: Person, stranger: Person
) -> None:
    table, players = running[0], running[1].match.players
    for person, own in ((ann, (0,)), (bob, range(1, players)), (stranger, ())):
        for seat in range(-3, players + 2):
            allowed = seat == SPECTATOR or seat in own
            for what in ("", "/log", "/board.svg", "/tips"):
                for ply in ("", "&ply=0", "&ply=10"):
                    answer = person.get(f"{table.api}{what}?seat={seat}{ply}")
                    assert answer.status_code == (200 if allowed else 403)
                    if not allowed:
                        assert answer.json() == {"error": "That's not your seat."}


def test_nobody_plays_another(running: Running, ann: Person, bob: Person, stranger: Person) -> None:
    table, state = running
    seat = state.match.to_act[0]
    moves = state.match.legal(seat)
    owner, other = (ann, bob) if seat == 0 else (bob, ann)
    wish = {"seat": seat, "move": moves[0], "seq": state.seq}
    for person, status in ((stranger, 401), (other, 403)):
        person.cannot(f"{table.api}/move", status=status, **wish)
        with person.listens(table) as link:
            link.says("play", **wish)
            answer = link.receive_json()
            assert (answer["type"], answer["status"]) == ("refused", 403)
            assert answer["error"] == "That's not your seat."
    # Illegal moves are not listed in what is said about them.
    refused = owner.move(table, seat, "nonsense", state.seq).json()["error"]
    assert not any(move in refused for move in moves if len(move) > 3)


@pytest.mark.parametrize("game", [id_ for id_, book in rulebooks().items() if book.forgets])
def test_changed_entries_are_sent(ann: Person, bob: Person, stranger: Person, game: str) -> None:
    table = at_table(ann, bob, game)
    viewpoint = Viewpoint((0,), "en", "wide")
    before = render(table.rush(seed=4, decisions=40), viewpoint)
    state = table.rush(seed=5, decisions=20)
    now, records = state.match.state, [r for step in state.match.steps for r in step.events]
    faded = [r for r in records if r.is_told_to(SPECTATOR) and r.as_told(now, SPECTATOR) != r]
    assert faded
    after = render(state, viewpoint)
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
        (line,) = state.match.describe_events([record])
        assert line.text in stranger.get(f"{table.api}/log").text
        assert line.text in stranger.get(f"{table.page}/replay").text


def _lasting(line: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name not in ("moments", "explained")}


def test_hints_come_from_the_view_alone(ann: Person, bob: Person, monkeypatch: Patch) -> None:
    table = at_table(ann, bob, next(iter(rulebooks())), hints=True)
    state = table.state
    pack, seen = state.book.layout.pack, []

    def look(bot: Any, view: Any, seat: int, legal: Any, rng: Any, **more: Any) -> list[MoveHint]:
        seen.append((pack(view), seat))
        return [MoveHint(legal[0], None, None, "Play", "")]

    monkeypatch.setattr(bot_player, "hints", look)
    seat = state.match.to_act[0]
    (ann if seat == 0 else bob).posts(f"{table.api}/hint", seat=seat)
    assert seen == [(pack(state.match.observe(seat)), seat)]


def test_after_the_end_everything_is_open(ann: Person, bob: Person, stranger: Person) -> None:
    table = at_table(ann, bob, "ra")
    state = table.rush(seed=2)
    assert state.record.seed in stranger.reads(table.page)
    stranger.reads(f"{table.api}/save")
    assert stranger.sees(table, seat=1)["view"]["seat"] == 1


def test_every_endpoint_is_looked_at_here() -> None:
    """A new way to ask must be added to `everything`."""
    lines = list_endpoints(TableApi(None, None, None, None))  # type: ignore[arg-type]
    posts = {line.path.rsplit("/", 1)[-1] for line in lines if line.method == "POST"}
    assert posts == {"tables", "move", "undo", "answer", "back", "hint", "chat", "fill", "rematch",
                     "join", "leave", "pause", "remove", "why", "read", "list", "hide",
                     "give", "deal"}  # fmt: skip
