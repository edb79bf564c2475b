"""What would follow from an amend: the same as if it had been entered right; and a preview changes nothing."""

from __future__ import annotations

from itertools import islice
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import assume, given, settings

from companion.games.ruling import Rejected
from companion.games.transcript import read_header
from companion.referee.amend import Preview, RejectedEdit, compared, replay_with, what_if
from companion.referee.edits import BadEdits, Edit
from tests.games.sluff_off.sitting import Plain, done, header, sluffer, steal, take, trick, turn_in
from tests.referee.played import Played, changes, legal_games, played, slips

THREE = read_header(header(3))


def game(*moves: Plain) -> Played:
    found = played(THREE, moves)
    assert found is not None
    return found


def change(entry: int, move: Plain, **more: Any) -> Edit:
    return Edit(do="change", entry=str(entry), move=move, **more)


def remove(entry: int, **more: Any) -> Edit:
    return Edit(do="remove", entry=str(entry), **more)


def insert(move: Plain, entry: int, **more: Any) -> Edit:
    return Edit(do="insert", entry=str(entry), move=move, **more)


def asked(of: Played, *edits: Edit, mend: bool = False) -> Preview:
    found = what_if(of.book, of.lines, edits, mend=mend)
    assert isinstance(found, Preview), found
    return found


def plains(found: Preview) -> list[Plain]:
    return [move.plain() for move in found.after.moves()]


def broken(found: Preview) -> list[tuple[str, str]]:
    return [(one.entry.id, one.rejected.rule.id) for one in found.consequences]


# Chris and Mary have each taken a token and are done.
SHORT = game(take("Chris", "red"), done("Chris"), take("Mary", "red"), done("Mary"))


def test_if_everything_still_stands_the_edits_are_those_that_were_asked_for() -> None:
    edit = change(1, take("Chris", "blue"))
    found = asked(SHORT, edit)
    assert found.edits == (edit,)
    assert (found.consequences, found.mended) == ((), ())
    assert found.before is SHORT.book
    assert plains(found)[0] == take("Chris", "blue")


def test_a_removal_an_insert_and_a_change_together() -> None:
    edits = [remove(3), insert(take("Chris", "green"), 2), change(1, take("Chris", "blue"))]
    found = asked(SHORT, *edits)
    assert plains(found) == [take("Chris", "blue"), take("Chris", "green"), done("Chris"), done("Mary")]
    assert sorted(map(str, found.edits)) == sorted(map(str, edits))


def test_an_entry_that_no_longer_stands_is_named_with_its_rule_and_removed() -> None:
    found = asked(SHORT, remove(2))
    assert broken(found) == [("3", "prediction-order"), ("4", "prediction-order")]
    assert found.edits == (remove(2), remove(3, fell="prediction-order"), remove(4, fell="prediction-order"))
    assert plains(found) == [take("Chris", "red")]


def test_an_edit_that_does_not_stand_itself_is_rejected_with_what_would_be_allowed() -> None:
    edit = change(1, steal("Chris", "red", "Mary"))
    found = what_if(SHORT.book, SHORT.lines, [edit])
    assert isinstance(found, RejectedEdit)
    assert found.edit == edit
    assert found.rejected.rule.id == "steal-only-when-centre-empty"
    assert take("Chris", "red") in [move.plain() for move in found.instead]


def test_edits_of_entries_that_do_not_stand_or_with_moves_that_cannot_be_read_are_bad() -> None:
    for edit in (remove(9), change(1, {"move": "dance"}), insert({"move": "undo"}, 1)):
        with pytest.raises(BadEdits):
            what_if(SHORT.book, SHORT.lines, [edit])
        with pytest.raises(BadEdits):
            replay_with(SHORT.book, SHORT.lines, [edit], "9", judged=True)


def test_edits_without_their_consequences_cannot_be_replayed() -> None:
    found = replay_with(SHORT.book, SHORT.lines, [remove(2)], "9", judged=True)
    assert isinstance(found, Rejected)
    assert found.rule.id == "prediction-order"


def test_without_an_edit_nothing_changes() -> None:
    found = asked(SHORT)
    assert found.edits == ()
    assert found.after.state == SHORT.book.state


def test_a_change_to_the_same_move_changes_nothing() -> None:
    assert asked(SHORT, change(1, take("Chris", "red"))).changes_nothing
    assert not asked(SHORT, change(1, take("Chris", "blue"))).changes_nothing


