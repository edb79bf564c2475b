"""Of a person's names in a circle it is known which came later, so that the oldest can go."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Names that are there count as older than all that come."""
    op.add_column("person_names", sa.Column("number", sa.Integer(), nullable=True))
