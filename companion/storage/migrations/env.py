"""Alembic's way in. It is given a connection inside a transaction; there is no other way to run it."""

from alembic import context

from companion.storage.schema import Row

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Row.metadata,
    render_as_batch=True,
    transactional_ddl=False,  # the caller's transaction holds all of it
)
context.run_migrations()
