"""People who play again and again: the games they have played, and what comes out of them. Pure."""
