"""Includes that are written out before a template is compiled: what is drawn is the same."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment

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
