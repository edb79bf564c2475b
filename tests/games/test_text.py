"""Sentences with parameters, in English and in another language."""

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


def test_a_name_stays_as_it_is_in_whatever_form_a_sentence_asks_for_it() -> None:
    assert Text("{name:of} leads", name="Mary").put() == "Mary leads"


def test_what_has_no_parameters_may_have_braces_of_its_own() -> None:
    name = "<style>*{display:none}</style> {0} {"
    assert Text(name).put() == name
    assert Text("{seat} leads", seat=Text(name)).put() == f"{name} leads"
