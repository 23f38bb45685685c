"""When clocks stand still: while no server runs, at night, and on vacation."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from nomarch.contests.rounds import new_round
from nomarch.people.notices import NoticeSettings, write_settings
from nomarch.people.own_pauses import DAYS_PER_YEAR, read_vacation, take_vacation, with_pauses
from nomarch.storage.store import Store
from nomarch.tables.job_runner import JobRunner
from nomarch.tables.state.clocks import FREE_SECONDS
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import Seat
from nomarch.tables.state.outages import RECONNECT_SECONDS
from nomarch.tables.state.pauses import Pauses, Span, time_out
from nomarch.tables.state.quiet_hours import NightHours, QuietHours, local
from nomarch.tables.stores.job_store import find_due

from .actors import Clock, Person, Site
from .conftest import Start
from .test_rounds import new_file
from .test_table import play, table

HOUR, DAY = 3600.0, 86_400.0
NIGHT = NightHours(22, 8, "UTC")
SIESTA = NightHours(1, 6, "UTC")
MIDNIGHT = 20_000 * DAY
SETTINGS: dict[str, Any] = {"quiet": [22, 8], "zone": "UTC", "night_clock": True}
DUEL: dict[str, Any] = {"options": {"duel": "on"}, "clock": int(DAY)}


# --- Counting -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("night", "pauses", "begin", "hours", "end"),
    [
        (None, (), 12, 30, 42),
        (NIGHT, (), 12, 8, 20),  # not a minute of night
        (NIGHT, (), 12, 10, 22),  # ends as the night begins
        (NIGHT, (), 12, 11, 24 + 9),
        (NIGHT, (), 12, 24, 24 + 22),  # a whole day awake is a day and a night
        (NIGHT, (), 23, 1, 24 + 9),  # asked at night
        (NIGHT, (), 3, 1, 9),
        (NIGHT, (), 8, 14, 22),
        (NIGHT, (), 8, 72, 5 * 24 + 10),
        (SIESTA, (), 0, 2, 7),  # a night within a day
        (None, [(11, 12), (13, 15)], 12, 2, 16),
        (None, [(14, 16)], 12, 2, 14),  # ends as the pause begins
        (None, [(13, 18), (16, 20)], 12, 2, 21),  # pauses overlap
        (None, [(16, 17), (13, 20)], 12, 2, 21),
        (None, [(8, 14), (40, 50)], 12, 2, 16),  # begun before, and too late to matter
        (NIGHT, [(13, 15)], 12, 9, 24 + 9),  # what an outage costs is not lost at night
        (NIGHT, [(23, 24)], 12, 11, 24 + 9),  # an outage at night costs nothing
        (NIGHT, [(20, 3 * 24 + 20)], 12, 11, 4 * 24 + 9),  # nights of a vacation count once
    ],
)
def test_time_is_counted_between_pauses(
    night: NightHours | None, pauses: list[Span], begin: int, hours: int, end: int
) -> None:
    def at(hour: float) -> float:
        return MIDNIGHT + hour * HOUR

    clock = Pauses(tuple((at(since), at(until)) for since, until in pauses), night)
    assert time_out(clock, at(begin), hours * HOUR) == at(end)
    assert clock.used(at(begin), at(end)) == hours * HOUR
    assert clock.used(at(begin), at(begin) - 1) == 0


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
        nights = Pauses((), NightHours(start, end, zone))
        assert time_out(nights, begin, 60.0 * minutes) == at


# --- Outages --------------------------------------------------------------------------------------


def test_clocks_stand_still_while_no_server_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomarch.tables.state.table.now", lambda: 1300.0)
    ours, per_move = table(bank=300, increment=0), table(clock=60)
    ours.now = replace(ours.now, outages=((1100.0, 1160.0), (1150.0, 1200.0)))
    seat, begin = ours.match.to_act[0], 1000.0 + FREE_SECONDS
    assert ours.deadline() == begin + 300 + 100
    play(ours)
    assert ours.seat_clock(seat).left == 300 - (1300 - begin - 100)
    assert replace(per_move.now, outages=((1030.0, 1500.0),)).deadline() == 1000 + 60 + 470


def test_a_restart_gives_back_the_time_of_an_outage(start: Start, clock: Clock) -> None:
    with start() as site:
        id_ = site.person("Ann").opens("me", "random", options={"duel": "on"}, clock=3600)
        site.settle(id_)
        before = site.live(id_).table.deadline()
    clock.advance(600.0)
    with start() as site:
        after = site.live(id_).table.deadline()
    assert after - before == pytest.approx(600 + RECONNECT_SECONDS, abs=30)


# --- Vacation -------------------------------------------------------------------------------------


def test_vacation_days_are_counted(ann: Person) -> None:
    assert ann.get("/api/vacation").json() == {"until": 0.0, "days": DAYS_PER_YEAR}
    taken = ann.post("/api/vacation", {"days": 5}).json()
    assert taken["days"] == DAYS_PER_YEAR - 5
    ended = ann.post("/api/vacation", {"days": 0}).json()
    assert ended == {"until": 0.0, "days": DAYS_PER_YEAR}  # a moment doesn't cost a day
    assert ann.post("/api/vacation", {"days": 21}).status_code == 422
    assert ann.post("/api/vacation", {"days": -1}).status_code == 422
    assert "vacation" in ann.get("/notices").text


def test_vacations_of_years(store: Store) -> None:
    new_year = 1_767_225_600.0  # 1 January 2026
    take_vacation(store, "ann", 20, new_year - 30 * DAY)
    with pytest.raises(BadRequest):
        take_vacation(store, "ann", 1, new_year - 9 * DAY)
    assert read_vacation(store, "ann").days_left(new_year) == DAYS_PER_YEAR
    take_vacation(store, "ann", 3, new_year + 5 * DAY)
    assert read_vacation(store, "ann").days_left(new_year) == DAYS_PER_YEAR - 3


def test_a_slow_game_waits_for_a_vacation_and_shows_it(
    site: Site, ann: Person, bob: Person
) -> None:
    made = ann.opens("me", "friend", **DUEL)
    quick = ann.opens("me", "friend", **DUEL | {"clock": 60})
    for one in (made, quick):
        bob.joins(one)
    live, fast = site.live(made), site.live(quick)
    (seat,) = live.table.people_asked()
    mover, other = (ann, bob) if live.table.record.seats[seat].name == "Ann" else (bob, ann)
    late = live.table.seat_deadline(seat)
    with other.listens(made) as link:
        assert link.looks(lang="en")["seats"][seat]["vacation"] is None
        for person in (mover, other):
            assert person.post("/api/vacation", {"days": 4}).status_code == 200
        until = live.table.seat_deadline(seat)
        assert until == late + 4 * DAY
        assert link.hears("page")["seats"][seat]["vacation"] is not None
    site.clock.at = late + 1
    site.call(JobRunner(site.tables).run_due)
    assert fast.table.clocks.missed or fast.table.away
    assert not live.table.clocks.missed
    assert made not in site.reads(find_due, until - 1, 10)
    assert made in site.reads(find_due, until, 10)
    site.clock.at = None
    mover.post("/api/vacation", {"days": 0})
    assert live.table.seat_deadline(seat) == pytest.approx(late, abs=60)


# --- Nights ---------------------------------------------------------------------------------------


def test_only_the_own_clock_stands() -> None:
    ours = table(clock=int(DAY))
    (seat,) = ours.people_asked()
    begin, seats = ours.seat_deadline(seat) - DAY, ours.record.seats
    for index, end in ((seat, awake(begin, DAY)), ((seat + 1) % 3, begin + DAY)):
        changed = list(seats)
        changed[index] = replace(seats[index], night=NIGHT)
        assert table(*changed, clock=int(DAY)).deadline() == end
    shown = ours.seat_clock(seat)
    assert (shown.total, shown.night) == (DAY, False)


def awake(begin: float, seconds: float) -> float:
    end = time_out(Pauses((), NIGHT), begin, seconds)
    assert end >= begin + seconds + 10 * HOUR
    return end


def test_a_bot_moves_after_the_night_when_the_clock_that_is_shown_ends(
    site: Site, ann: Person, bob: Person
) -> None:
    for person in (ann, bob):
        assert person.post("/api/notices", SETTINGS).status_code == 200
    made = ann.opens("me", "friend", **DUEL)
    bob.joins(made)
    live, runner = site.live(made), JobRunner(site.tables)
    begin, (seat,) = live.table.record.began, live.table.people_asked()
    deadline = awake(begin, DAY)
    shown, standing = live.table.seat_clock(seat), live.table.seat_clock(1 - seat)
    assert shown is not None
    assert standing is not None
    assert (shown.until, shown.total, shown.night) == (deadline, deadline - begin, True)
    assert (standing.until, standing.total) == (None, DAY)
    assert ann.sees(made)["deadline"] == deadline
    for seconds, is_late in ((-HOUR, False), (1, True)):
        site.clock.at = deadline + seconds
        site.call(runner.run_due)
        assert bool(live.table.clocks.missed) == is_late


def test_a_running_game_keeps_its_hours(site: Site, ann: Person, bob: Person) -> None:
    ann.post("/api/notices", SETTINGS)
    made = ann.opens("me", "friend", **DUEL)
    ann.post("/api/notices", {**SETTINGS, "night_clock": False})
    bob.post("/api/notices", {**SETTINGS, "quiet": [0, 6]})
    bob.joins(made)
    for person, name in ((ann, "Anna"), (bob, "Bobby")):
        assert person.post("/api/person", {"name": name}).status_code == 200
    seats = site.live(made).table.record.seats
    nights = {seat.name: seat.night for seat in seats}
    assert nights == {"Anna": NIGHT, "Bobby": NightHours(0, 6, "UTC")}


def test_clocks_of_hours_have_nights_if_their_player_says_so(store: Store) -> None:
    seats = [Seat("player", "A", "a", night=SIESTA), Seat("bot", "B", level="greedy")]

    def nights(clock: int) -> list[NightHours | None]:
        return [seat.night for seat in with_pauses(store, seats, clock)]

    write_settings(store, "a", NoticeSettings(quiet=QuietHours(22, 8), night_clock=True))
    assert [nights(clock) for clock in (0, 180, 3600)] == [
        [None, None],
        [None, None],
        [NIGHT, None],
    ]
    write_settings(store, "a", NoticeSettings(quiet=QuietHours(22, 8)))
    assert nights(3600) == [None, None]


def test_tournament_games_go_on_at_night() -> None:
    file = new_file("league", 4, 2, 2)
    people = [entrant.entry for entrant in file.entrants]
    _, tables = new_round(file, [people[:2], people[2:]], 1, 1.0)
    assert {seat.night for record in tables for seat in record.seats} == {None}


def test_settings_are_checked_and_kept(ann: Person) -> None:
    for bad in ([], [22, 22], [20, 8]):
        assert ann.post("/api/notices", {**SETTINGS, "quiet": bad}).status_code == 422
    assert ann.post("/api/notices", {**SETTINGS, "quiet": [20, 8], "night_clock": False}).is_success
    assert ann.get("/api/notices").json()["night_clock"] is False
    assert ann.post("/api/notices", SETTINGS).is_success
    assert ann.get("/api/notices").json()["night_clock"] is True
    assert ann.get("/api/me/data").json()["notice_settings"][0]["night_clock"] is True
    assert 'name="night_clock" checked' in ann.get("/notices").text
