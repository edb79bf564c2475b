"""A rule is looked up as people type on a phone, in any language; the best match comes first."""

from __future__ import annotations

import string
from collections.abc import Iterator

import hypothesis.strategies as st
import pytest
from hypothesis import given

from companion.games import GAMES
from companion.games.text import Text
from companion.referee.rule_search import LONGEST, MOST_WORDS, Index, index_of, look_up, query_words
from companion.referee.word_match import likeness, pieces, stemmer, words_of
from tests.referee import searching

GAME = GAMES["sluff-off"]
INDEX = searching.index(GAME.slug)
SUIT = GAME.rulebook["follow-suit"]


def ids(query: str, index: Index = INDEX) -> list[str]:
    return [match.rule.id for match in look_up(index, query).rules]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        pytest.param("sluffer", {"one-sluffer", "sluffer-score", "sluffer-pays-nothing"}, id="a word"),
        pytest.param("SLUFFER", {"one-sluffer", "sluffer-score", "sluffer-pays-nothing"}, id="in capitals"),
        pytest.param("slufer", {"one-sluffer", "sluffer-score", "sluffer-pays-nothing"}, id="a letter left out"),
        pytest.param("slufe", {"one-sluffer", "sluffer-score", "sluffer-pays-nothing"}, id="and still typing"),
        pytest.param("sluffre", {"one-sluffer", "sluffer-score", "sluffer-instead-of-tokens"}, id="two exchanged"),
        pytest.param("tump", {"result-matches-cards"}, id="tump"),
        pytest.param("wite", {"white-is-wild", "white-with-match", "steal-pays-white"}, id="wite"),
        pytest.param("wite token", {"white-is-wild", "no-white-left", "steal-pays-white"}, id="wite token"),
        pytest.param("bleu", {"winning-color", "lead", "box"}, id="bleu"),
        pytest.param("revok", {"revoke"}, id="revok"),
        pytest.param("yelow", {"edition", "box"}, id="yelow"),
        pytest.param("qestions", {"follow-suit"}, id="only in a reading"),
        pytest.param("ties", {"winner"}, id="a short word"),
        pytest.param("tie", {"winner"}, id="and its beginning"),
        pytest.param("dealre", {"deal"}, id="dealre"),
        pytest.param("follow siut", {"follow-suit"}, id="two words, one wrong"),
        pytest.param("who wins", {"winner"}, id="a question"),
        pytest.param("how many rounds are there?", {"rounds"}, id="a longer question"),
        pytest.param("27 tokens", {"box", "table-ruling"}, id="a number"),
        pytest.param("white colour", {"white-with-match"}, id="both words count"),
        pytest.param("black tokens gone none left", {"black-runs-out"}, id="unknown words are passed over"),
        pytest.param("white zzzzzz", {"white-is-wild", "steal-pays-white", "white-with-match"}, id="so is nonsense"),
        pytest.param("steal unpaid", {"no-white-left"}, id="a house rule by its name"),
        pytest.param("does the sluffer cost before black counted", {"sluffer-score"}, id="by its question"),
    ],
)
def test_a_query_brings_its_rules_first(typed: str, first: set[str]) -> None:
    found = ids(typed)
    assert found[0] in first
    assert set(found[: len(first)]) <= first or len(first) == 1


def test_the_beginning_of_a_word_brings_every_rule_that_has_the_word() -> None:
    steals = {"steal-only-when-centre-empty", "steal-needs-holder", "steal-pays-white", "no-white-left"}
    assert set(ids("ste")) == steals
    assert set(ids("steal")[:4]) == steals


@pytest.mark.parametrize("slug", GAMES)
def test_an_id_brings_its_rule_first(slug: str) -> None:
    index = searching.index(slug)
    for rule in GAMES[slug].rulebook.rules:
        assert ids(rule.id, index)[0] == rule.id
        assert ids(rule.id.replace("-", " ").upper(), index)[0] == rule.id


def test_a_word_of_the_rulebook_is_not_taken_for_one_like_it() -> None:
    for match in look_up(INDEX, "red").rules:
        assert match.words <= {"red"}
    assert "one-card-each" not in ids("red")


@pytest.mark.parametrize("typed", ["", " ", "!?", "a", " b ", "zzzzzzz", "qwxy vvvk", "\x00", "\ud83c", "\u0661\u0661"])
def test_a_query_that_is_like_no_word_brings_nothing(typed: str) -> None:
    assert ids(typed) == []


def test_a_single_letter_asks_nothing_yet_but_a_digit_does() -> None:
    assert query_words("t") == []
    assert query_words("Turn I") == ["turn"]
    assert query_words("4 \u767d") == ["4", "\u767d"]


def test_a_long_query_is_cut_off() -> None:
    assert len(query_words(" ".join(f"word{n}" for n in range(100)))) == MOST_WORDS
    assert query_words("x" * 10_000) == ["x" * LONGEST]


