"""A seat at a circle's table wears the colour and the initial of its person."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. Tables that are there stay as they look."""
    op.add_column("seats", sa.Column("color", sa.Integer(), nullable=True))
    op.add_column("seats", sa.Column("initial", sa.String(), nullable=True))
