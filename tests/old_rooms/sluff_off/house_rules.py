"""The house rules, which are the new room's."""

from companion.games.sluff_off.scoring import TieBreak
from companion.games.sluff_off.state import ASKS, TIE_BREAKS, USUAL, Options, Token

__all__ = ["ASKS", "TIE_BREAKS", "USUAL", "Options", "TieBreak", "Token"]
