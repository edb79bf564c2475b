"""Templates: what an object lacks is a fault."""

from __future__ import annotations

import pytest
from flask import Flask, render_template_string
from jinja2 import UndefinedError


def test_in_tests_no_template_reads_what_an_object_lacks(app: Flask) -> None:
    with app.app_context(), pytest.raises(UndefinedError, match="range has no begin"):
        render_template_string("{{ one.start }}{{ one.begin }}", one=range(3))
