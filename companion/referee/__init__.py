"""The referee: what if, amend with what follows, reconcile, ask, look up. Pure: it reads games, and writes nothing."""
