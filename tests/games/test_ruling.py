"""Sentences with parameters, and how they are put into another language."""

from __future__ import annotations

from companion.games.text import Counted, English, Text

GERMAN = {
    "Take {color}": "Nimm {color}",
    "red": "Rot",
    "{seat} holds {n} token.": "{seat} hat {n} Stein.",
    "{seat} holds {n} tokens.": "{seat} hat {n} Steine.",
}


class German(English):
    code = "de"

    def wording(self, message: str, plural: str | None, n: int, _sense: str | None, _form: str) -> str:
        return GERMAN.get(super().wording(message, plural, n, None, ""), message)


german = German()


def test_parameters_are_translated_where_they_are_texts_and_kept_where_they_are_names() -> None:
    assert Text("Take {color}", color=Text("red")).put(german) == "Nimm Rot"
    assert Text("Take {color}", color="red").put(german) == "Nimm red"


def test_counts_choose_their_form() -> None:
    for n, english, word in (
        (1, "Mary holds 1 token.", "Mary hat 1 Stein."),
        (2, "Mary holds 2 tokens.", "Mary hat 2 Steine."),
    ):
        text = Counted("{seat} holds {n} token.", "{seat} holds {n} tokens.", seat="Mary", n=n)
        assert str(text) == english
        assert text.put(german) == word


def test_a_tuple_is_a_list_of_words() -> None:
    assert str(Text("{colors}", colors=(Text("red"), "blue"))) == "red, blue"


def test_braces_in_a_name_are_just_braces() -> None:
    assert str(Text("{seat} is out", seat="{color} {0}")) == "{color} {0} is out"
