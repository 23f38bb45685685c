"""A person's own pages: signing in, settings, notices and personal data."""
