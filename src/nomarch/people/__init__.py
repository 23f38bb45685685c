"""The people of a site: accounts, ratings, friends, pairing, notices, moderation."""
