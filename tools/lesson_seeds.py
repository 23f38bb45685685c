"""Finds seeds for lessons: `python -m tools.lesson_seeds ra [lesson …]`.

A lesson whose steps draw by chance needs a seed by which everything comes as its steps say: its
moves are legal, and what each `holds` is so. For every lesson with find_problems this tries seeds
until there are none, and tells them if that does not help; the seed found goes into `lessons.py`.
"""

import argparse
from dataclasses import replace

from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.kernel.declare.lessons import Lesson
from nomarch.learning.lesson_checks import find_problems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("lessons", nargs="*", help="which lessons; all by default")
    parser.add_argument("--most", type=int, default=2000, help="how many seeds are tried")
    options = parser.parse_args()
    book = rulebook(options.game)
    assert book.teaching is not None, f"{options.game} has no lessons"
    for lesson in book.teaching.lessons(str):
        if not options.lessons or lesson.id in options.lessons:
            print(report(book, lesson, options.most))


def report(book: Rulebook, lesson: Lesson, most: int) -> str:
    found = find_problems(book, lesson)
    if not found:
        return f"{lesson.id}: sound with {lesson.seed!r}"
    for number in range(most):
        seed = f"lesson {number}"
        if not find_problems(book, replace(lesson, seed=seed)):
            return f"{lesson.id}: sound with {seed!r}"
    return "\n  ".join((f"{lesson.id}: no seed found", *found))


if __name__ == "__main__":
    main()