def test_each_difference_is_told_with_its_value_before_and_after() -> None:
    rows = compared(asked(SHORT, change(1, take("Chris", "blue"))))
    assert [(row.who, row.what.message, row.before, row.after) for row in rows] == [
        ("centre", "red", 1, 2),
        ("centre", "blue", 5, 4),
        ("Chris", "red", 1, 0),
        ("Chris", "blue", 0, 1),
    ]


# Repairs, chosen one by one or all at once


# Chris holds a red and a blue token and wins with either; then Mary leads.
TURNED_IN = game(
    take("Chris", "red"), take("Chris", "green"), done("Chris"), done("Mary"), done("Katie"),
    trick("Chris", "red"), turn_in("Chris", "red"), trick("Mary", "green"),
)  # fmt: skip


def test_a_turn_in_that_no_longer_fits_is_mended_with_the_token_that_does() -> None:
    found = asked(TURNED_IN, change(6, trick("Chris", "green")))
    assert broken(found) == [("7", "turn-in-fits-trick"), ("8", "turn-in-before-next-trick")]
    mended = asked(TURNED_IN, change(6, trick("Chris", "green")), mend=True)
    assert mended.consequences == ()
    assert mended.mended == ("7",)
    assert change(7, turn_in("Chris", "green"), fell="turn-in-fits-trick") in mended.edits
    assert plains(mended)[-1] == trick("Mary", "green")


def test_a_chosen_repair_keeps_its_entry_and_the_later_ones() -> None:
    first = asked(TURNED_IN, change(6, trick("Chris", "green")))
    repair = next(one for one in first.consequences[0].repairs if one.move == turn_in("Chris", "green"))
    found = asked(TURNED_IN, change(6, trick("Chris", "green")), repair)
    assert found.consequences == ()
    assert found.mended == ("7",)
    assert repair in found.edits


def test_a_repair_that_is_no_longer_needed_is_left_out() -> None:
    repair = change(7, turn_in("Chris", "green"), fell="turn-in-fits-trick")
    found = asked(TURNED_IN, repair)
    assert (found.edits, found.mended, found.consequences) == ((), (), ())
    assert found.after.state == TURNED_IN.book.state
    forgotten = insert(take("Chris", "orange"), 3, fell="not-now")
    assert asked(TURNED_IN, forgotten).edits == ()


def test_a_repair_that_does_not_stand_itself_leaves_its_entry_broken() -> None:
    repair = change(7, turn_in("Chris", "purple"), fell="turn-in-fits-trick")
    found = asked(TURNED_IN, change(6, trick("Chris", "green")), repair)
    assert broken(found)[0] == ("7", "turn-in-fits-trick")
    assert found.mended == ()
    forgotten = insert(take("Katie", "red"), 7, fell="turn-in-fits-trick")
    assert broken(asked(TURNED_IN, change(6, trick("Chris", "green")), forgotten))[0][0] == "7"


def test_an_insert_is_left_out_if_the_entry_is_broken_even_with_it() -> None:
    extra = insert(take("Chris", "blue"), 3, fell="prediction-order")
    found = asked(SHORT, remove(2), extra)
    assert take("Chris", "blue") not in plains(found)
    assert found.mended == ()
    assert broken(found) == [("3", "prediction-order"), ("4", "prediction-order")]


def test_a_forgotten_entry_can_be_inserted_before_the_broken_one() -> None:
    slip = change(2, take("Chris", "blue"))
    found = asked(SHORT, slip)
    assert insert(done("Chris"), 3, fell="prediction-order") in found.consequences[0].repairs
    mended = asked(SHORT, slip, mend=True)
    assert mended.consequences == ()
    assert plains(mended)[1:3] == [take("Chris", "blue"), done("Chris")]


def test_no_repair_inserts_what_was_removed() -> None:
    [first, *_] = asked(SHORT, remove(2)).consequences
    assert insert(done("Chris"), 3, fell="prediction-order") not in first.repairs
    assert insert(sluffer("Chris"), 3, fell="prediction-order") not in first.repairs  # Chris has taken a token
    assert plains(asked(SHORT, remove(2), mend=True)) != plains(asked(SHORT))


def test_removals_that_are_consequences_are_worked_out_again() -> None:
    first = asked(SHORT, remove(2))
    again = asked(SHORT, *first.edits)
    assert (again.edits, broken(again)) == (first.edits, broken(first))
    gone_by = asked(SHORT, remove(4, fell="not-now"))
    assert (gone_by.edits, gone_by.consequences) == ((), ())


