"""The database of Nomarch 0.2, where migrations begin: older ones are refused, new ones newer."""

revision = "8"
down_revision = None
