"""Codes and keys: they are made at random, read from what people type, and stored only as hashes."""

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
    """Return a random code for a table: eight letters and digits without look-alikes, 40 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def normal_code(text: str) -> str:
    """Return the code that somebody typed, in capitals and without spaces and dashes; "" if it is no code."""
    code = text.translate(_IGNORED)
    code = code.upper() if code.isascii() else code
    return code if _is_code(code) else ""


def shown_code(code: str) -> str:
    """Return the code in groups of four, as people read it out: K7QF-2M9X."""
    return "-".join(code[first : first + 4] for first in range(0, len(code), 4))


def new_key() -> str:
    """Return 128 random bits, in letters that are safe in an address and a header."""
    return secrets.token_urlsafe(16)


def key_hash(key: str) -> str:
    """Return the hash that is stored in place of a key. Any text has one."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def new_recovery_code() -> str:
    """Return a random code that makes another phone the host: 24 letters and digits, 120 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(RECOVERY_LENGTH))


def recovery_hash(owner_id: int, typed: str) -> str:
    """Return the hash of a recovery code, whatever case, spaces and dashes it was typed with.

    One code may be good at several tables or circles; its hash is another at each, and `owner_id` names the one.
    """
    return f"{owner_id}/{key_hash(typed.translate(_IGNORED).upper())}"


def request_hash(key_id: int, request: str) -> str:
    """Return the ledger's name for a request. The names of two phones never clash."""
    return hashlib.sha256(f"{key_id}:{request}".encode("utf-8", "surrogatepass")).hexdigest()
