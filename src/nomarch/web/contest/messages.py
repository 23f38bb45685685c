"""Messages of clients and responses about daily boards and tournaments."""

from typing import Annotated

from nomarch.web.http.client_messages import Message
from nomarch.web.http.responses import ResponseBody
from nomarch.web.http.text_fields import Prose


class DailyResultInfo(ResponseBody):
    """A person's result on a daily board; `table` is empty while it is sealed."""

    rank: int
    name: str
    mine: bool
    place: int
    points: int
    matchpoints: float | None
    """The share of the others that this result beats, in per cent; a tie is half."""
    difference: float
    """Points above the mean."""
    table: str


class DailyInfo(ResponseBody):
    """A daily board: one game, the same for everyone."""

    day: str
    game: str
    title: str
    players: int
    seat: int
    """The person's seat, from 0."""
    level: str
    opens: float
    closes: float
    closed: bool
    entries: int
    """People who have begun."""
    finished: int
    table: str
    """My table; empty before I begin."""
    done: bool
    left: bool
    """Whether I left my game to a bot."""
    commitment: str
    seed: str
    """Empty until the board is closed."""
    results: list[DailyResultInfo]
    """Best first; empty until I have finished or the board is closed."""


# --- Tournaments ----------------------------------------------------------------------------------


class NewTournament(Message, tag="new_tournament"):
    """A tournament to organise."""

    title: Annotated[str, Prose(60, least=3)]
    game: str
    seats: int
    """Seats of each table."""
    format: str = "swiss"
    """swiss, knockout or league."""
    rounds: int = 4
    """Not counted in a knockout, which ends with its final."""
    clock: int = 60
    """Seconds for each decision."""
    starts: float = 0.0
    """When it begins, in seconds since 1970; by default in an hour."""
    round_seconds: int = 7200
    """Seconds after which bots finish a round's games; in a league, from round to round."""
    duplicate: bool = False
    """Whether all tables of a round play the same board."""
    rated: bool = False
    """Whether the games count for ratings; only people with a claimed name can enter then."""
    level: str = ""
    """The level of bots; by default the one nearest to the people's median rating."""


class TournamentHeading(ResponseBody):
    """The fields that every view of a tournament has."""

    id: str
    title: str
    game: str
    game_title: str
    seats: int
    format: str
    rounds: int
    round: int
    starts: float
    state: str
    duplicate: bool
    rated: bool
    """Whether its games count for ratings."""
    season: int
    """The season of a league."""
    entered: bool
    """Whether the viewer takes part."""


class TournamentLine(TournamentHeading):
    """A tournament in a list."""

    entrants: int


class TournamentSeatInfo(ResponseBody):
    """A seat of a tournament's table, and what its player got."""

    name: str
    bot: bool
    mine: bool
    mark: str
    """absent: a bot played instead; overdue: bots finished the game at the deadline."""
    place: int
    score: int
    points: float | None
    advances: bool
    """Whether they go on in a knockout."""
    left: bool = False
    """Whether they were gone at the end: they come after all who stayed."""


class TournamentTableInfo(ResponseBody):
    """A table of a round; the address is empty while only its players may see it."""

    no: int
    table: str
    over: bool
    mine: bool
    division: int
    """The division of a league, from 1; otherwise 0."""
    seats: list[TournamentSeatInfo]


class TournamentRoundInfo(ResponseBody):
    """A round with its tables."""

    number: int
    tables: list[TournamentTableInfo]
    byes: list[str]
    """Names of those who go on without a game."""
    commitment: str
    """SHA-256 of the board's seed, where tables share one."""
    seed: str
    """Empty until the last table of the board is over."""


class TournamentStandingInfo(ResponseBody):
    """A line of the standings."""

    rank: int
    name: str
    handle: str
    """Names the profile; empty for people without a claimed name."""
    mine: bool
    points: float
    wins: float
    deviation: float
    """Sum of (own score - mean of the table) / spread of the table."""
    rivals: float
    """Mean points per table of the opponents, without the lowest."""
    games: int
    matchpoints: float | None
    withdrawn: bool
    division: int
    """The division of a league, from 1, within which ranks count; otherwise 0."""
    moves: str
    """up or down, if that is where the division's rank leads next season."""


class TournamentInfo(TournamentHeading):
    """A tournament as a person sees it."""

    clock: int
    round_seconds: int
    level: str
    deadline: float
    """When bots finish the running round's games; 0 if no round is running."""
    next_at: float
    """When the next round begins; 0 if that is not known."""
    open: bool
    """Whether people can enter."""
    first_round: int
    """The first round that I play; 0 if I haven't entered."""
    organiser: bool
    my_table: str
    """My table in the running round, while it is not over."""
    previous: str
    """The season before this one."""
    following: str
    """The season after this one."""
    division_size: int
    """How many people a full division of a league has; otherwise 0."""
    standings: list[TournamentStandingInfo]
    played: list[TournamentRoundInfo]
    """The latest round first."""
    commitment: str
    boards: list[str]
    """SHA-256 of each round's board, where tables share one."""
    seed: str
    """Empty until the tournament and all its games are over."""
    stamp: str
    """Changes when anything on the page does."""
    starting: bool = False
    """Whether the first round is being seated."""
