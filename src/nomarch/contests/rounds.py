"""What follows from a tournament's file: who plays next, and where; whether it is over."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec

from nomarch.contests.knockout import advancing
from nomarch.contests.leagues import cut_ladder, next_ladder
from nomarch.contests.seating import (
    Met,
    Sat,
    Seating,
    count_together,
    history,
    plan_rounds,
    swiss_round,
)
from nomarch.contests.standings import (
    ABSENT,
    Pairing,
    PairingSeat,
    SeatScore,
    StandingLine,
    lot,
    seat_scores,
    standings,
)
from nomarch.contests.tournaments import (
    FAR_AWAY,
    KNOCKOUT,
    LEAGUE,
    LEAST_PEOPLE,
    OPEN_STATE,
    Tournament,
    TournamentData,
)
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.run.seeds import commitment, make_seed
from nomarch.people.rated_play import has_rated_bots
from nomarch.tables.service import bot_seat
from nomarch.tables.state.model import DUEL, PLAYER, STAND_IN, Seat, TableRecord, new_id, new_token

MOST_ABSENCES = 2
"""Rounds that a person may miss before they are taken out."""
MOST_KNOCKOUT_ROUNDS = 10
"""Rounds of the largest knockout."""
LEAST_DRAWS, MOST_DRAWS = 2, 60
DRAWN_PEOPLE = 600
"""Draws of lots times people, which bounds the time that seating takes."""
WIDER_EVERY = 4
"""Draws after which a Swiss round considers one table more."""
HEATING, MOST_HEAT = 1.4, 1e4
"""By how much each draw leaves more to chance, and the limit."""


def division_standings(file: TournamentData) -> dict[int, list[StandingLine]]:
    """Return the standings of every division as they are now; of division 0 if there are none."""
    divisions: dict[int, list[str]] = {}
    for entrant in file.counted:
        divisions.setdefault(entrant.division, []).append(entrant.entry)
    scores = seat_scores(
        file.pairings, file.results, is_duplicate=file.tournament.duplicate
    )  # once for all divisions
    return {
        no: standings_among(divisions[no], file, file.pairings, scores) for no in sorted(divisions)
    }


def standings_among(
    people: Sequence[str],
    file: TournamentData,
    pairings: Sequence[Pairing],
    scores: Sequence[SeatScore] | None = None,
) -> list[StandingLine]:
    """Return the standings of some people after some tables."""
    tournament = file.tournament
    return standings(
        people,
        pairings,
        file.results,
        tournament.seed,
        is_duplicate=tournament.duplicate,
        by_round=tournament.format == KNOCKOUT,
        byes=tournament.byes,
        scores=scores,
    )


def missing_people(file: TournamentData) -> list[str]:
    """Return those who missed too many rounds."""
    missed = Counter(
        seat.entry for pairing in file.pairings for seat in pairing.seats if seat.forfeit == ABSENT
    )
    return [entrant.entry for entrant in file.active if missed[entrant.entry] >= MOST_ABSENCES]


def next_people(file: TournamentData) -> list[str]:
    """Return who plays the next round; in a knockout the best first."""
    tournament, gone = file.tournament, set(missing_people(file))
    there = [entrant for entrant in file.active if entrant.entry not in gone]
    if tournament.format != KNOCKOUT:
        return sorted(e.entry for e in there if e.from_round <= tournament.round + 1)
    present = {entrant.entry for entrant in there}
    if not tournament.round:
        return sorted(present, key=lambda person: lot(tournament.seed, person))
    return advancing(
        file.round(tournament.round),
        tournament.byes_of(tournament.round),
        file.results,
        tournament.seed,
        present,
        is_duplicate=tournament.duplicate,
    )


def advanced_from(file: TournamentData, number: int) -> set[str]:
    """Return who went on from a round of a knockout that is over."""
    tournament = file.tournament
    if tournament.format != KNOCKOUT:
        return set()
    if number == tournament.round:
        return set() if tournament.has_ended else set(next_people(file))
    seated = {seat.entry for pairing in file.round(number + 1) for seat in pairing.seats}
    return {*seated, *tournament.byes_of(number + 1)} - {""}


def next_byes(file: TournamentData, people: Sequence[str]) -> list[str]:
    """Return who has a bye: in duels of an odd number, the first of those with the fewest."""
    tournament = file.tournament
    if tournament.format != KNOCKOUT or tournament.seats != DUEL or len(people) % 2 == 0:
        return []
    return [min(people, key=tournament.byes.count)]


def is_last_round(file: TournamentData) -> bool:
    """Whether nothing follows the running round."""
    tournament = file.tournament
    if len(next_people(file)) < LEAST_PEOPLE:
        return True
    if tournament.format == KNOCKOUT:
        byes = tournament.byes_of(tournament.round)
        return len(file.round(tournament.round)) + len(byes) <= 1
    return tournament.round >= tournament.rounds


# --- Seasons of a league --------------------------------------------------------------------------


def with_divisions(file: TournamentData, ratings: Mapping[str, float]) -> TournamentData:
    """Return a league's file with divisions: by the last season, and newcomers by rating."""
    tournament = file.tournament

    def order(person: str) -> tuple[int, float, str]:
        return (
            ladder[person] or len(ladder) + 1,
            -ratings.get(person, 0),
            lot(tournament.seed, person),
        )

    ladder = {entrant.entry: entrant.ladder for entrant in file.active}
    cut = cut_ladder(sorted(ladder, key=order), tournament.seats, tournament.rounds)
    entrants = tuple(
        msgspec.structs.replace(entrant, division=cut.get(entrant.entry, 0))
        for entrant in file.entrants
    )
    return msgspec.structs.replace(file, entrants=entrants)


