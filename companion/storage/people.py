"""The people of a circle, their names and where they sat, as rows; changed in a transaction of the circle's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sqlmodel import Session, col, delete, func, select, update

from companion.circles.circle import MOST_FORMER, MOST_PEOPLE, Person
from companion.circles.errors import NameKnown, NoSuchPerson, SatTogether
from companion.games.header import as_read
from companion.storage.schema import CircleGameRow, CircleKeyRow, CircleSeatRow, PersonNameRow, PersonRow
from companion.storage.sessions import save
from companion.tables.badges import COLORS, initials
from companion.tables.keys_and_codes import key_hash

_NUMBER = func.coalesce(PersonNameRow.number, 0)


class PeopleWriter:
    """Changes the people of a circle, whose row is locked."""

    def __init__(self, session: Session, circle_id: int) -> None:
        self._session, self._circle_id = session, circle_id

    def need(self, person: int) -> PersonRow:
        """A person of this circle. Raises NoSuchPerson."""
        found = self._session.get(PersonRow, person) if is_id(person) else None
        if found is None or found.circle_id != self._circle_id:
            raise NoSuchPerson
        return found

    def rename(self, person: int, name: str) -> None:
        """Call a person by another name; who sits down as one of the last before is still known. Raises NameKnown."""
        row, reads = self.need(person), as_read(name)
        known = self._session.get(PersonNameRow, (self._circle_id, reads))
        if known is not None and known.person_id != person:
            raise NameKnown(name=name)
        self._call(person, reads)
        row.name = name
        self._drop_oldest_names(person, reads)

    def unite(self, person: int, other: int) -> None:
        """Make two people one: games, names and phones of `other` are the person's. Raises SatTogether."""
        one, two = self.need(person), self.need(other)
        if person == other:
            return
        seats = select(CircleSeatRow.table_id).where(col(CircleSeatRow.person_id).in_((person, other)))
        if self._session.exec(seats.group_by(col(CircleSeatRow.table_id)).having(func.count() > 1)).first() is not None:
            raise SatTogether(one=one.name, other=two.name)
        for model in (CircleSeatRow, PersonNameRow, CircleKeyRow):
            self._session.exec(update(model).where(col(model.person_id) == other).values(person_id=person))
        self._session.delete(two)
        self._drop_oldest_names(person, as_read(one.name))

    def forget(self, person: int) -> None:
        """Forget a person: no name is left, the games stay with a seat that nobody has."""
        row = self.need(person)
        for model in (CircleSeatRow, CircleKeyRow):
            self._session.exec(update(model).where(col(model.person_id) == person).values(person_id=None))
        self._session.exec(delete(PersonNameRow).where(col(PersonNameRow.person_id) == person))
        self._session.delete(row)

    def seat(self, table_id: int, names: Sequence[str], left: Sequence[str] = ()) -> None:
        """Record who sits at a table of the circle; an unknown name makes a new person.

        A recorded seat keeps its person, or nobody. A renamed seat counts as another one; its person is removed if
        nothing else is known of them, since the name was a slip, unless they have `left`.
        """
        hashes = {seat_hash(table_id, name): name for name in names}
        rows = self._seats_at(table_id)
        there = {row.person_id for hashed, row in rows.items() if hashed in hashes}
        people = self._met([name for hashed, name in hashes.items() if hashed not in rows], there)
        for position, (hashed, name) in enumerate(hashes.items()):
            if hashed in rows:
                rows[hashed].position = position
            else:
                self._session.add(
                    CircleSeatRow(table_id=table_id, name_hash=hashed, position=position, person_id=people[name])
                )
        for hashed in rows.keys() - hashes.keys():
            self._session.delete(rows[hashed])
        meant = hashes.keys() | {seat_hash(table_id, name) for name in left}
        for person in {row.person_id for hashed, row in rows.items() if hashed not in meant}:
            if person is not None:
                self._drop_unseated(person)

    def seated(self, table_id: int, names: Sequence[str]) -> dict[str, Person]:
        """Who sits at a table of the circle, by these names of its seats; nobody that it does not know."""
        people: dict[int | None, Person] = {one.id: one for one in read_people(self._session, self._circle_id)}
        found = {hashed: people.get(row.person_id) for hashed, row in self._seats_at(table_id).items()}
        return {name: one for name in names if (one := found.get(seat_hash(table_id, name))) is not None}

    def _seats_at(self, table_id: int) -> dict[str, CircleSeatRow]:
        rows = self._session.exec(select(CircleSeatRow).where(CircleSeatRow.table_id == table_id))
        return {row.name_hash: row for row in rows}

    def _drop_unseated(self, person: int) -> None:
        """Remove a person who has no seat, no phone and a single name."""
        seats, phones, names = (
            self._session.exec(select(func.count()).where(col(model.person_id) == person)).one()
            for model in (CircleSeatRow, CircleKeyRow, PersonNameRow)
        )
        if not seats and not phones and names == 1:
            self.forget(person)

    def _met(self, names: Sequence[str], there: set[int | None]) -> dict[str, int | None]:
        """The people of these names, new where the circle knows none; `there` sit at the table already.

        Nobody sits at a table twice: of two names of one person the current one is theirs, the other makes a new one.
        """
        query = select(PersonNameRow.reads, PersonRow).join(PersonRow, col(PersonRow.id) == PersonNameRow.person_id)
        known = dict(self._session.exec(query.where(PersonNameRow.circle_id == self._circle_id)).all())
        called = {name: known.get(as_read(name)) for name in names}
        found: dict[str, int | None] = {}
        for name in sorted(names, key=lambda one: (row := called[one]) is None or as_read(row.name) != as_read(one)):
            row = called[name]
            person = self._add(name) if row is None or row.id in there else row.id
            found[name] = person
            there.add(person)
        return found

    def _add(self, name: str) -> int | None:
        """A new person of this name, even if it was another one's; nobody if the circle knows too many."""
        worn = Counter(self._session.exec(select(PersonRow.color).where(PersonRow.circle_id == self._circle_id)))
        if worn.total() >= MOST_PEOPLE:
            return None
        color = min(range(1, COLORS + 1), key=lambda one: (worn[one], one))
        person = save(self._session, PersonRow(circle_id=self._circle_id, name=name, color=color))
        self._call(person.id, as_read(name))
        return person.id

    def _call(self, person: int, reads: str) -> None:
        """Give a name to this person, also one that was another's."""
        of_circle = select(func.max(_NUMBER)).where(PersonNameRow.circle_id == self._circle_id)
        number = (self._session.exec(of_circle).one() or 0) + 1
        known = self._session.get(PersonNameRow, (self._circle_id, reads))
        if known is None:
            save(self._session, PersonNameRow(circle_id=self._circle_id, reads=reads, person_id=person, number=number))
        else:
            known.person_id, known.number = person, number

    def _drop_oldest_names(self, person: int, reads: str) -> None:
        """Know a person by no more former names than `MOST_FORMER`; `reads` is the one that the circle uses."""
        former = select(PersonNameRow).where(PersonNameRow.person_id == person, PersonNameRow.reads != reads)
        for row in self._session.exec(former.order_by(_NUMBER.desc(), col(PersonNameRow.reads)).offset(MOST_FORMER)):
            self._session.delete(row)


