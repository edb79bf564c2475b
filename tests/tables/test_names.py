"""Names as people typed them: initials that tell them apart, and parts that must not be torn."""

from __future__ import annotations

from companion.tables.names import clusters, initial, initials


def test_initials_tell_all_names_of_a_table_apart() -> None:
    assert initial("mary", ("mary", "Cory")) == "M"
    assert initials(("mary", "Mo", "Cory")) == ("Ma", "Mo", "C")
    assert initials(("\U0001f1e9\U0001f1ea Anna", "Kim")) == ("\U0001f1e9\U0001f1ea", "K")
    assert initials(("\U0001f469\u200d\U0001f467 Kim", "Kim")) == ("\U0001f469\u200d\U0001f467", "K")
    assert initials(("M", "Mo")) == ("M", "Mo")
    assert initials(("Mary", "Mara", "Mar", "Ma")) == ("Ma", "Mr", "M3", "M4")
    assert initials(("A b", "A c")) == ("Ab", "Ac")


def test_a_name_falls_into_letters() -> None:
    assert list(clusters("e\u0301a")) == ["e\u0301", "a"]
    assert list(clusters("")) == []
