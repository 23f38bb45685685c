"""Rounds of tournaments for every number of people: plain functions, no server."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from nomarch.contests import leagues, rounds, seating
from nomarch.contests.knockout import advancing, count_advancing
from nomarch.contests.standings import ABSENT, Pairing, StandingLine, lot
from nomarch.contests.tournaments import Entrant, Tournament, TournamentData

from .conftest import Patch
from .cups import paired, result

SEED = "ab" * 32
COUNTS = range(3, 65)
SIZES = range(2, 7)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays does not depend on how well they are seated."""
    monkeypatch.setattr(seating, "LEAST_STEPS", 400)
    monkeypatch.setattr(seating, "MOST_STEPS", 400)


def new_file(format_: str, people: int, seats: int, rounds: int = 0) -> TournamentData:
    tournament = Tournament(
        id="t", title="Nile Cup", game="giza", options={}, seats=seats, format=format_,
        rounds=rounds, clock=60, starts=0.0, host="p00", created=0.0, seed=SEED, round_seconds=3600,
    )  # fmt: skip
    return TournamentData(tournament, tuple(map(entrant, range(people))), (), {})


def entrant(number: int, from_round: int = 1) -> Entrant:
    return Entrant(f"p{number:02}", f"Person {number}", float(number), from_round, False)


def current_standings(file: TournamentData) -> list[StandingLine]:
    return [line for lines in rounds.division_standings(file).values() for line in lines]


class Director:
    """Plays a tournament: people come or not, stay or leave, all by chance."""

    def __init__(self, file: TournamentData, rng: Random, *, trouble: float = 0.0) -> None:
        self.file, self.rng, self.trouble = file, rng, trouble

    def start(self) -> list[str]:
        people = rounds.next_people(self.file)
        if self.file.tournament.format == "league" and not self.file.tournament.round:
            self.file = rounds.with_divisions(self.file, {})
        tournament, number = self.file.tournament, self.file.tournament.round + 1
        byes = rounds.next_byes(self.file, people)
        seated = rounds.seat_people(self.file, [p for p in people if p not in byes], number)
        pairings = [paired(number, no, *table) for no, table in enumerate(seated, start=1)]
        now_free = (*tournament.byes, *(byes or [""]))
        begun = replace(tournament, state="running", round=number, byes=now_free)
        self.file = replace(
            self.file, tournament=begun, pairings=(*self.file.pairings, *pairings),
            entrants=self._without(rounds.missing_people(self.file)),
        )  # fmt: skip
        return people

    def play(self) -> None:
        """Ends all tables; some do not come, some leave, some withdraw afterwards."""
        pairings, results = list(self.file.pairings), dict(self.file.results)
        for index, pairing in enumerate(pairings):
            if pairing.table in results:
                continue
            scores = [self.rng.randrange(6) for _ in pairing.seats]
            absent = [self._is_trouble() and bool(seat.entry) for seat in pairing.seats]
            left = [
                i for i, seat in enumerate(pairing.seats)
                if absent[i] or (seat.entry and self._is_trouble())
            ]  # fmt: skip
            seats = (
                replace(seat, forfeit=ABSENT) if gone else seat
                for seat, gone in zip(pairing.seats, absent, strict=True)
            )
            pairings[index] = replace(pairing, seats=tuple(seats))
            results[pairing.table] = result(pairing, *scores, left=left)
        self.file = replace(self.file, pairings=tuple(pairings), results=results)
        leaving = [e.entry for e in self.file.active if self._is_trouble()]
        self.file = replace(self.file, entrants=self._without(leaving))

    def join(self) -> None:
        tournament = self.file.tournament
        if tournament.is_open and self.trouble:
            entrants = self.file.entrants
            late = entrant(len(entrants), tournament.round + 1)
            late = replace(late, division=max(each.division for each in entrants))
            self.file = replace(self.file, entrants=(*entrants, late))

    def _is_trouble(self) -> bool:
        return self.rng.random() < self.trouble

    def _without(self, gone: list[str]) -> tuple[Entrant, ...]:
        return tuple(replace(e, is_withdrawn=True) if e.entry in gone else e
                     for e in self.file.entrants)  # fmt: skip


