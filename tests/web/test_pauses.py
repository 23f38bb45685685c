"""When clocks stand still: while no server runs, at night, and on vacation."""

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

from .actors import Person, Site
from .conftest import Start
from .test_rounds import new_file
from .test_table import play, table

HOUR, DAY = 3600.0, 86_400.0
NIGHT = NightHours(22, 8, "UTC")
SIESTA = NightHours(1, 6, "UTC")
MIDNIGHT = 20_000 * DAY
SETTINGS: dict[str, Any] = {"quiet": [22, 8], "zone": "UTC", "night_clock": True}
DUEL: dict[str, Any] = {"options": {"duel": "on"}, "clock": int(DAY)}


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
def test_every_minute_awake_counts_once_in_any_zone(zone: str, start: int, end: int) -> None:
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


def test_clocks_stand_still_while_no_server_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomarch.tables.state.table.now", lambda: 1300.0)
    ours, per_move = table(bank=300, increment=0), table(clock=60)
    ours.now = replace(ours.now, outages=((1100.0, 1160.0), (1150.0, 1200.0)))
    seat, begin = ours.match.to_act[0], 1000.0 + FREE_SECONDS
    assert ours.deadline() == begin + 300 + 100
    play(ours)
    assert ours.seat_clock(seat).left == 300 - (1300 - begin - 100)
    assert replace(per_move.now, outages=((1030.0, 1500.0),)).deadline() == 1000 + 60 + 470


def test_a_restart_gives_back_the_time_of_an_outage(start: Start) -> None:
    with start() as site:
        site.clock.advance(0)
        table = site.person("Ann").opens("me", "random", options={"duel": "on"}, clock=3600)
        site.settle(table)
        before = table.state.deadline()
    site.clock.advance(600)
    with start() as site:
        after = site.live(table).table.deadline()
    assert after - before == pytest.approx(600 + RECONNECT_SECONDS, abs=30)


def test_vacation_days_are_counted(ann: Person) -> None:
    all_days = {"until": 0.0, "days": DAYS_PER_YEAR}
    assert ann.gets("/api/vacation") == all_days
    assert ann.posts("/api/vacation", days=5)["days"] == DAYS_PER_YEAR - 5
    assert ann.posts("/api/vacation", days=0) == all_days  # a moment doesn't cost a day
    for days in (21, -1):
        ann.cannot("/api/vacation", status=422, days=days)
    assert "vacation" in ann.reads("/notices")


def test_vacations_of_years(store: Store) -> None:
    new_year = 1_767_225_600.0  # 1 January 2026
    take_vacation(store, "ann", 20, new_year - 30 * DAY)
    with pytest.raises(BadRequest):
        take_vacation(store, "ann", 1, new_year - 9 * DAY)
    assert read_vacation(store, "ann").days_left(new_year) == DAYS_PER_YEAR
    take_vacation(store, "ann", 3, new_year + 5 * DAY)
    assert read_vacation(store, "ann").days_left(new_year) == DAYS_PER_YEAR - 3


def test_a_slow_game_waits_for_a_vacation(site: Site, ann: Person, bob: Person) -> None:
    site.clock.advance(0)
    table, quick = (ann.meets(bob, **DUEL | {"clock": clock}) for clock in (int(DAY), 60))
    (seat,) = table.state.people_asked()
    mover, other = (ann, bob) if table.state.record.seats[seat].name == "Ann" else (bob, ann)
    late = table.state.seat_deadline(seat)
    with other.listens(table) as link:
        assert link.looks(lang="en")["seats"][seat]["vacation"] is None
        for person in (mover, other):
            person.posts("/api/vacation", days=4)
        until = table.state.seat_deadline(seat)
        assert until == late + 4 * DAY
        assert link.hears("page")["seats"][seat]["vacation"] is not None
    began, site.clock.at = site.clock.at, late + 1
    site.call(JobRunner(site.tables).run_due)
    assert quick.state.clocks.missed or quick.state.away
    assert not table.state.clocks.missed
    assert table not in site.reads(find_due, until - 1, 10)
    assert table in site.reads(find_due, until, 10)
    site.clock.at = began
    mover.posts("/api/vacation", days=0)
    assert table.state.seat_deadline(seat) == pytest.approx(late, abs=60)


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


def test_a_bot_moves_when_the_clock_that_is_shown_ends(ann: Person, bob: Person) -> None:
    site = ann.site
    for person in (ann, bob):
        person.posts("/api/notices", **SETTINGS)
    site.clock.advance(0)
    table = ann.meets(bob, **DUEL)
    begin, (seat,) = table.state.record.began, table.state.people_asked()
    deadline = awake(begin, DAY)
    shown, standing = table.state.seat_clock(seat), table.state.seat_clock(1 - seat)
    assert (shown.until, shown.total, shown.night) == (deadline, deadline - begin, True)
    assert (standing.until, standing.total) == (None, DAY)
    assert ann.sees(table)["deadline"] == deadline
    for seconds, is_late in ((-HOUR, False), (1, True)):
        site.clock.at = deadline + seconds
        site.call(JobRunner(site.tables).run_due)
        assert bool(table.state.clocks.missed) == is_late


def test_a_running_game_keeps_its_hours(ann: Person, bob: Person) -> None:
    ann.posts("/api/notices", **SETTINGS)
    table = ann.opens("me", "friend", **DUEL)
    ann.posts("/api/notices", **{**SETTINGS, "night_clock": False})
    bob.posts("/api/notices", **{**SETTINGS, "quiet": [0, 6]})
    bob.joins(table)
    for person, name in ((ann, "Anna"), (bob, "Bobby")):
        person.posts("/api/person", name=name)
    nights = {seat.name: seat.night for seat in table.state.record.seats}
    assert nights == {"Anna": NIGHT, "Bobby": NightHours(0, 6, "UTC")}


def test_clocks_of_hours_have_nights_if_their_player_says_so(store: Store) -> None:
    seats = [Seat("player", "A", "a", night=SIESTA), Seat("bot", "B", level="greedy")]

    def nights(clock: int) -> list[NightHours | None]:
        return [seat.night for seat in with_pauses(store, seats, clock)]

    write_settings(store, "a", NoticeSettings(quiet=QuietHours(22, 8), night_clock=True))
    assert nights(0) == nights(180) == [None, None]
    assert nights(3600) == [NIGHT, None]
    write_settings(store, "a", NoticeSettings(quiet=QuietHours(22, 8)))
    assert nights(3600) == [None, None]


def test_tournament_games_go_on_at_night() -> None:
    file = new_file("league", 4, 2, 2)
    people = [entrant.entry for entrant in file.entrants]
    _, tables = new_round(file, [people[:2], people[2:]], 1, 1.0)
    assert {seat.night for record in tables for seat in record.seats} == {None}


def test_settings_are_checked_and_kept(ann: Person) -> None:
    for bad in ([], [22, 22], [20, 8]):
        ann.cannot("/api/notices", status=422, **{**SETTINGS, "quiet": bad})
    for kept in ({**SETTINGS, "quiet": [20, 8], "night_clock": False}, SETTINGS):
        ann.posts("/api/notices", **kept)
        assert ann.gets("/api/notices")["night_clock"] is kept["night_clock"]
    assert ann.gets("/api/me/data")["notice_settings"][0]["night_clock"] is True
    assert 'name="night_clock" checked' in ann.reads("/notices")
