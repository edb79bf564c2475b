"""The people of a circle, their names and where they sat, as rows; changed in a transaction of the circle's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, delete, func, insert, select, update

from companion.circles.circle import MOST_FORMER, MOST_PEOPLE, Person
from companion.circles.errors import NameKnown, NoSuchPerson, SatTogether
from companion.games.header import as_read
from companion.storage.schema import CIRCLE_GAMES, CIRCLE_KEYS, CIRCLE_SEATS, PEOPLE, PERSON_NAMES
from companion.tables.badges import COLORS, initials
from companion.tables.keys_and_codes import key_hash

_NUMBER = func.coalesce(PERSON_NAMES.c.number, 0)


class PeopleWriter:
    """Changes the people of a circle, whose row is locked."""

    def __init__(self, connection: Connection, circle_id: int) -> None:
        self._connection, self._circle_id = connection, circle_id

    def rename(self, person: int, name: str) -> None:
        """Call a person by another name; who sits down as one of the last before is still known. Raises NameKnown."""
        self._need(person)
        reads = as_read(name)
        here = (PERSON_NAMES.c.circle_id == self._circle_id) & (PERSON_NAMES.c.reads == reads)
        taken = self._connection.execute(select(PERSON_NAMES.c.person_id).where(here)).scalar()
        if taken not in (None, person):
            raise NameKnown(name=name)
        self._call(person, reads)
        self._connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(name=name))
        self._drop_oldest_names(person, reads)

    def color(self, person: int, color: int) -> None:
        """Give a person another colour."""
        self._need(person)
        self._connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(color=color))

    def unite(self, person: int, other: int) -> None:
        """Make two people one: games, names and phones of `other` are the person's. Raises SatTogether."""
        one, two = self._need(person), self._need(other)
        if person == other:
            return
        first, second = CIRCLE_SEATS.alias(), CIRCLE_SEATS.alias()
        together = select(first.c.table_id).where(
            first.c.table_id == second.c.table_id, first.c.person_id == person, second.c.person_id == other
        )
        if self._connection.execute(together.limit(1)).first() is not None:
            raise SatTogether(one=one, other=two)
        for table in (CIRCLE_SEATS, PERSON_NAMES, CIRCLE_KEYS):
            self._connection.execute(update(table).where(table.c.person_id == other).values(person_id=person))
        self._connection.execute(delete(PEOPLE).where(PEOPLE.c.id == other))
        self._drop_oldest_names(person, as_read(one))

    def forget(self, person: int) -> None:
        """Forget a person: no name is left, the games stay with a seat that nobody has."""
        self._need(person)
        for table in (CIRCLE_SEATS, CIRCLE_KEYS):
            self._connection.execute(update(table).where(table.c.person_id == person).values(person_id=None))
        self._connection.execute(delete(PERSON_NAMES).where(PERSON_NAMES.c.person_id == person))
        self._connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person))

    def seat(self, table_id: int, names: Sequence[str], left: Sequence[str] = ()) -> None:
        """Record who sits at a table of the circle; an unknown name makes a new person.

        A recorded seat keeps its person, or nobody. A renamed seat counts as another one; its person is removed where
        nothing else is known of them, since the name was a slip, unless they have `left`.
        """
        hashes = {seat_hash(table_id, name): name for name in names}
        here = CIRCLE_SEATS.c.table_id == table_id
        rows = self._connection.execute(select(CIRCLE_SEATS.c.name_hash, CIRCLE_SEATS.c.person_id).where(here)).all()
        seated = {row.name_hash: row.person_id for row in rows if row.name_hash in hashes}
        gone = CIRCLE_SEATS.c.name_hash.in_({row.name_hash for row in rows} - hashes.keys())
        self._connection.execute(delete(CIRCLE_SEATS).where(here, gone))
        new = [name for hashed, name in hashes.items() if hashed not in seated]
        people = self._met(new, set(seated.values()))
        for position, (hashed, name) in enumerate(hashes.items()):
            if hashed in seated:
                moved = update(CIRCLE_SEATS).where(here, CIRCLE_SEATS.c.name_hash == hashed)
                self._connection.execute(moved.values(position=position))
            else:
                row = {"table_id": table_id, "name_hash": hashed, "position": position, "person_id": people[name]}
                self._connection.execute(insert(CIRCLE_SEATS).values(row))
        meant = hashes.keys() | {seat_hash(table_id, name) for name in left}
        for person in {row.person_id for row in rows if row.name_hash not in meant} - {None}:
            self._drop_unseated(person)

    def seated(self, table_id: int, names: Sequence[str]) -> dict[str, Person]:
        """Who sits at a table of the circle, by these names of its seats; nobody that it does not know."""
        people = {person.id: person for person in read_people(self._connection, self._circle_id)}
        seats = select(CIRCLE_SEATS.c.name_hash, CIRCLE_SEATS.c.person_id).where(CIRCLE_SEATS.c.table_id == table_id)
        found = {row.name_hash: people.get(row.person_id) for row in self._connection.execute(seats)}
        return {name: one for name in names if (one := found.get(seat_hash(table_id, name))) is not None}

    def _drop_unseated(self, person: int) -> None:
        """Remove a person who has no seat, no phone and a single name."""
        seats, phones, names = (
            self._connection.execute(
                select(func.count()).select_from(table).where(table.c.person_id == person)
            ).scalar_one()
            for table in (CIRCLE_SEATS, CIRCLE_KEYS, PERSON_NAMES)
        )
        if not seats and not phones and names == 1:
            self.forget(person)

    def _met(self, names: Sequence[str], there: set[int | None]) -> dict[str, int | None]:
        """The people of these names, new where the circle knows none; `there` sit at the table already.

        Nobody sits at a table twice: of two names of one person the current one is theirs, the other makes a new one.
        """
        query = (
            select(PERSON_NAMES.c.reads, PERSON_NAMES.c.person_id, PEOPLE.c.name)
            .join(PEOPLE, PEOPLE.c.id == PERSON_NAMES.c.person_id)
            .where(PERSON_NAMES.c.circle_id == self._circle_id)
        )
        known = {row.reads: row for row in self._connection.execute(query)}
        called = {name: known.get(as_read(name)) for name in names}
        found: dict[str, int | None] = {}
        for name in sorted(names, key=lambda one: (row := called[one]) is None or as_read(row.name) != as_read(one)):
            row = called[name]
            person = self._add(name) if row is None or row.person_id in there else int(row.person_id)
            found[name] = person
            there.add(person)
        return found

    def _need(self, person: int) -> str:
        """The name of a person of this circle. Raises NoSuchPerson."""
        found = select(PEOPLE.c.name).where(PEOPLE.c.id == person, PEOPLE.c.circle_id == self._circle_id)
        name = self._connection.execute(found).scalar() if is_id(person) else None
        if name is None:
            raise NoSuchPerson
        return str(name)

    def _add(self, name: str) -> int | None:
        """A new person of this name, even if it was another one's; nobody, where the circle knows too many."""
        worn = Counter(
            self._connection.execute(select(PEOPLE.c.color).where(PEOPLE.c.circle_id == self._circle_id)).scalars()
        )
        if worn.total() >= MOST_PEOPLE:
            return None
        color = min(range(1, COLORS + 1), key=lambda one: (worn[one], one))
        row = {"circle_id": self._circle_id, "name": name, "color": color}
        person: int = self._connection.execute(insert(PEOPLE).values(row).returning(PEOPLE.c.id)).scalar_one()
        self._call(person, as_read(name))
        return person

    def _call(self, person: int, reads: str) -> None:
        """Give a name to this person, also one that was another's."""
        of_circle = PERSON_NAMES.c.circle_id == self._circle_id
        latest = self._connection.execute(select(func.max(_NUMBER)).where(of_circle)).scalar() or 0
        row = {"person_id": person, "number": latest + 1}
        known = update(PERSON_NAMES).where(of_circle, PERSON_NAMES.c.reads == reads)
        if not self._connection.execute(known.values(row)).rowcount:
            new = {"circle_id": self._circle_id, "reads": reads, **row}
            self._connection.execute(insert(PERSON_NAMES).values(new))

    def _drop_oldest_names(self, person: int, reads: str) -> None:
        """Know a person by no more former names than `MOST_FORMER`; `reads` is the one that the circle uses."""
        former = (PERSON_NAMES.c.person_id == person) & (PERSON_NAMES.c.reads != reads)
        query = select(PERSON_NAMES.c.reads).where(former).order_by(_NUMBER.desc(), PERSON_NAMES.c.reads)
        oldest = self._connection.execute(query.offset(MOST_FORMER)).scalars().all()
        self._connection.execute(delete(PERSON_NAMES).where(former, PERSON_NAMES.c.reads.in_(oldest)))


