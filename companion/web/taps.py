"""What every form that enters something sends beside its moves: the version it was made for, and so its name."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from flask import request


def seen_version() -> int | None:
    """The version that the phone showed; None where the form does not tell."""
    version = request.form.get("version", "")
    return int(version) if version.isdecimal() and len(version) < 10 else None


def request_name(seen: int | None, claims: Sequence[object]) -> str | None:
    """The request's name: a second tap on the same button of the same page is the same request."""
    if seen is None:
        return None
    told = json.dumps([seen, claims], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()
