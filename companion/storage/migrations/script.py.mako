"""${message}."""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this shape."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Go back to the shape before."""
    ${downgrades if downgrades else "pass"}
