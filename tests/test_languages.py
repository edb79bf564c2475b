"""Languages: which are offered, how they are read, and how words bend in their sentences."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.games.text import ENGLISH, Counted, Sense, Text
from companion.languages import Languages
from tests.translations import Entries, write

MESSAGES: Entries = {
    "Take {color}": "Nimm {color:acc}",
    "red": "Rot",
    "seal": "Siegel",
    "{color} {rank}": "{color:card} {rank}",
    "{token} of {name}": "{token:cap} {name:of}",
    "{names} share it": "{names:and of} teilen",
    "one of {things}": "{things:or}",
    ("{n} point", "{n} points"): ("{n} Punkt", "{n} Punkte"),
    "with {points}": "mit {points:dat}",
    "left": "links",
}
FORMS: dict[str, Entries] = {
    "acc": {"red": "Rotes"},
    "card": {"red": "rote"},
    "of": {"{name}": "von {name}", "red": "des Roten"},
    "of vowel": {"{name}": "v\u2019{name}"},
    "dat": {("{n} point", "{n} points"): ("{n} Punkt", "{n} Punkten")},
}


@pytest.fixture
def languages(tmp_path: Path) -> Languages:
    write(tmp_path, "de", MESSAGES, FORMS, vowels="aeiouh")
    (tmp_path / "it").mkdir()
    (tmp_path / "it" / "language.toml").write_text("offered = false\n", encoding="utf-8")
    return Languages(tmp_path)


RED = Text("red")
CASES = {
    "form": (Text("Take {color}", color=RED), "Nimm Rotes"),
    "no-such-form": (Text("Take {color}", color=Text("seal")), "Nimm Siegel"),
    "inner": (Text("Take {color}", color=Text("{color} {rank}", color=RED, rank="5")), "Nimm rote 5"),
    "capital-and-name": (Text("{token} of {name}", token=Text("small"), name="Mary"), "Small von Mary"),
    "before-a-vowel": (Text("{token} of {name}", token="x", name="\u00c9va"), "X v\u2019\u00c9va"),
    "no-name": (Text("{token} of {name}", token="x", name=""), "X von "),
    "name-without-such-a-form": (Text("Take {color}", color="Anna"), "Nimm Anna"),
    "hostile-name": (Text("{token} of {name}", token="x", name="{name} {0}"), "X von {name} {0}"),
    "list": (Text("{names} share it", names=("Mary", "Anna", RED)), "von Mary, v\u2019Anna und des Roten teilen"),
    "or": (Text("one of {things}", things=("a", "b", "c")), "a, b oder c"),
    "counted-form": (Text("with {points}", points=Counted("{n} point", "{n} points", n=2)), "mit 2 Punkten"),
    "number": (Counted("{n} point", "{n} points", n=12345), "12.345 Punkte"),
    "untranslated": (Text("{n} green", n=1), "1 green"),
    "another-sense": (Sense("over", "left"), "left"),
    "no-words": (Text(""), ""),
}


@pytest.mark.parametrize(("text", "german"), CASES.values(), ids=CASES)
def test_words_bend_as_the_sentence_says(languages: Languages, text: Text, german: str) -> None:
    assert text.put(languages["de"]) == german


@pytest.mark.parametrize(
    ("vowels", "told"),
    [
        ("aeiouh", "v\u2019Hugo, v\u2019\u00c9va"),
        ("aeiou", "von Hugo, v\u2019\u00c9va"),
        ("", "von Hugo, von \u00c9va"),
    ],
)
def test_which_letters_are_vowels_is_each_language_s_own(tmp_path: Path, vowels: str, told: str) -> None:
    write(tmp_path, "de", MESSAGES, FORMS, vowels)
    german = Languages(tmp_path)["de"]
    assert ", ".join(Text("{name:of}", name=name).put(german) for name in ("Hugo", "\u00c9va")) == told


def test_a_language_that_names_no_vowels_has_none(tmp_path: Path) -> None:
    write(tmp_path, "de", MESSAGES, FORMS)
    (tmp_path / "de" / "language.toml").write_text("offered = true\n", encoding="utf-8")
    assert Text("{name:of}", name="Anna").put(Languages(tmp_path)["de"]) == "von Anna"


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        (("Ann", "In\u00e9s"), "Ann e In\u00e9s, Ann o In\u00e9s"),
        (("Bob", "\u00cd\u00f1igo"), "Bob e \u00cd\u00f1igo, Bob o \u00cd\u00f1igo"),
        (("Ann", "Hilda"), "Ann e Hilda, Ann o Hilda"),
        (("Ann", "Ian"), "Ann y Ian, Ann o Ian"),
        (("Ann", "Yvonne"), "Ann e Yvonne, Ann o Yvonne"),
        (("Ann", "Yolanda"), "Ann y Yolanda, Ann o Yolanda"),
        (("X", "Y"), "X y Y, X o Y"),
        (("Ann", "\u00d3scar"), "Ann y \u00d3scar, Ann u \u00d3scar"),
        (("7", "8"), "7 y 8, 7 u 8"),
        (("Ann", "Ida y Ina", "Bob"), "Ann, Ida y Ina y Bob, Ann, Ida y Ina o Bob"),
        (("In\u00e9s",), "In\u00e9s, In\u00e9s"),
        ((), ", "),
    ],
)
def test_a_spanish_list_minds_the_word_that_follows(listed: tuple[str, ...], told: str) -> None:
    assert Text("{names:and}, {names:or}", names=listed).put(Languages()["es"]) == told


def test_english_sentences_have_lists_too() -> None:
    names = Text("{names:and}, {names}, {one:or}{none:and}", names=("a", "b", "c"), one=("d",), none=())
    assert names.put() == "a, b and c, a, b, c, d"
    assert Text("{name:of}", name="Mary").put() == "Mary"
    assert Sense("direction", "left").put() == "left" == Sense("direction", "left").filled({}).put()


def test_a_sense_has_a_message_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, "de", {"left": "links"})
    catalogue = (tmp_path / "de" / "LC_MESSAGES" / "messages.po").open("a", encoding="utf-8")
    with catalogue:
        catalogue.write('\nmsgctxt "over"\nmsgid "left"\nmsgstr "\u00fcbrig"\n')
    german = Languages(tmp_path)["de"]
    assert (Sense("over", "left").put(german), Text("left").put(german)) == ("\u00fcbrig", "links")
    assert german.wording("left", "lefts", 2, "over", "") == "lefts"


def test_a_language_is_offered_once_its_settings_say_so(languages: Languages) -> None:
    assert languages.offered == ("de", "en")
    assert languages["it"] is languages["xx"] is ENGLISH
    assert languages["de"] is languages["de"] is not ENGLISH
    assert languages["de"].code == "de"


def test_what_is_asked_for_is_taken_in_its_order(languages: Languages) -> None:
    assert languages.negotiated(["fr", "de-AT", "en"]) == "de"
    assert languages.negotiated(["en-GB", "de"]) == "en"
    assert languages.negotiated([]) == "en"


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({"LC_MESSAGES": "de_DE.UTF-8", "LANG": "C"}, "de"),
        ({"LC_ALL": "C", "LC_MESSAGES": "de_DE"}, "en"),
        ({"LANG": "xx"}, "en"),
        ({}, "en"),
        ({"LANG": "de_DE@euro", "LC_CTYPE": "C.UTF-8"}, "de"),  # as Python has it where there is no such locale
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "xx:de:en"}, "de"),
    ],
)
def test_the_process_has_a_language(
    languages: Languages, monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], code: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert languages.of_process().code == code


def test_what_was_compiled_is_read_unless_the_text_is_newer(languages: Languages, tmp_path: Path) -> None:
    from build_catalogues import compile_all

    folder = tmp_path / "de" / "LC_MESSAGES"
    compile_all(tmp_path)
    text = folder / "messages.po"
    text.write_text(text.read_text(encoding="utf-8").replace('"Rot"', '"Hellrot"'), encoding="utf-8")
    os.utime(text, (0, 0))
    assert RED.put(Languages(tmp_path)["de"]) == "Rot"
    os.utime(text)
    os.utime(folder / "messages.mo", (0, 0))
    assert RED.put(Languages(tmp_path)["de"]) == "Hellrot"
    text.unlink()  # as in a wheel
    assert RED.put(Languages(tmp_path)["de"]) == "Rot"


def test_who_reads_a_catalogue_while_it_is_compiled_anew_has_a_whole_one(languages: Languages, tmp_path: Path) -> None:
    from build_catalogues import compile_all

    compile_all(tmp_path)
    text = tmp_path / "de" / "LC_MESSAGES" / "messages.po"
    compiled = text.with_suffix(".mo")
    before = compiled.read_bytes()
    with compiled.open("rb") as reads:
        text.write_text(text.read_text(encoding="utf-8").replace('"Rot"', '"Hellrot"'), encoding="utf-8")
        compile_all(tmp_path)
        assert reads.read() == before
    assert compiled.read_bytes() != before
    assert RED.put(languages["de"]) == "Hellrot"
    assert {file.name for file in text.parent.glob("messages*")} == {"messages.mo", "messages.po"}


def test_what_is_fuzzy_counts_as_missing(tmp_path: Path) -> None:
    write(tmp_path, "de", {"red": "Rot"})
    text = tmp_path / "de" / "LC_MESSAGES" / "messages.po"
    text.write_text(text.read_text(encoding="utf-8").replace('msgid "red"', '#, fuzzy\nmsgid "red"'), encoding="utf-8")
    assert RED.put(Languages(tmp_path)["de"]) == "red"