def put_in_german(text: Text) -> str:
    german = {
        "White fits everything": "Weiß paßt überall",
        "The centre first": "Erst die Tischmitte",
        "Black {token} if nothing fits": "\u9ed1\u8272\u7684\u4e00\u5f35",
    }
    return german.get(text.message, "\u2014")


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("weiss", "white-is-wild"),
        ("wiess", "white-is-wild"),
        ("uberall", "white-is-wild"),
        ("ÜBERALL", "white-is-wild"),
        ("mitte", "steal-only-when-centre-empty"),
        ("\u9ed1", "black-when-nothing-fits"),
        ("\u8272\u7684", "black-when-nothing-fits"),
        ("turn-in-fits-trick", "turn-in-fits-trick"),
    ],
)
def test_a_rule_is_looked_up_in_the_words_of_its_language(typed: str, first: str) -> None:
    assert ids(typed, index_of(GAME, put_in_german))[0] == first


def test_in_a_language_without_a_stemmer_words_are_looked_up_as_they_are_written() -> None:
    index = index_of(GAME, put_in_german, "ja")
    assert ids("\u9ed1", index)[0] == "black-when-nothing-fits"
    assert stemmer("ja")("reneging") == "reneging"
    assert stemmer("pt-BR")("cartas") == "cart"


def test_a_language_has_its_own_groups_of_words_and_stems() -> None:
    def german(text: Text) -> str:
        return "farbe farben couleur" if text.message.startswith("colour ") else put_in_german(text)

    index = index_of(GAME, lambda text: "Die Farben zuerst" if text == SUIT.title else german(text), "de")
    assert ids("couleur", index)[0] == SUIT.id
    assert ids("farbe", index)[0] == SUIT.id
    assert look_up(index, "couleur").taken == (("couleur", "farbe"),)


def test_the_words_that_match_can_be_marked() -> None:
    found = look_up(INDEX, "the wite tokens").rules[0]
    assert found.words == {"white", "token"}
    assert pieces("A White token, please.", found.words) == (
        ("A ", False),
        ("White", True),
        (" ", False),
        ("token", True),
        (", please.", False),
    )
    assert pieces("", found.words) == ()
    assert pieces("Nothing.", found.words) == (("Nothing.", False),)


@given(st.text(), st.frozensets(st.text(max_size=3)))
def test_pieces_make_up_the_text(text: str, words: frozenset[str]) -> None:
    assert "".join(piece for piece, _ in pieces(text, words)) == text


@given(st.text(max_size=200))
def test_the_results_of_any_query_are_in_order_and_without_repetition(typed: str) -> None:
    found = look_up(INDEX, typed).rules
    scores = [match.score for match in found]
    assert scores == sorted(scores, reverse=True)
    assert len({match.rule.id for match in found}) == len(found)


@pytest.mark.parametrize(
    ("typed", "word", "how"),
    [
        ("red", "red", "sure"),
        ("ste", "steal", "sure"),
        ("tokens", "token", "sure"),
        ("its", "it", "guess"),
        ("wite", "white", "guess"),
        ("tump", "trump", "guess"),
        ("uvoke", "revoke", "none"),
        ("pred1", "predict", "none"),
        ("predci", "prediction", "guess"),
        ("mitte", "tischmitte", "guess"),
        ("ab", "cab", "none"),
        ("red", "hatred", "none"),
    ],
)
def test_how_like_a_typed_word_is_to_another(typed: str, word: str, how: str) -> None:
    like = likeness(typed, word)
    assert {"none": like == 0, "guess": 0 < like < 0.75, "sure": like >= 0.75}[how], like


def mistyped(title: str) -> Iterator[str]:
    """The title with each possible slip in each word of five letters or more, one at a time."""
    for at, word in enumerate(words := words_of(title)):
        if len(word) < 5:
            continue
        for slip in slips(word):
            yield " ".join([*words[:at], slip, *words[at + 1 :]])


def slips(word: str) -> Iterator[str]:
    for i in range(len(word)):
        yield word[:i] + word[i + 1 :]
        if i:
            yield word[: i - 1] + word[i] + word[i - 1] + word[i + 1 :]
        for letter in string.ascii_lowercase:
            yield word[:i] + letter + word[i + 1 :]


TYPED = {
    (slug, rule.id): typed
    for slug, game in GAMES.items()
    for rule in game.rulebook.rules
    if (typed := list(mistyped(str(rule.title))))
}


@pytest.mark.property
def test_998_of_1000_slips_leave_the_rule_at_the_very_top_and_all_among_the_first_three() -> None:
    tried = [(slug, rule, typed) for (slug, rule), slips in TYPED.items() for typed in slips[::71]]
    found = [(ids(typed, searching.index(slug)), rule, typed) for slug, rule, typed in tried]
    assert [typed for first, rule, typed in found if rule not in first[:3]] == []
    top = sum(first[0] == rule for first, rule, _ in found)
    assert top >= 0.998 * len(tried), f"{top} of {len(tried)}"


@pytest.mark.parametrize("typed", ["a player who leaver", "a player who leades"])
def test_a_slip_that_makes_a_word_of_another_rule_leaves_the_rule_among_the_first_two(typed: str) -> None:
    assert "leaving" in ids(typed, searching.index("popcorn"))[:2]


def test_the_title_counts_more_than_the_text() -> None:
    found = ids("white fits")
    assert found.index("white-is-wild") < found.index("white-with-match")
