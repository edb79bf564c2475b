"""Contrast of the stylesheets' colours: edges of controls 3:1, text 4.5:1, light and dark, usual and more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from companion.games.sluff_off.edition import EDITIONS, EVERY_TOKEN, PLAIN, Edition
from companion.games.text import Sense, Text
from companion.languages import languages

CSS = Path(__file__).parents[2] / "static" / "css"
DARK, MORE = "(prefers-color-scheme: dark)", "(prefers-contrast: more)"
SCHEMES = {
    "light": ("",),
    "dark": ("", DARK),
    "light, more": ("", MORE),
    "dark, more": ("", DARK, MORE, f"{MORE} and {DARK}"),
}
GROUNDS = ("paper", "card", "raised", "gold-wash")
SEATS = tuple(f"seat-{number}" for number in range(1, 13))
EDGES = (
    *product(SEATS, GROUNDS),
    *product(("edge", "gold", "red", "live"), GROUNDS),
    *product(("act-edge",), ("paper", "card", "raised")),
    ("red", "red-wash"),
)
TEXT = (
    *product(("ink", "soft", "gold-ink"), GROUNDS),
    *product(("red-ink",), ("paper", "card", "raised", "red-wash")),
    *product(("ink", "soft"), ("red-wash",)),
    *product(("on-act",), ("act", "act-deep")),
    *product(("on-felt", "on-felt-soft"), ("felt", "felt-deep")),
    ("card", "ink"),
    *product(("on-seat",), SEATS),
)
CONTROLS = re.compile(r"button|\.tile|\.stepper|input|select|textarea|\.pick\b|\.part\b|\.code\b|summary")


def rules(css: str) -> Iterator[tuple[str, str, str]]:
    """Media condition ("" for none), selector and declarations of every rule."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    media = ""
    for before, brace in re.findall(r"([^{}]*)([{}])", css):
        if brace == "{" and before.strip().startswith(("@media", "@container")):
            media = before.strip().partition(" ")[2]
        elif brace == "{":
            selector = before.strip()
        elif before.strip():
            yield media, selector, before
        elif media:
            media = ""


def all_rules() -> Iterator[tuple[str, str, str]]:
    for path in sorted(CSS.glob("*.css")):
        yield from rules(path.read_text(encoding="utf-8"))


def colors(scheme: str) -> dict[str, str]:
    """The custom properties of a scheme that are colours."""
    found: dict[str, str] = {}
    every = [rule for rule in all_rules() if rule[1] == ":root"]
    for wanted in SCHEMES[scheme]:
        for media, _, body in every:
            if media == wanted:
                found |= dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\s*(?:;|$)", body))
    return found


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def too_low(scheme: str, pairs: tuple[tuple[str, str], ...], least: float) -> list[str]:
    named = colors(scheme)
    got = {pair: contrast(named[pair[0]], named[pair[1]]) for pair in pairs}
    return [f"{fore} on {ground}: {ratio:.2f}" for (fore, ground), ratio in got.items() if ratio < least]


def test_contrast_is_counted_as_the_standard_counts_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_edges_of_controls_stand_out(scheme: str) -> None:
    assert too_low(scheme, EDGES, 3) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_can_be_read(scheme: str) -> None:
    assert too_low(scheme, TEXT, 4.5) == []


def test_no_control_has_the_pale_line_of_a_card_for_an_edge() -> None:
    pale = [
        selector
        for _, selector, body in all_rules()
        if CONTROLS.search(selector) and re.search(r"border[\w-]*:[^;]*var\(--(line|hair)\)", body)
    ]
    assert pale == []


TEMPLATES = Environment(loader=FileSystemLoader(CSS.parents[1] / "templates"), autoescape=True)
SPRITE = TEMPLATES.get_template("games/sluff_off/sprite.html").render(pgettext=lambda _, letter: letter)
DISC = re.compile(r'<circle cx="24" cy="24" r="23" fill="(#[0-9a-f]{6})"/>')
SHAPE = re.compile(r'<g fill="(#[0-9a-f]{3,6})">(<.*?>)</g>')
LETTER = re.compile(r'fill="(#[0-9a-f]{6})" class="letter">(\w)<')


def drawn(token: str) -> str:
    return SPRITE.partition(f'id="token-{token}"')[2].partition("</symbol>")[0]


def six(color: str) -> str:
    """A colour with two digits a part."""
    return color if len(color) == 7 else "#" + "".join(digit * 2 for digit in color[1:])


@pytest.mark.parametrize("token", EVERY_TOKEN)
def test_a_token_is_told_apart_by_its_shape_and_its_letter(token: str) -> None:
    """Whatever lies below it: the disc is its own ground, light or dark."""
    disc, shape = DISC.search(drawn(token)), SHAPE.search(drawn(token))
    assert disc is not None
    assert shape is not None
    assert contrast(six(shape[1]), disc[1]) >= 3
    letter = LETTER.search(drawn(token))
    assert (letter is None) == (token == "black"), "the cross of a black one says it alone"
    if letter is not None:
        assert letter[2] == token[0].upper()
        assert contrast(letter[1], six(shape[1])) >= 4.5


@pytest.mark.parametrize("code", languages().offered)
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_no_two_tokens_of_a_box_have_the_same_letter(edition: Edition, code: str) -> None:
    """Which is that of the colour's name, in each language."""
    drawn = {token: Sense("token", token[0].upper()).put(languages()[code]) for token in edition.order[:-1]}
    assert len(set(drawn.values())) == len(drawn) == 6
    for token, letters in drawn.items():
        assert Text(token).put(languages()[code]).lower().startswith(letters.lower())


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_no_two_tokens_of_a_box_look_alike(edition: Edition) -> None:
    shapes = [found[2] for token in edition.order if (found := SHAPE.search(drawn(token)))]
    discs = [found[1] for token in edition.order if (found := DISC.search(drawn(token)))]
    assert len(set(shapes)) == len(set(discs)) == len(edition.order) == 7


@pytest.mark.parametrize("color", [token for token in EVERY_TOKEN if token not in PLAIN])
def test_who_took_a_trick_can_be_read_on_its_colour(color: str) -> None:
    (body,) = [body for media, selector, body in all_rules() if selector == f".track .{color}" and not media]
    (usual,) = [body for media, selector, body in all_rules() if selector == ".track li" and "700" in body]
    ground = re.search(r"background: (#[0-9a-f]{6})", body)
    ink = re.search(r"(?<!-)color: (#[0-9a-f]{3,6})", body) or re.search(r"(?<!-)color: (#[0-9a-f]{3,6})", usual)
    assert ground is not None
    assert ink is not None
    assert contrast(six(ink[1]), ground[1]) >= 4.5
