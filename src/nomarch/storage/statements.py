"""Statements of SQLAlchemy Core, compiled once for each kind of database.

A `Query` is declared beside the function that uses it; calling it with values makes a `Statement`
that a store executes:

    _NAME = Query(lambda id_: select(PERSON.c.name).where(PERSON.c.id == id_))
    rows = store.rows(_NAME(id_))

`@Query` makes one of a longer function.

Building a statement takes twenty times as long as executing it in SQLite, so it is built with
placeholders, once for each number of values in its lists.

Statements about one table need no declaration. Columns are compared as in Django, by the suffixes
`lt`, `lte`, `gt`, `gte` and `ne`; a list stands for any of its values:

    find_rows(store, REPORT.c.id, kind="chat", at__lt=before, order_by=("-at", "id"), most=20)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import eq, ge, gt, itemgetter, le, lt, ne
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import (
    ARRAY,
    Column,
    Executable,
    Table,
    TableValuedAlias,
    bindparam,
    cast,
    column,
    delete,
    func,
    select,
    update,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.expression import ColumnElement, FromClause
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import Float

from nomarch import platform

if TYPE_CHECKING or not platform.IS_BROWSER:
    from sqlalchemy.dialects.postgresql import Insert as Insert, insert as insert  # SQLite's, too
else:
    from sqlalchemy.dialects.sqlite import Insert as Insert, insert as insert

if TYPE_CHECKING:
    from nomarch.storage.store import Row, Store


MOST_COMPILED = 200
"""Forms of one statement that are kept; those of lists differ by length."""


class Query:
    """A statement with placeholders. Lists are for `IN`, an `Array` is one value."""

    def __init__(self, build: Callable[..., Executable]) -> None:
        self._build = build
        self._compiled: dict[object, _Compiled] = {}

    def __call__(self, *values: Any) -> Statement:
        return Statement(self, values)

    def compile(self, dialect: Dialect, values: Sequence[Any]) -> tuple[str, Sequence[Any]]:
        """Return SQL and its parameters."""
        lengths = [len(value) for value in values if type(value) is list]
        key = (dialect.name, len(values), *lengths) if lengths else dialect.name
        found = self._compiled.get(key)
        if found is None:
            if len(self._compiled) > MOST_COMPILED:
                self._compiled.clear()
            found = self._compiled[key] = _compile(self._build, dialect, values)
        return found.sql, found.arrange(values)


class Array(list[Any]):
    """A column of many rows, for `unnested`. Only PostgreSQL takes arrays."""


class Statement(NamedTuple):
    """A query and its values."""

    query: Query
    values: Sequence[Any]

    def compile(self, dialect: Dialect) -> tuple[str, Sequence[Any]]:
        """Return SQL and its parameters."""
        return self.query.compile(dialect, self.values)


class _Compiled(NamedTuple):
    sql: str
    arrange: Callable[[Sequence[Any]], Sequence[Any]]
    """Puts values into the order of the parameters."""


def _compile(
    build: Callable[..., Executable], dialect: Dialect, values: Sequence[Any]
) -> _Compiled:
    places: dict[str, tuple[int, int | None]] = {}

    def placeholder(index: int, item: int | None = None) -> Any:
        name = f"v{index}" if item is None else f"v{index}_{item}"
        places[name] = index, item
        return bindparam(name)

    arguments = [
        [placeholder(index, item) for item in range(len(value))]
        if type(value) is list
        else placeholder(index)
        for index, value in enumerate(values)
    ]
    statement: Any = build(*arguments)
    compiled = _compiler(dialect)(dialect, statement)
    return _Compiled(
        str(compiled), _arranging([places[name] for name in compiled.positiontup or ()])
    )


def _arranging(places: list[tuple[int, int | None]]) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """Return a function that picks values by their index, and by their index in a list."""
    if len(places) > 1 and all(item is None for _, item in places):
        return itemgetter(*[index for index, _ in places])
    return lambda values: [
        values[index] if item is None else values[index][item] for index, item in places
    ]


@cache
def _compiler(dialect: Dialect) -> type[SQLCompiler]:
    """Return a compiler that leaves constants in a statement, so that partial indexes are found."""

    class StatementCompiler(dialect.statement_compiler):  # type: ignore[name-defined,misc]
        def visit_bindparam(self, bindparam: Any, literal_binds: bool = False, **more: Any) -> Any:
            is_constant = literal_binds or not bindparam.required
            return super().visit_bindparam(bindparam, literal_binds=is_constant, **more)

    return StatementCompiler


def unnested(name: str, columns: Mapping[str, Any], arrays: Sequence[Any]) -> TableValuedAlias:
    """Return a table made of arrays; `columns` are its types by name."""
    typed = [cast(array, ARRAY(kind)) for array, kind in zip(arrays, columns.values(), strict=True)]
    named = [column(key, kind) for key, kind in columns.items()]
    return func.unnest(*typed).table_valued(*named, name=name).render_derived()


class clock(FunctionElement[float]):
    """The database's time in seconds: leases of all machines use this clock."""

    type = Float()
    inherit_cache = True


@compiles(clock, "sqlite")
def _sqlite_clock(element: object, compiler: object, **more: object) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(clock, "postgresql")
def _postgres_clock(element: object, compiler: object, **more: object) -> str:
    return "extract(epoch FROM clock_timestamp())::float8"


# --- Rows by their columns ------------------------------------------------------------------------


LOOKUPS = {"": eq, "lt": lt, "lte": le, "gt": gt, "gte": ge, "ne": ne}
"""Comparisons by the suffix of a column's name."""


