"""The referee, over any game and pure: what if, ask, reconcile, look up."""
