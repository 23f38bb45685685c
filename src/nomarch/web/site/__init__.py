"""Pages of the site: front page, lobby, profiles, lessons, reports and documentation."""