def find_rows(
    store: Store,
    *columns: Column[Any],
    order_by: Sequence[str] = (),
    most: int | None = None,
    lock: bool = False,
    **where: Any,
) -> list[Row]:
    """Return columns of the rows with these values, at most so many.

    `order_by` names columns, after a minus sign for the greatest first. With `lock`, nobody else
    changes the rows until the transaction ends.
    """
    query = _selecting(columns, tuple(where), tuple(order_by), most is not None, lock)
    return store.rows(query(*where.values(), *(() if most is None else (most,))))


def find_values(store: Store, column: Column[Any], **how: Any) -> list[Any]:
    """Return a column of the rows that `find_rows` finds."""
    return [value for (value,) in find_rows(store, column, **how)]


def find_value(store: Store, column: Column[Any], **how: Any) -> Any:
    """Return a column of the first row that `find_rows` finds, or None if there is no such row."""
    return next(iter(find_values(store, column, **how)), None)


def count_rows(store: Store, table: Table, **where: Any) -> int:
    """Count the rows with these values."""
    return int(store.rows(_counting(table, tuple(where))(*where.values()))[0][0])


def take_rows(store: Store, *columns: Column[Any], **where: Any) -> list[Row]:
    """Delete the rows with these values, and return columns of them."""
    return store.change(_taking(columns, tuple(where))(*where.values()))


def insert_row(store: Store, table: Table, **row: Any) -> None:
    store.execute(_inserting(table, tuple(row), "")(*row.values()))


def insert_new(store: Store, table: Table, **row: Any) -> bool:
    """Insert a row unless there is one with the same key. Returns whether it was inserted."""
    return store.execute(_inserting(table, tuple(row), "keep")(*row.values())) > 0


def upsert(store: Store, table: Table, **row: Any) -> None:
    """Insert a row, or change the one with the same key."""
    store.execute(_inserting(table, tuple(row), "change")(*row.values()))


def update_rows(store: Store, table: Table, where: Mapping[str, Any], **row: Any) -> int:
    """Change the rows with these values. Returns how many they are."""
    values = (*where.values(), *row.values())
    return store.execute(_updating(table, tuple(where), tuple(row))(*values))


def increase(store: Store, column: Column[Any], **where: Any) -> None:
    """Add 1 to a column of the rows with these values."""
    store.execute(_increasing(column, tuple(where))(*where.values()))


def delete_rows(store: Store, table: Table, **where: Any) -> int:
    """Delete the rows with these values. Returns how many they were."""
    return store.execute(_deleting(table, tuple(where))(*where.values()))


def upserting(table: Table, row: Mapping[str, Any]) -> Insert:
    """Return a statement that inserts a row or changes the one with the same key."""
    keys = [column.name for column in table.primary_key]
    return or_change(insert(table).values(**row), *[name for name in row if name not in keys])


def or_change(new: Insert, *names: str, **how: Any) -> Insert:
    """Let an insertion change these columns of a row with the same key."""
    keys = [column.name for column in new.table.primary_key]  # type: ignore[attr-defined]
    changed = {name: new.excluded[name] for name in names}
    return new.on_conflict_do_update(index_elements=keys, set_=changed, **how)


@cache
def _selecting(
    columns: tuple[Column[Any], ...],
    where: tuple[str, ...],
    order: tuple[str, ...],
    is_limited: bool,
    is_locking: bool,
) -> Query:
    table = columns[0].table
    keys = [table.c[key.removeprefix("-")] for key in order]
    found = select(*columns).order_by(
        *[key.desc() if name[0] == "-" else key for name, key in zip(order, keys, strict=True)]
    )
    if is_locking:
        found = found.with_for_update()

    def build(*values: Any) -> Executable:
        matching = found.where(*_matching(table, where, values[: len(where)]))
        return matching.limit(values[-1]) if is_limited else matching

    return Query(build)


@cache
def _counting(table: Table, where: tuple[str, ...]) -> Query:
    counted = select(func.count()).select_from(table)
    return Query(lambda *values: counted.where(*_matching(table, where, values)))


@cache
def _inserting(table: Table, names: tuple[str, ...], if_there: str) -> Query:
    def build(*values: Any) -> Executable:
        row = dict(zip(names, values, strict=True))
        if if_there == "change":
            return upserting(table, row)
        new = insert(table).values(row)
        return new.on_conflict_do_nothing() if if_there == "keep" else new

    return Query(build)


@cache
def _updating(table: Table, where: tuple[str, ...], names: tuple[str, ...]) -> Query:
    def build(*values: Any) -> Executable:
        known, new = values[: len(where)], values[len(where) :]
        changed = update(table).where(*_matching(table, where, known))
        return changed.values(dict(zip(names, new, strict=True)))

    return Query(build)


@cache
def _increasing(column: Column[Any], where: tuple[str, ...]) -> Query:
    table: Any = column.table
    increased = update(table).values({column: column + 1})
    return Query(lambda *values: increased.where(*_matching(table, where, values)))


@cache
def _taking(columns: tuple[Column[Any], ...], where: tuple[str, ...]) -> Query:
    table: Any = columns[0].table
    taken = delete(table).returning(*columns)
    return Query(lambda *values: taken.where(*_matching(table, where, values)))


@cache
def _deleting(table: Table, where: tuple[str, ...]) -> Query:
    return Query(lambda *values: delete(table).where(*_matching(table, where, values)))


def _matching(
    table: FromClause, names: Sequence[str], values: Sequence[Any]
) -> list[ColumnElement[bool]]:
    """Compare columns with values, or with lists of them."""
    found: list[ColumnElement[bool]] = []
    for key, value in zip(names, values, strict=True):
        name, _, kind = key.partition("__")
        column = table.c[name]
        if type(value) is list:
            found.append(column.not_in(value) if kind == "ne" else column.in_(value))
        else:
            found.append(LOOKUPS[kind](column, value))
    return found
