"""What makes an element a button of the table's page: its attributes, as markup. A page has some thirty of them.

In Python rather than in macros: drawn by a macro they were a twelfth of what a page's tap costs.
"""

from __future__ import annotations

from markupsafe import Markup, escape

from companion.games.screen import Action


def attributes(action: Action, name: str, classes: str, id: str = "") -> Markup:  # noqa: A002 - as in HTML
    """A button that makes moves. What is not allowed now is dimmed but can be tapped: the refusal says why."""
    named = f' id="{escape(id)}"' if id else ""
    dim, why = ("", "") if action.legal else (" dim", ' aria-describedby="not-now"')
    return Markup(  # noqa: S704 - escaped
        f'type="submit" name="move" value=\'{escape(str(action.value))}\' class="{escape(classes)}{dim}"{named}'
        f' aria-label="{escape(name)}"{why}'
    )


def tell(
    act_url: str,
    query: str,
    field: str,
    value: object,
    name: str,
    classes: str,
    pressed: object,
    id: str,  # noqa: A002 - as in HTML
) -> Markup:
    """A button that only tells a little more of a move: it changes the address, not the ledger."""
    url = escape(act_url)
    return Markup(  # noqa: S704 - escaped
        f'type="submit" formmethod="get" formaction="{url}" formnovalidate name="{escape(field)}"'
        f' value="{escape(value)}" hx-get="{url}{f"?{escape(query)}" if query else ""}" hx-params="for,play,base"'
        f' hx-target="#table" hx-swap="outerHTML" class="{escape(classes)}" id="{escape(id)}"'
        f' aria-label="{escape(name)}" aria-pressed="{"true" if pressed else "false"}" data-tell'
    )
