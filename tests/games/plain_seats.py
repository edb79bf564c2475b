"""Who comes and who goes once more, for the second readings of the rules: lists of names, and nothing of the game's."""

from __future__ import annotations

from typing import Any
from unicodedata import normalize

Plain = dict[str, Any]
KEYS = {"join": {"seat"}, "leave": {"seat"}, "rename": {"seat", "name"}, "reseat": {"seats"}}
NOT_NOW = {"join": "late-joiner", "leave": "leaver", "reseat": "moved-seats"}


class PlainSeats:
    """`names` are those of now, clockwise; `had` has for everybody who ever sat there all names, the latest last."""

    def __init__(self, names: list[str], fewest: int, most: int, gives: str | None = None) -> None:
        self.names, self.had = list(names), [[name] for name in names]
        self.fewest, self.most, self.gives = fewest, most, gives

    def malformed(self, raw: Plain) -> bool:
        """Whether it is no such move: keys, names and numbers."""
        more = {"after", *([self.gives] if self.gives else [])} if raw["move"] == "join" else set()
        given = set(raw) - {"move"}
        if not KEYS[raw["move"]] <= given <= KEYS[raw["move"]] | more:
            return True
        new = raw.get("name" if raw["move"] == "rename" else "seat", "").strip()
        if raw["move"] in ("join", "rename") and (not 1 <= len(new) <= 40 or new in ("centre", "pile")):
            return True
        there = [raw["seat"]] if raw["move"] in ("leave", "rename") else [raw["after"]] if "after" in raw else []
        lowest, highest = (1, 5) if self.gives == "dice" else (0, 999)
        number = raw.get(str(self.gives), lowest)
        return not {*there, *raw.get("seats", [])} <= set(self.names) or not lowest <= number <= highest

    def refused(self, raw: Plain, *, begun: bool) -> str | None:
        """The rule against it; `begun`: it is not the moment for seats to change."""
        kind, number = raw["move"], len(self.names)
        if begun and kind != "rename":
            return NOT_NOW[str(kind)]
        if (kind == "join" and number == self.most) or (kind == "leave" and number == self.fewest):
            return "number-of-players"
        if kind == "reseat":
            return None if sorted(raw["seats"]) == sorted(self.names) else "moved-seats"
        if kind == "leave":
            return None
        if kind == "join" and self.back(raw):
            return "late-joiner" if self.gives == "points" and "points" in raw else None
        wanted = raw["seat" if kind == "join" else "name"].strip()
        others = [had for had in self.had if kind == "join" or had[-1] != raw["seat"]]
        same = any(_read(name) == _read(wanted) for had in others for name in had)
        return "seat-name" if same or (wanted == raw["seat"] and kind == "rename") else None

    def back(self, raw: Plain) -> bool:
        """Whether somebody who has gone comes back, under the name that they went with."""
        name = raw["seat"].strip()
        return name not in self.names and any(had[-1] == name for had in self.had)

    def enter(self, raw: Plain) -> None:
        """Let it be so."""
        if raw["move"] == "join":
            name = raw["seat"].strip()
            if not self.back(raw):
                self.had.append([name])
            self.names.insert(self.names.index(raw["after"]) + 1 if "after" in raw else len(self.names), name)
        elif raw["move"] == "leave":
            self.names.remove(raw["seat"])
        elif raw["move"] == "reseat":
            self.names = list(raw["seats"])
        else:
            next(had for had in self.had if had[-1] == raw["seat"]).append(raw["name"].strip())
            self.names[self.names.index(raw["seat"])] = raw["name"].strip()

    def next_that_stays(self, name: str, before: list[str]) -> str:
        """That seat; where it has gone, the next to its left that is still there."""
        around = before[before.index(name) :] + before[: before.index(name)]
        return next(one for one in around if one in self.names)

    @property
    def gone(self) -> list[str]:
        """The latest names of those who have left."""
        return [had[-1] for had in self.had if had[-1] not in self.names]


def _read(name: str) -> str:
    return normalize("NFKC", normalize("NFKC", name).casefold())


def called(value: Any, old: str, new: str) -> Any:
    """The same with another name for somebody, wherever the name stands in it."""
    if isinstance(value, dict):
        return {called(key, old, new): called(one, old, new) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(called(one, old, new) for one in value)
    return new if value == old else value