def is_id(number: int) -> bool:
    """Whether a column of the database can hold this number."""
    return 0 <= number < 2**31


def seat_hash(table_id: int, name: str) -> str:
    """A hash of a seat's name, by which a circle's rows tell the seats of a table apart."""
    return key_hash(f"{table_id}/{as_read(name)}")


def read_people(connection: Connection, circle_id: int) -> tuple[Person, ...]:
    """The people of a circle, those who came first before the others."""
    query = select(PEOPLE).where(PEOPLE.c.circle_id == circle_id).order_by(PEOPLE.c.id)
    rows = connection.execute(query).all()
    found = initials(tuple(row.name for row in rows))
    return tuple(Person(row.id, row.name, row.color, one) for row, one in zip(rows, found, strict=True))


def read_seats(connection: Connection, circle_id: int) -> Mapping[int, tuple[int | None, ...]]:
    """Who sat at each table of a circle: by its id the ids of its people in seat order, None for one forgotten."""
    query = (
        select(CIRCLE_SEATS.c.table_id, CIRCLE_SEATS.c.person_id)
        .join(CIRCLE_GAMES, CIRCLE_GAMES.c.table_id == CIRCLE_SEATS.c.table_id)
        .where(CIRCLE_GAMES.c.circle_id == circle_id)
        .order_by(CIRCLE_SEATS.c.table_id, CIRCLE_SEATS.c.position)
    )
    found: dict[int, list[int | None]] = {}
    for table_id, person in connection.execute(query):
        found.setdefault(table_id, []).append(person)
    return {table_id: tuple(seats) for table_id, seats in found.items()}
