"""The sums of docs/capacity.md, done again: `python -m tests.deploy.sums` writes its second table anew."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "capacity.md"
GIVEN = re.compile(r"^\| `(\w+)` \| [^|]+ \| ([\d.,]+) \| [^|]+ \|$", re.MULTILINE)
FOLLOWS = re.compile(r"^(\| `(\w+)` \| [^|]+ \| `([^`]+)` \| )([\d.,]+)( \|)$", re.MULTILINE)
OPERATORS: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def given(page: str) -> dict[str, float]:
    """What goes in, by name."""
    return {name: float(value.replace(",", "")) for name, value in GIVEN.findall(page)}


def worked_out(formula: str, names: Mapping[str, float]) -> float:
    """A sum of names and numbers with `+ * /` and brackets. Raises for anything else."""

    def value(node: ast.AST) -> float:
        match node:
            case ast.Expression(body):
                return value(body)
            case ast.BinOp(left, operation, right):
                return OPERATORS[type(operation)](value(left), value(right))
            case ast.Name(name):
                return names[name]
            case ast.Constant(int() | float() as number):
                return number
        raise ValueError(f"{formula} is more than a sum")

    return value(ast.parse(formula, mode="eval"))


def shown(value: float) -> str:
    """Two figures, which is as much as such a sum knows."""
    rounded = float(f"{value:.2g}")
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}"


def written_anew(page: str) -> str:
    """The page with what follows from what goes in. A sum may use those above it."""
    names = given(page)

    def row(found: re.Match[str]) -> str:
        names[found[2]] = worked_out(found[3], names)
        return found[1] + shown(names[found[2]]) + found[5]

    return FOLLOWS.sub(row, page)


if __name__ == "__main__":
    PAGE.write_text(written_anew(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