def final_divisions(
    file: TournamentData, divisions: Mapping[int, Sequence[StandingLine]]
) -> list[list[str]]:
    """Return those who play on in each of `division_standings`, in their order."""
    there = {entrant.entry for entrant in file.active} - set(missing_people(file))
    return [[line.entry for line in lines if line.entry in there] for lines in divisions.values()]


def next_season(file: TournamentData, id_: str, at: float) -> tuple[Tournament, list[str]] | None:
    """Return a league's next season and its ladder; nothing if too few people play on."""
    person = {entrant.entry: entrant.person for entrant in file.entrants}
    ladder = [
        person[entry] for entry in next_ladder(final_divisions(file, division_standings(file)))
    ]
    tournament = file.tournament
    if tournament.format != LEAGUE or len(ladder) < LEAST_PEOPLE:
        return None
    following = msgspec.structs.replace(
        tournament,
        id=id_,
        seed=make_seed(),
        created=at,
        starts=max(at, tournament.deadline) + tournament.round_seconds,
        state=OPEN_STATE,
        round=0,
        round_began=0.0,
        next_at=0.0,
        byes=(),
        draws=(),
        season=tournament.season + 1,
        previous=tournament.id,
        version=0,
    )
    return following, ladder


# --- Tables ---------------------------------------------------------------------------------------