def is_id(number: int) -> bool:
    """Whether a column of the database can hold this number."""
    return 0 <= number < 2**31


def seat_hash(table_id: int, name: str) -> str:
    """A hash of a seat's name, by which a circle's rows tell the seats of a table apart."""
    return key_hash(f"{table_id}/{as_read(name)}")


def read_people(session: Session, circle_id: int) -> tuple[Person, ...]:
    """The people of a circle, those who came first before the others."""
    rows = session.exec(select(PersonRow).where(PersonRow.circle_id == circle_id).order_by(col(PersonRow.id))).all()
    found = initials(tuple(row.name for row in rows))
    return tuple(Person(row.id, row.name, row.color, one) for row, one in zip(rows, found, strict=True))


def read_seats(session: Session, circle_id: int) -> Mapping[int, tuple[int | None, ...]]:
    """Who sat at each table of a circle: by its id the ids of its people in seat order, None for one forgotten."""
    query = (
        select(CircleSeatRow.table_id, CircleSeatRow.person_id)
        .join(CircleGameRow, col(CircleGameRow.table_id) == CircleSeatRow.table_id)
        .where(CircleGameRow.circle_id == circle_id)
        .order_by(col(CircleSeatRow.table_id), col(CircleSeatRow.position))
    )
    found: dict[int, list[int | None]] = {}
    for table_id, person in session.exec(query):
        found.setdefault(table_id, []).append(person)
    return {table_id: tuple(seats) for table_id, seats in found.items()}
