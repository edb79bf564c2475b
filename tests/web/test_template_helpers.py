"""Templates: includes that are written out before one is compiled draw the same; what an object lacks is a fault."""

from __future__ import annotations

import pytest
from flask import Flask, render_template_string
from jinja2 import DictLoader, Environment, UndefinedError

from companion.web.template_helpers import Inlining

TEMPLATES = {
    "named": 'a {% include "part" %} z',
    "set before": '{% set x = 1 %}{% include "shows" %}',
    "set inside": '{% set x = 1 %}{% include "sets" %}{{ x }}',
    "given": '{% with x = 3 %}{% include "shows" %}{% endwith %}{% include "shows" %}',
    "in a loop": '{% for x in [1, 2] %}{% include "nested" %}{{ loop.index }}{% endfor %}',
    "a macro of the includer": '{% macro m(n) %}<{{ n }}>{% endmacro %}{% include "calls" %}',
    "a macro of the included": '{% include "defines" %}{% include "defines" %}',
    "of an import": '{% include "imports" %}{% include "imports" %}',
    "stripped": "a \n {%- include 'part' -%} \n b|a \n {%- include \"part\" -%} \n b",
    "by a name that is worked out": '{% include "par" ~ "t" %}{% include ["none", "part"] %}',
    "with blocks of its own": '{% include "whole" %}{% include "child" %}',
    "by a child": '{% extends "whole" %}{% block b %}{{ super() }}{% include "shows" %}{% endblock %}',
    "child": '{% extends "whole" %}{% block b %}child{% endblock %}',
    "whole": "({% block b %}whole{% endblock %})",
    "part": "part\n",
    "shows": "[{{ x }}]\n\n",
    "sets": "{% set x = 2 %}{{ x }}",
    "nested": '{% set y = x %}{% include "shows" %}{{ y }}',
    "calls": "{{ m(x) }}",
    "defines": "{% macro own() %}own{% endmacro %}{{ own() }}",
    "imports": '{% from "macros" import given with context %}{{ given() }}',
    "macros": "{% macro given() %}{{ x }}{% endmacro %}",
}


@pytest.mark.parametrize("name", [name for name in TEMPLATES if " " in name or name in ("named", "given", "stripped")])
def test_it_is_drawn_as_it_was(name: str) -> None:
    plain, written = (Environment(loader=DictLoader(TEMPLATES), autoescape=True) for _ in range(2))
    written.add_extension(Inlining)
    for values in ({}, {"x": "<given>"}):
        assert written.get_template(name).render(values) == plain.get_template(name).render(values)


def test_an_include_costs_no_context(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = Environment(loader=DictLoader(TEMPLATES), extensions=[Inlining], autoescape=True)
    template = environment.get_template("in a loop")
    monkeypatch.setattr(environment, "get_template", None)  # nothing is looked for when it is drawn
    assert template.render() == "[1]\n11[2]\n22"


def test_in_tests_no_template_reads_what_an_object_lacks(app: Flask) -> None:
    with app.app_context(), pytest.raises(UndefinedError, match="range has no begin"):
        render_template_string("{{ one.start }}{{ one.begin }}", one=range(3))
