"""Lessons and puzzles: their lists, their pages, and the API of a lesson."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from nomarch.engine.match import SHAPES, Match
from nomarch.errors import Refused
from nomarch.i18n import translator
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.kernel.declare.lessons import Ask, Lesson, Others, Question
from nomarch.learning.coach import GENTLE
from nomarch.learning.course import Course, Reply
from nomarch.learning.mistakes import parse_mistake
from nomarch.learning.practice import cut_lesson, parse_practice, practice_id, start_practice
from nomarch.learning.puzzle_course import PuzzleCourse
from nomarch.learning.puzzles import PREFIX, find_puzzle, load_puzzles
from nomarch.storage.notes import NoteStore
from nomarch.tables.state.errors import NotFound
from nomarch.tables.state.model import Person
from nomarch.web.http import client_messages
from nomarch.web.http.api import body_of, reply
from nomarch.web.http.error_responses import Gone, expected
from nomarch.web.http.language import language_of
from nomarch.web.http.openapi import get, post
from nomarch.web.http.pages import as_json, card_of, game_cards, shape_of
from nomarch.web.http.root_path import root_of
from nomarch.web.site.lesson_messages import LessonLine, LessonPage
from nomarch.web.site.practice_views import PracticeViews
from nomarch.web.site.puzzle_views import Progress, PuzzleViews
from nomarch.web.table.api import TableApi
from nomarch.web.table.log_entries import log_lines
from nomarch.web.table.pages import TablePages
from nomarch.web.table.serializers import moves
from nomarch.web.table.staging import Reader, frame_of

LESSON = "/api/lessons/{game}/{lesson}"


@dataclass(frozen=True)
class Display:
    """The language and shape of a lesson's page."""

    language: str
    shape: str