def check_round(file: TournamentData, people: list[str]) -> None:
    """Everyone has one seat or a bye; tables are full, and nobody sits alone in a knockout."""
    tournament, here = file.tournament, file.round(file.tournament.round)
    seated = [seat.entry for pairing in here for seat in pairing.seats if seat.entry]
    byes = tournament.byes_of(tournament.round)
    assert sorted(seated + byes) == sorted(people)
    assert all(len(pairing.seats) == tournament.seats for pairing in here)
    if tournament.format == "league":
        divisions = Counter(e.division for e in file.entrants if e.entry in people)
        assert len(here) == sum(-(-count // tournament.seats) for count in divisions.values())
    else:
        assert len(here) == -(-len(seated) // tournament.seats)
    if tournament.format == "knockout":
        assert len(byes) == (len(people) % 2 if tournament.seats == 2 else 0)
        fewest = min(sum(bool(seat.entry) for seat in pairing.seats) for pairing in here)
        assert fewest >= 2
    else:
        assert not byes


@pytest.mark.parametrize("seats", SIZES)
def test_a_knockout_of_any_number_narrows_to_a_full_final(seats: int) -> None:
    for count in COUNTS:
        director = Director(new_file("knockout", count, seats), Random(f"{seats} {count}"))
        while True:
            people = director.start()
            check_round(director.file, people)
            file = director.file
            number, tables = file.tournament.round, len(file.round(file.tournament.round))
            if number > 1:  # bots fill seats of the first round only
                assert len(people) % seats == 0
            director.play()
            if rounds.is_last_round(director.file):
                break
            winners = {_best(pairing, director.file) for pairing in file.round(number)}
            through = rounds.next_people(director.file)
            assert winners <= set(through)
            groups = tables + len(file.tournament.byes_of(number))
            assert len(through) == count_advancing(groups, seats)
            assert len(through) < len(people)
            assert rounds.advanced_from(director.file, number) == set(through)
        assert tables == 1
        assert len(people) == min(seats, count)
        assert number <= 7
        first = current_standings(director.file)[: len(people)]
        assert {line.entry for line in first} == set(people)


def _best(pairing: Pairing, file: TournamentData) -> str:
    places = file.results[pairing.table].seats
    best = min(places[i].place for i, seat in enumerate(pairing.seats) if seat.entry)
    first = [s.entry for i, s in enumerate(pairing.seats) if s.entry and places[i].place == best]
    return min(first, key=lambda person: lot(SEED, person))


@pytest.mark.parametrize("format_", ["knockout", "swiss", "league"])
@pytest.mark.parametrize("seats", SIZES)
def test_whoever_comes_or_goes_has_a_seat(format_: str, seats: int, monkeypatch: Patch) -> None:
    """Some come late, do not come, leave or withdraw in every round."""
    if format_ != "knockout":
        monkeypatch.setattr(seating, "MOST_STEPS", 50)
    step = 2 if format_ == "knockout" else 6
    for count in COUNTS[seats % step :: step]:
        rng = Random(f"{format_} {seats} {count}")
        file = new_file(format_, count, seats, 0 if format_ == "knockout" else 3)
        director = Director(file, rng, trouble=rng.choice([0.05, 0.2, 0.5]))
        for _ in range(8):
            missing = rounds.missing_people(director.file)
            here = {each.entry for each in director.file.active} - set(missing)
            people = director.start()
            assert set(people) <= here if format_ == "knockout" else set(people) == here
            if len(people) > 1:
                check_round(director.file, people)
            director.join()
            director.play()
            if rounds.is_last_round(director.file):
                break
        assert rounds.is_last_round(director.file)
        ended = director.file
        lines = current_standings(ended)
        assert sorted(line.entry for line in lines) == sorted(e.entry for e in ended.entrants)
        played = {s.entry for p in ended.pairings for s in p.seats} | set(ended.tournament.byes)
        played |= {e.entry for e in ended.entrants if e.is_withdrawn}
        round_ = ended.tournament.round
        assert {e.entry for e in ended.entrants if e.from_round <= round_} <= played
        assert rounds.check_seating(ended) == []


def test_a_bye_goes_round_and_is_no_game() -> None:
    director = Director(new_file("knockout", 5, 2), Random(1))
    people = director.start()
    (bye,) = director.file.tournament.byes_of(1)
    assert bye == people[0] == min(people, key=lambda person: lot(SEED, person))
    director.play()
    assert bye in rounds.next_people(director.file)
    line = next(line for line in current_standings(director.file) if line.entry == bye)
    assert (line.games, line.last_round) == (0, 1)
    rest = [person for person in people if person != bye]
    assert rounds.next_byes(director.file, [bye, *rest[:2]]) == rest[:1]


@pytest.mark.parametrize("format_", ["knockout", "swiss", "league"])
def test_people_who_block_each_other_are_kept_apart(format_: str) -> None:
    """Pairs that the first draw of lots would seat together, and a pair that can't be avoided."""
    director = Director(new_file(format_, 16, 4, 3), Random(3))
    for number in (1,) if format_ == "knockout" else (1, 2):
        people = director.start()
        file = replace(director.file, pairings=director.file.pairings[: 4 * (number - 1)])
        apart = {(table[0], table[-1]) for table in rounds.seat_people(file, people, number)}
        seated, draw = rounds.draw_seating(file, people, number, apart)
        assert not [pair for pair in apart for table in seated if set(pair) <= set(table)]
        assert draw > 0
        assert seated == rounds.seat_people(file, people, number, draw)
        director.play()
    everyone = {(a, b) for a in people for b in people if a < b}
    seated, _ = rounds.draw_seating(file, people, number, everyone)  # impossible: still a round
    assert sorted(person for table in seated for person in table) == sorted(people)


def test_winners_go_on_then_the_best_of_the_others_but_no_bot() -> None:
    pairings = [
        paired(1, 1, "a", "", "b", "c"),
        paired(1, 2, "d", "e", "f", "g"),
        paired(1, 3, *"hijk"),
    ]
    scores = {
        "1/1": result(pairings[0], 10, 40, 30, 20),  # b is second behind a bot, but the best person
        "1/2": result(pairings[1], 40, 39, 2, 1),
        "1/3": result(pairings[2], 40, 20, 19, 0, left=[1]),
    }
    assert count_advancing(3, 4) == 4
    everyone = set("abcdefghijk")
    assert advancing(pairings, [], scores, SEED, everyone) == ["h", "d", "b", "e"]
    without = advancing(pairings, [], scores, SEED, everyone - {"d"})
    assert without == ["h", "e", "b", "j"]  # e is now the best of the table; i has left the game


@pytest.mark.parametrize("seats", SIZES)
@pytest.mark.parametrize("rounds", [1, 4, 7, 12])
def test_divisions_have_full_tables_and_even_sizes(seats: int, rounds: int) -> None:
    full = leagues.division_size(seats, rounds)
    assert full % seats == 0
    assert 2 * seats <= full <= 16
    for count in range(2, 200):
        sizes = leagues.division_sizes(count, seats, rounds)
        assert sum(sizes) == count
        assert set(sizes[:-1]) <= {full}
        assert sizes[-1] <= 1.5 * full
        assert sizes[-1] >= (full / 2 if sizes[1:] else 2)


def test_the_best_go_up_and_the_last_go_down() -> None:
    first, second, third = ([f"{no}{i}" for i in range(9)] for no in "abc")
    assert leagues.count_moving(9, 9) == 2
    up, down = leagues.moving_people([first, second, third])
    assert up == {"b0", "b1", "c0", "c1"}
    assert down == {"a7", "a8", "b7", "b8"}
    ladder = leagues.next_ladder([first, second, third])
    cut = leagues.cut_ladder(ladder, 3, 4)
    assert sorted(cut) == sorted(first + second + third)
    assert {person for person in cut if cut[person] == 1} == {*first[:7], "b0", "b1"}
    assert {person for person in cut if cut[person] == 2} == {"a7", "a8", *second[2:7], "c0", "c1"}


def test_a_free_place_goes_to_who_would_have_gone_down() -> None:
    first, second = [f"a{i}" for i in range(9)], [f"b{i}" for i in range(9)]
    cut = leagues.cut_ladder(leagues.next_ladder([first[1:], second]), 3, 4)  # a0 does not go on
    assert {person for person in cut if cut[person] == 1} == {*first[1:7], "b0", "b1", "a7"}


@pytest.mark.parametrize("sizes", [(2, 1), (1, 1, 1), (5,), (), (6, 2, 6), (3, 3)])
def test_nobody_is_lost_between_seasons(sizes: tuple[int, ...]) -> None:
    divisions = [[f"{no}-{i}" for i in range(size)] for no, size in enumerate(sizes)]
    ladder = leagues.next_ladder(divisions)
    assert sorted(ladder) == sorted(person for division in divisions for person in division)


def test_a_season_follows_a_season() -> None:
    director = Director(new_file("league", 20, 4, 3), Random(2))
    for _ in range(3):
        people = director.start()
        check_round(director.file, people)
        director.play()
    file = director.file
    assert rounds.is_last_round(file)
    final = rounds.division_standings(file)
    tables = {no: [line.entry for line in lines] for no, lines in final.items()}
    assert [len(lines) for lines in tables.values()] == [8, 12]
    for pairing in file.pairings:  # nobody meets another division
        assert len({no for no in tables for s in pairing.seats if s.entry in tables[no]}) == 1
    found = rounds.next_season(file, "next", 50.0)
    assert found is not None
    following, ladder = found
    assert (following.season, following.previous, following.round) == (2, "t", 0)
    assert following.seed != file.tournament.seed
    assert following.starts == file.tournament.deadline + file.tournament.round_seconds
    newcomer = entrant(99)
    places = enumerate(ladder, start=1)
    people = (replace(entrant(0), entry=person, ladder=place) for place, person in places)
    file = TournamentData(following, (newcomer, *people), (), {})
    cut = rounds.with_divisions(file, {newcomer.entry: 9e9})
    divisions = {each.entry: each.division for each in cut.entrants}
    assert divisions[newcomer.entry] == 3  # last season counts first, however strong they are
    first = {person for person in divisions if divisions[person] == 1}
    assert first == {*tables[1][:6], *tables[2][:2]}
    nobody = replace(director.file, entrants=tuple(
        replace(e, is_withdrawn=True) for e in director.file.entrants
    ))  # fmt: skip
    assert rounds.next_season(nobody, "next", 50.0) is None
    assert (
        sum(map(len, rounds.final_divisions(nobody, rounds.division_standings(nobody))))
        < rounds.LEAST_PEOPLE
    )


def test_the_first_season_goes_by_rating() -> None:
    people = [f"p{number:02}" for number in range(18)]
    file = rounds.with_divisions(
        new_file("league", 18, 3, 4), dict(zip(people, range(18), strict=True))
    )
    assert {e.entry for e in file.entrants if e.division == 1} == set(people[9:])
