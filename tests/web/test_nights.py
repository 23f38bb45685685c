"""Night hours: in games over days a player's own clock stands at night."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from nomarch.contests.rounds import new_round
from nomarch.contests.site_hooks import site_database
from nomarch.people.nights import with_nights
from nomarch.people.notices import NoticeSettings, write_settings
from nomarch.tables.job_runner import JobRunner
from nomarch.tables.state.model import Seat
from nomarch.tables.state.quiet_hours import NightHours, QuietHours, add_awake, local

from .people import Person, call, opened, service_of
from .test_clocks import move_time
from .test_rounds import new_file
from .test_table import table

HOUR, DAY = 3600.0, 86_400.0
NIGHT = NightHours(22, 8, "UTC")
MIDNIGHT = 20_000 * DAY
SETTINGS: dict[str, Any] = {"quiet": [22, 8], "zone": "UTC", "night_clock": True}


# --- Counting -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begin", "hours", "end"),
    [
        (12, 8, 20),  # not a minute of night
        (12, 10, 22),  # ends as the night begins
        (12, 11, 24 + 9),
        (12, 24, 24 + 22),  # a whole day awake is a day and a night
        (23, 1, 24 + 9),  # asked at night
        (3, 1, 9),
        (8, 14, 22),
        (8, 72, 5 * 24 + 10),
    ],
)
def test_nights_do_not_count(begin: int, hours: int, end: int) -> None:
    assert add_awake(MIDNIGHT + begin * HOUR, hours * HOUR, NIGHT) == MIDNIGHT + end * HOUR


def test_a_night_within_a_day() -> None:
    siesta = NightHours(1, 6, "UTC")
    assert add_awake(MIDNIGHT, 2 * HOUR, siesta) == MIDNIGHT + 7 * HOUR


@pytest.mark.parametrize("zone", ["Europe/Brussels", "America/New_York", "Asia/Kolkata"])
@pytest.mark.parametrize(("start", "end"), [(22, 8), (2, 3), (0, 9), (20, 2), (23, 3)])
def test_every_minute_awake_counts_once_also_when_clocks_change(
    zone: str, start: int, end: int
) -> None:
    """Compared with counting minutes, around both changes of the clocks."""
    rng, quiet = Random(f"{zone} {start}"), QuietHours(start, end)
    for month, day in ((3, 28), (10, 24), (3, 13), (11, 6)):
        begin = datetime(2026, month, day, tzinfo=ZoneInfo(zone)).timestamp()
        begin += 60 * rng.randrange(24 * 60)
        minutes = rng.randrange(1, 36 * 60)
        at, left = begin, minutes
        while left:
            left -= not quiet.covers(local(at, zone).hour)
            at += 60
        assert add_awake(begin, 60.0 * minutes, NightHours(start, end, zone)) == at


# --- At tables ------------------------------------------------------------------------------------


def test_only_the_own_clock_stands() -> None:
    ours = table(clock=int(DAY))
    (seat,) = ours.people_asked()
    begin, seats = ours.seat_deadline(seat) - DAY, ours.record.seats
    for index, end in ((seat, add_awake(begin, DAY, NIGHT)), ((seat + 1) % 3, begin + DAY)):
        changed = list(seats)
        changed[index] = replace(seats[index], night=NIGHT)
        assert table(*changed, clock=int(DAY)).deadline() == end
    assert add_awake(begin, DAY, NIGHT) >= begin + DAY + 10 * HOUR
    shown = ours.seat_clock(seat)
    assert shown is not None
    assert (shown.total, shown.night) == (DAY, False)


def test_the_clock_that_is_shown_ends_with_the_deadline(
    server: TestClient, ann: Person, bob: Person
) -> None:
    for person in (ann, bob):
        assert person.post("/api/notices", SETTINGS).status_code == 200
    made = ann.sets("me", "friend", options={"duel": "on"}, clock=int(DAY))
    bob.joins(made)
    table = opened(server, made["id"]).table
    begin, (seat,) = table.record.began, table.people_asked()
    deadline = add_awake(begin, DAY, NIGHT)
    assert deadline >= begin + DAY + 10 * HOUR
    shown = table.seat_clock(seat)
    assert shown is not None
    assert (shown.until, shown.total, shown.night) == (deadline, deadline - begin, True)
    standing = table.seat_clock(1 - seat)
    assert standing is not None
    assert (standing.until, standing.total) == (None, DAY)
    assert ann.sees(made["id"])["deadline"] == deadline


def test_a_bot_moves_only_after_the_night(
    server: TestClient, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for person in (ann, bob):
        person.post("/api/notices", SETTINGS)
    made = ann.sets("me", "friend", options={"duel": "on"}, clock=int(DAY))
    bob.joins(made)
    live, runner = opened(server, made["id"]), JobRunner(service_of(server))
    wait = add_awake(live.table.record.began, DAY, NIGHT) - live.table.record.began
    move_time(monkeypatch, wait - HOUR)
    call(server, runner.run_due)
    assert not live.table.clocks.missed
    move_time(monkeypatch, wait + 1)
    call(server, runner.run_due)
    assert live.table.clocks.missed


def test_a_running_game_keeps_its_hours(server: TestClient, ann: Person, bob: Person) -> None:
    ann.post("/api/notices", SETTINGS)
    made = ann.sets("me", "friend", options={"duel": "on"}, clock=int(DAY))
    ann.post("/api/notices", {**SETTINGS, "night_clock": False})
    bob.post("/api/notices", {**SETTINGS, "quiet": [0, 6]})
    bob.joins(made)
    for person, name in ((ann, "Anna"), (bob, "Bobby")):
        assert person.post("/api/person", {"name": name}).status_code == 200
    seats = opened(server, made["id"]).table.record.seats
    nights = {seat.name: seat.night for seat in seats}
    assert nights == {"Anna": NIGHT, "Bobby": NightHours(0, 6, "UTC")}


def test_live_games_have_no_night(server: TestClient, ann: Person) -> None:
    ann.post("/api/notices", SETTINGS)
    for clock in ({"clock": 180}, {"bank": 300}, {}):
        record = opened(server, ann.opens("me", "greedy", "greedy", **clock)).table.record
        assert {seat.night for seat in record.seats} == {None}
    record = opened(server, ann.opens("me", "greedy", "greedy", clock=3600)).table.record
    assert [seat.night for seat in record.seats] == [NIGHT, None, None]


def test_tournament_games_go_on_at_night() -> None:
    file = new_file("league", 4, 2, 2)
    people = [entrant.entry for entrant in file.entrants]
    _, tables = new_round(file, [people[:2], people[2:]], 1, 1.0)
    assert {seat.night for record in tables for seat in record.seats} == {None}


def test_settings_are_checked_and_kept(ann: Person, tmp_path: Any) -> None:
    for bad in ([], [22, 22], [20, 8]):
        assert ann.post("/api/notices", {**SETTINGS, "quiet": bad}).status_code == 422
    assert ann.post("/api/notices", {**SETTINGS, "quiet": [20, 8], "night_clock": False}).is_success
    assert ann.get("/api/notices").json()["night_clock"] is False
    assert ann.post("/api/notices", SETTINGS).is_success
    assert ann.get("/api/notices").json()["night_clock"] is True
    assert ann.get("/api/me/data").json()["notice_settings"][0]["night_clock"] is True
    assert 'name="night_clock" checked' in ann.get("/notices").text
    store = site_database(str(tmp_path / "nomarch.sqlite3")).open()
    write_settings(store, "a", NoticeSettings(quiet=QuietHours(22, 8)))
    (seat,) = with_nights(store, [Seat("player", "A", "a", night=NIGHT)], int(DAY))
    assert seat.night is None, "only the clocks of those who asked for it stand"
    store.close()
