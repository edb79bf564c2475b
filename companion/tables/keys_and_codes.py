"""Codes and keys: made from chance, read from what people type, and never stored in the clear."""

from __future__ import annotations

import hashlib
import re
import secrets

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
LENGTH = 8
RECOVERY_LENGTH = 24
_is_code = re.compile(f"[{ALPHABET}]{{{LENGTH}}}").fullmatch
_IGNORED = dict.fromkeys(map(ord, " \t\r\n\u00a0-\u2010\u2011\u2012\u2013\u2014"))


def new_code() -> str:
    """A table's code: eight letters and digits without look-alikes, 40 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def normal_code(text: str) -> str:
    """The code that somebody typed, whatever its case, spaces and dashes; "" where it can be none."""
    code = text.translate(_IGNORED)
    code = code.upper() if code.isascii() else code
    return code if _is_code(code) else ""


def shown_code(code: str) -> str:
    """The code as people read it out, in fours: K7QF-2M9X."""
    return "-".join(code[first : first + 4] for first in range(0, len(code), 4))


def new_key() -> str:
    """A key: 128 random bits, in letters that an address and a header take."""
    return secrets.token_urlsafe(16)


def key_hash(key: str) -> str:
    """The hash of a key, which is stored in its place. Takes any text."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def new_recovery_code() -> str:
    """A code that gives the host's right to another phone: 24 letters and digits, 120 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(RECOVERY_LENGTH))


def recovery_hash(table_id: int, typed: str) -> str:
    """The hash of a recovery code, whatever its case, spaces and dashes; the code is good at a rematch, too."""
    return f"{table_id}/{key_hash(typed.translate(_IGNORED).upper())}"


def request_hash(key_id: int, request: str) -> str:
    """A request's name in the ledger: two phones may choose the same one without meeting."""
    return hashlib.sha256(f"{key_id}:{request}".encode("utf-8", "surrogatepass")).hexdigest()