@dataclass
class LessonViews:
    """The handlers of lessons and puzzles."""

    api: TableApi
    pages: TablePages

    def __post_init__(self) -> None:
        service = self.api.service
        self.notes = NoteStore(service.readers, service.writer, "lesson/", Progress)
        self.puzzles = PuzzleViews(self.api, self.pages, self.notes)
        self.practice = PracticeViews(self.api, self.pages)

    # --- Pages ----------------------------------------------------------------------------------

    async def index(self, request: Request) -> Response:
        cards = game_cards(language_of(request))
        for card in cards:
            lines = await self._lines(request, rulebook(card["id"]))
            card["lessons"], card["next"] = lines, _next(lines)
        return await self.pages.render(request, "learn_index.html", games=cards)

    async def learn(self, request: Request) -> Response:
        book = rulebook(request.path_params["game"])
        t = translator(book.package, language_of(request))
        lines = await self._lines(request, book)
        return await self.pages.render(
            request,
            "learn.html",
            game=card_of(book, t),
            lessons=lines,
            next=_next(lines),
            practice=await self._practice_lines(request, book),
            later=later_lines(request, book, []),
            gentle=GENTLE,
            puzzles=len(load_puzzles(book)),
        )

    async def start(self, request: Request) -> Response:
        """Go to the first lesson that isn't finished."""
        book = rulebook(request.path_params["game"])
        following = _next(await self._lines(request, book))
        return RedirectResponse(f"{root_of(request)}/learn/{book.game.id}/{following}".rstrip("/"))

    async def lesson(self, request: Request) -> Response:
        display = Display(language_of(request), shape_of(request))
        person = self.pages.person(request)
        try:
            course = await self._course(request, person, display.language)
        except Gone as lost:
            return await self.practice.page(request, lost)
        book, lesson = course.book, course.lesson
        page = await self._draw(request, course, display, missed=await self._missed(person, course))
        board, page.board = Markup(page.board), ""
        is_puzzle, is_mistake = lesson.id.startswith(PREFIX), parse_mistake(lesson.id) is not None
        following = await self.api.draw(request, lambda: _following(course, display.language))
        lines = [] if is_puzzle or is_mistake or following else await self._lines(request, book)
        unfinished = [line for line in lines if not line.done and line.id != lesson.id]
        return await self.pages.around_board(
            request,
            book,
            f"{book.game.id}/{lesson.id}",
            "lesson.html",
            board=board,
            lesson=lesson,
            is_puzzle=is_puzzle,
            is_practice=is_mistake or parse_practice(lesson.id) is not None,
            is_mistake=is_mistake,
            following=following,
            later=later_lines(request, book, unfinished) if lines else [],
            game=book.game,
            gentle=GENTLE,
            puzzles=len(load_puzzles(book)),
            overview="/practice"
            if is_mistake
            else f"/{'puzzles' if is_puzzle else 'learn'}/{book.game.id}",
            state=as_json(page),
        )

    # --- API ------------------------------------------------------------------------------------

    @get("/api/lessons/{game}", list[LessonLine], "lang")
    async def get_lessons(self, request: Request) -> Response:
        """A game's lessons, and how far I am."""
        return reply(await self._lines(request, rulebook(request.path_params["game"])))

    @get(LESSON, LessonPage, "lang", "shape")
    async def get_lesson(self, request: Request) -> Response:
        """A lesson where I left it."""
        display = _display(request, request.query_params.get("shape", SHAPES[0]))
        person = self.api.person(request)
        course = await self._course(request, person, display.language)
        missed = await self._missed(person, course)
        return reply(await self._draw(request, course, display, missed=missed))

    @post(LESSON, client_messages.Take, LessonPage)
    async def post_take(self, request: Request) -> Response:
        """Go on in a lesson: read on, or answer with a move."""
        message = await body_of(request, client_messages.Take)
        display = _display(request, message.shape)
        person = self.api.person(request)
        course = await self._course(request, person, display.language)
        if message.at != len(course.answers) or course.done:
            raise Refused("The lesson has moved on. Check the board again.")

        def answer() -> tuple[bool, Reply]:
            is_legal = isinstance(course.step, Question) or (
                message.move in course.match.legal(course.seat)
            )
            return is_legal, course.answer(message.move)

        is_legal, heard = await self.api.draw(request, answer)
        is_puzzle = isinstance(course, PuzzleCourse)
        if heard.right or is_legal:
            await self._save(person.id, course, None if is_puzzle else heard)
        missed = await self._missed(person, course)
        page = await self.api.draw(request, lambda: lesson_page(course, display, heard, missed))
        if isinstance(course, PuzzleCourse) and (course.done or (is_legal and not heard.right)):
            page.puzzle = await self.puzzles.judge(person, course, is_solved=heard.right)
        elif isinstance(course, PuzzleCourse):
            page.shown = []  # only an answer that counted shows the solution
        return reply(page)

    @post(f"{LESSON}/again", client_messages.Again, LessonPage)
    async def post_again(self, request: Request) -> Response:
        """Begin a lesson again."""
        message = await body_of(request, client_messages.Again)
        display = _display(request, message.shape)
        person = self.api.person(request)
        course = await self.practice.course(request, person, display.language)
        if course is None:
            course = await self.api.draw(request, lambda: _begin(request, person, display.language))
            await self._save(person.id, course)
        return reply(await self._draw(request, course, display))

    async def _draw(
        self, request: Request, course: Course, display: Display, *, missed: Sequence[int] = ()
    ) -> LessonPage:
        return await self.api.draw(request, lambda: lesson_page(course, display, None, missed))

    # --- Progress -------------------------------------------------------------------------------

    async def _course(self, request: Request, person: Person, language: str) -> Course:
        """A person's place in the lesson of a request; a finished lesson starts again."""
        if mistake := await self.practice.course(request, person, language):
            return mistake
        notes = await self.notes.all(person.id)

        def resume() -> Course:
            course = _begin(request, person, language)
            if parse_practice(course.lesson.id):
                return course
            course.resume(notes.get(_topic(course.book, course.lesson), Progress()).answers)
            return _begin(request, person, language) if course.done else course

        return await self.api.draw(request, resume)

    async def _save(self, person: str, course: Course, heard: Reply | None = None) -> None:
        """Store where a lesson is, and which questions were missed; practice clears them."""
        if parse_mistake(course.lesson.id):
            if heard is not None:
                await self.practice.answered(person, course.lesson.id, heard.right)
            return
        practised = parse_practice(course.lesson.id)
        topic = _topic(course.book, course.lesson)
        if practised:
            topic = f"{course.book.game.id}/{practised[0]}"

        def progress(before: Progress) -> Progress:
            missed = set(before.missed)
            if heard is not None and not heard.right:
                missed.add(len(course.answers))
            elif practised and course.done:
                missed.discard(practised[1])
            return Progress(
                before.answers if practised else course.answers,
                before.done or (course.done and not practised),
                sorted(missed),
            )

        await self.notes.change(person, topic, progress)

    async def _missed(self, person: Person, course: Course) -> list[int]:
        """The questions of a course's lesson that a person answered wrong."""
        practised = parse_practice(course.lesson.id)
        lesson = practised[0] if practised else course.lesson.id
        return (await self.notes.get(person.id, f"{course.book.game.id}/{lesson}")).missed

    async def _practice_lines(self, request: Request, book: Rulebook) -> list[dict[str, str]]:
        """The questions of a game that a person answered wrong, to be linked."""
        person = self.api.identity.of(request)
        notes = await self.notes.all(person.id) if person else {}
        return [
            {"id": cut.id, "title": lesson.title, "text": cut.steps[-1].text}  # type: ignore[union-attr]
            for lesson in lessons_of(book, language_of(request))
            for number in notes.get(_topic(book, lesson), Progress()).missed
            if (cut := cut_lesson(lesson, number))
        ]

    async def _lines(self, request: Request, book: Rulebook) -> list[LessonLine]:
        person = self.api.identity.of(request)
        notes = await self.notes.all(person.id) if person else {}
        return [
            _line(lesson, notes.get(_topic(book, lesson), Progress()))
            for lesson in lessons_of(book, language_of(request))
        ]


