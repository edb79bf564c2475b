"""One file a step, forwards alone. What a published step makes is never changed; a new one follows it."""