def draw_seating(
    file: TournamentData, people: Sequence[str], number: int, apart: Collection[tuple[str, str]]
) -> tuple[Seating, int]:
    """Seat people for a round, and return the number of the draw of lots.

    Draws until no pair that should be kept apart shares a table, or takes the best draw. The record
    holds the number only, so that a seating can be checked without telling who avoids whom.
    """
    best = seat_people(file, people, number), 0
    fewest = count_together(best[0], apart)
    for draw in range(1, max(LEAST_DRAWS, min(MOST_DRAWS, DRAWN_PEOPLE // len(people)))):
        if not fewest:
            break
        seating = seat_people(file, people, number, draw)
        together = count_together(seating, apart)
        if together < fewest:
            best, fewest = (seating, draw), together
    return best


def seat_people(file: TournamentData, people: Sequence[str], number: int, draw: int = 0) -> Seating:
    """Seat people for a round; the same for everyone who knows the file and the seed."""
    tournament = file.tournament
    before = [pairing for pairing in file.pairings if pairing.round < number]
    met, sat = history([[[seat.entry for seat in pairing.seats] for pairing in before]])
    seed = f"{tournament.seed} seating {number}" + (f" draw {draw}" if draw else "")
    heat = min(MOST_HEAT, HEATING**draw)
    if tournament.format == LEAGUE:
        return _seat_divisions(file, people, tournament.rounds - number + 1, met, sat, seed, heat)
    if tournament.format == KNOCKOUT or number == 1:
        return plan_rounds(sorted(people), tournament.seats, 1, met, sat, seed, heat)[0]
    ranked = standings_among(sorted(people), file, before)
    return swiss_round(
        [line.entry for line in ranked],
        {line.entry: line.points for line in ranked},
        tournament.seats,
        met,
        sat,
        seed,
        window=(2 if number <= 2 else 1) + draw // WIDER_EVERY,
        is_last=number == tournament.rounds,
        heat=heat,
    )


def _seat_divisions(
    file: TournamentData,
    people: Sequence[str],
    rounds: int,
    met: Met,
    sat: Sat,
    seed: str,
    heat: float,
) -> Seating:
    """Seat the people of each division, looking at all rounds that are left."""
    divisions: dict[int, list[str]] = {}
    for entrant in file.entrants:
        if entrant.entry in people:
            divisions.setdefault(entrant.division, []).append(entrant.entry)
    seats = file.tournament.seats
    return [
        table
        for no, here in sorted(divisions.items())
        for table in plan_rounds(sorted(here), seats, rounds, met, sat, f"{seed} {no}", heat)[0]
    ]


def new_round(
    file: TournamentData, seating: Seating, number: int, at: float
) -> tuple[list[Pairing], list[TableRecord]]:
    tournament = file.tournament
    book, level = rulebook(tournament.game), tournament.level or STAND_IN
    entrants = {entrant.entry: entrant for entrant in file.entrants}
    pairings, tables = [], []
    for no, people in enumerate(seating, start=1):
        seats = tuple(
            Seat(PLAYER, entrants[entry].name, entrants[entry].person)
            if entry
            else bot_seat(level, index)
            for index, entry in enumerate(people)
        )
        record = TableRecord(
            id=new_id(),
            game=tournament.game,
            rules=book.game.rules_version,
            options=tournament.options,
            seats=seats,
            seed=tournament.table_seed(number, no),
            invite=new_token(),
            host=next(seat.person for seat in seats if seat.person),
            created=at,
            began=at,
            clock=tournament.clock,
            hints=False,
            board=tournament.board_id(number),
            sealed=FAR_AWAY if tournament.duplicate else 0.0,
            tournament=tournament.id,
            stand_in=level,
            rated=tournament.rated and has_rated_bots(tournament.game, seats),
            replaced_loses=tournament.rated,
            absent_last=True,
            resigning_ends=len(seats) == DUEL and not tournament.duplicate,
        )
        tables.append(record)
        pairings.append(
            Pairing(number, no, record.id, tuple(PairingSeat(person) for person in people))
        )
    return pairings, tables


def check_seating(file: TournamentData) -> list[str]:
    """Return what in a finished tournament does not follow from its seed; nothing if all does."""
    wrong = []
    for number in range(1, file.tournament.round + 1):
        here = file.round(number)
        people = sorted(seat.entry for pairing in here for seat in pairing.seats if seat.entry)
        seated = [[seat.entry for seat in pairing.seats] for pairing in here]
        draw = next(iter(file.tournament.draws[number - 1 : number]), 0)
        if seated != seat_people(file, people, number, draw):
            wrong.append(f"round {number}: the seating")
    return wrong


def board_commitments(tournament: Tournament) -> list[str]:
    """Return the SHA-256 of every round's board; nothing if tables have their own seeds."""
    if not tournament.duplicate:
        return []
    rounds = tournament.rounds or MOST_KNOCKOUT_ROUNDS
    return [commitment(tournament.table_seed(number, 1)) for number in range(1, rounds + 1)]
