"""The one way in to a table (`service.TableService`): load, decide, append, apply, publish."""
