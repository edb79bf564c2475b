"""Sentences in English, as the rules make them."""

from __future__ import annotations

from companion.games.text import Text


def test_a_name_stays_as_it_is_in_whatever_form_a_sentence_asks_for_it() -> None:
    assert Text("{name:of} leads", name="Mary").put() == "Mary leads"


def test_what_has_no_parameters_may_have_braces_of_its_own() -> None:
    name = "<style>*{display:none}</style> {0} {"
    assert Text(name).put() == name
    assert Text("{seat} leads", seat=Text(name)).put() == f"{name} leads"
