"""One file a step. A step that has been published is never edited; a new one follows it."""