def test_a_repair_at_the_end_needs_no_entry() -> None:
    last = Edit(do="insert", move=sluffer("Katie"), fell="not-now")
    assert plains(asked(SHORT, last))[-1] == sluffer("Katie")


# Whatever the game


@given(legal_games(), st.integers(0, 10_000), st.integers(0, 10_000), st.booleans())
def test_amending_a_slip_is_the_same_as_having_entered_it_right(
    right: Played, place: int, number: int, mend: bool
) -> None:
    possible = [*islice(slips(right, place % len(right.lines)), 12)]
    assume(possible)
    slip = possible[number % len(possible)]
    found = asked(slip.wrong, slip.right, mend=mend)
    assert (found.consequences, found.mended, found.edits) == ((), (), (slip.right,))
    assert found.after.state == right.book.state
    assert found.after.moves() == right.book.moves()
    after = replay_with(slip.wrong.book, slip.wrong.lines, found.edits, "99", judged=True)
    assert not isinstance(after, Rejected)
    book, lines = after
    assert book.state == right.book.state
    assert tuple(line.move for line in lines) == right.book.moves()


@given(legal_games(), st.lists(st.integers(0, 10_000), min_size=1, max_size=3), st.booleans())
def test_what_is_previewed_is_what_follows_and_the_preview_changes_nothing(
    of: Played, numbers: list[int], mend: bool
) -> None:
    edits = list({edit.entry: edit for edit in (changes(of, number) for number in numbers)}.values())
    state, moves, version = of.book.state, of.book.moves(), of.book.accepted
    found = what_if(of.book, of.lines, edits, mend=mend)
    assert (of.book.state, of.book.moves(), of.book.accepted) == (state, moves, version)
    assert tuple(line.move for line in of.lines) == moves
    if isinstance(found, RejectedEdit):
        assert found.edit in edits
        return
    after = replay_with(of.book, of.lines, found.edits, "99", judged=True)
    assert not isinstance(after, Rejected)
    assert after[0].state == found.after.state
    assert tuple(line.move for line in after[1]) == found.after.moves()
    ids = {line.id for line in after[1]}
    assert {line.id for line in of.lines} - ids == {edit.entry for edit in found.edits if edit.do == "remove"}
    assert {one.entry.id for one in found.consequences} == {
        edit.entry for edit in found.edits if edit.do == "remove" and edit.fell is not None
    }
    assert not {one.entry.id for one in found.consequences} & set(found.mended)
    assert not mend or not any(one.mendable for one in found.consequences)
    # If the whole answer is asked for again, it stays the same.
    again = what_if(of.book, of.lines, found.edits)
    assert isinstance(again, Preview)
    assert again.after.state == found.after.state
    assert set(map(str, again.edits)) == set(map(str, found.edits))


@settings(max_examples=100)  # each example tries every repair of a whole game
@given(legal_games(), st.integers(0, 10_000), st.integers(0, 10_000))
def test_every_repair_that_is_offered_mends_its_entry(of: Played, number: int, which: int) -> None:
    edit = changes(of, number)
    found = what_if(of.book, of.lines, [edit])
    assume(isinstance(found, Preview) and any(one.repairs for one in found.consequences))
    assert isinstance(found, Preview)
    mendable = [one for one in found.consequences if one.repairs]
    one = mendable[which % len(mendable)]
    for repair in one.repairs:
        assert (repair.fell, repair.entry) == (one.rejected.rule.id, one.entry.id)
        then = asked(of, edit, repair)
        assert one.entry.id not in {other.entry.id for other in then.consequences}
        assert one.entry.id in then.mended
        assert repair in then.edits


@given(legal_games(), st.integers(0, 10_000), st.lists(st.integers(0, 10_000), max_size=3))
def test_however_repairs_are_chosen_no_entry_is_both_removed_and_mended(
    of: Played, number: int, chosen: list[int]
) -> None:
    edits = [changes(of, number)]
    for choice in chosen:
        found = what_if(of.book, of.lines, edits)
        mendable = [] if isinstance(found, RejectedEdit) else [one for one in found.consequences if one.repairs]
        if isinstance(found, RejectedEdit) or not mendable:
            break
        one = mendable[choice % len(mendable)]
        repair = one.repairs[choice % len(one.repairs)]
        edits = [*(edit for edit in edits if edit.fell is None or edit.entry != one.entry.id), repair]
        then = asked(of, *edits)
        assert not {other.entry.id for other in then.consequences} & set(then.mended)
        assert not isinstance(replay_with(of.book, of.lines, then.edits, "9", judged=True), Rejected)
