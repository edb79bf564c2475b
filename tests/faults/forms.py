"""The forms and links of a page, as a phone would use them: where they lead, and what is sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Form:
    """One way to send a form: by one of its buttons, where it has several."""

    method: str
    action: str
    fields: Fields


@dataclass(slots=True)
class _Open:
    method: str
    action: str
    name: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.all: list[_Open] = []
        self._here: _Open | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._here = _Open(told.get("method", "get").upper(), told.get("action", ""), told.get("id", ""))
            self.all.append(self._here)
        elif tag == "a" and told.get("href", "").startswith("/"):
            self.links.append(told["href"].partition("#")[0])
        elif told.get("name") and tag in ("input", "select", "textarea", "button"):
            owner = next((one for one in self.all if one.name and one.name == told.get("form")), self._here)
            if owner is not None:
                (owner.buttons if tag == "button" else owner.fields).append((told["name"], told.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._here = None


def found_on(page: str) -> tuple[list[Form], list[str]]:
    """The forms of a page, each button of them, and its links within the app."""
    reader = _Reader()
    reader.feed(page)
    forms = [
        Form(one.method, one.action, (*one.fields, *pressed))
        for one in reader.all
        for pressed in ([[button] for button in one.buttons] or [[]])
    ]
    return forms, reader.links