def lessons_of(book: Rulebook, language: str) -> Sequence[Lesson]:
    if book.teaching is None:
        return ()
    return book.teaching.lessons(translator(book.package, language))


def lesson_page(
    course: Course, display: Display, heard: Reply | None = None, missed: Sequence[int] = ()
) -> LessonPage:
    """A lesson's page; questions that were `missed` follow when it is done."""
    step, match, seat = course.step, course.match, course.seat
    asks, following = isinstance(step, Ask), _following(course, display.language)
    practised = parse_practice(course.lesson.id)
    reader = Reader(seat, display.language, display.shape, seat, brief=False)
    again = [practice_id(practised[0] if practised else course.lesson.id, n) for n in missed]
    page = LessonPage(
        at=len(course.answers),
        steps=course.length,
        done=course.done,
        asks=asks,
        text=step.text if step else "",
        points=list(step.at) if step else [],
        board=_drawn(match, seat, display, marked=asks),
        moves=moves(match, match.observe(seat), seat, display.language) if asks else [],
        frames=[frame_of(frame.match, len(frame.steps), reader) for frame in course.frames],
        log=log_lines(match, seat, display.language, 0),
        following=again[0] if again and course.done else following.id if following else "",
        later=list(course.lesson.later),
        rule="" if _is_test(course) else course.rule,
        choices=list(step.answers) if isinstance(step, Question) else [],
    )
    if heard is not None:
        page.heard, page.right = heard.text, heard.right
        page.shown = [] if heard.right else course.right_moves()
        if isinstance(step, Question) and step.lesson and not heard.right:
            page.taught = practice_id(step.lesson, step.step)
    return page


def _drawn(match: Match, seat: int, display: Display, *, marked: bool) -> str:
    drawn = match.svg(
        seat, language=display.language, shape=display.shape, standalone=False, marked=marked
    )
    return "".join(drawn.parts)  # plain text, which can be sent


def _is_test(course: Course) -> bool:
    """Whether no lesson teaches its moves, so that the rule behind the right one gives it away."""
    return isinstance(course, PuzzleCourse) or parse_mistake(course.lesson.id) is not None


def _following(course: Course, language: str) -> Lesson | None:
    if _is_test(course):
        return None
    lessons = lessons_of(course.book, language)
    ids, practised = [lesson.id for lesson in lessons], parse_practice(course.lesson.id)
    at = ids.index(practised[0] if practised else course.lesson.id) + 1
    return lessons[at] if at < len(ids) else None


def later_lines(
    request: Request, book: Rulebook, lessons: Sequence[LessonLine]
) -> list[dict[str, str]]:
    """What a learner has not met: unfinished lessons, and rules that no lesson teaches."""
    t, root = translator(book.package, language_of(request)), root_of(request)
    if book.teaching is None or not hasattr(book.teaching, "later_rules"):
        return []
    titles = [chapter.title for chapter in book.words.rules_help(t)]
    left = [
        {"text": line.title, "href": f"{root}/learn/{book.game.id}/{line.id}"}
        for line in lessons
        if not line.done
    ]
    return left + [
        {
            "text": rule.text,
            "href": f"{root}/rules/{book.game.id}#chapter-{titles.index(rule.chapter) + 1}",
        }
        for rule in book.teaching.later_rules(t)
    ]


def _line(lesson: Lesson, progress: Progress) -> LessonLine:
    steps = sum(not isinstance(step, Others) for step in lesson.steps)
    taken = min(len(progress.answers), steps)
    return LessonLine(lesson.id, lesson.title, lesson.about, taken, steps, progress.done)


def _begin(request: Request, person: Person, language: str) -> Course:
    """The lesson, practice or puzzle that a request names, at its beginning."""
    book, wanted = rulebook(request.path_params["game"]), request.path_params["lesson"]
    if puzzle := find_puzzle(book, wanted):
        return PuzzleCourse(book, puzzle, person.name, language)
    practised = parse_practice(wanted)
    for lesson in lessons_of(book, language):
        if lesson.id == wanted:
            return Course(book, lesson, person.name, language)
        if practised and lesson.id == practised[0] and (cut := cut_lesson(lesson, practised[1])):
            return start_practice(book, cut, person.name, language)
    raise NotFound("This lesson doesn't exist.")


def _next(lines: Sequence[LessonLine]) -> str:
    """The id of the first unfinished lesson."""
    return next((line.id for line in lines if not line.done), "")


def _topic(book: Rulebook, lesson: Lesson) -> str:
    return f"{book.game.id}/{lesson.id}"


def _display(request: Request, shape: str) -> Display:
    if shape not in SHAPES:
        raise expected("shape", shape, ", ".join(SHAPES))
    return Display(language_of(request), shape)
