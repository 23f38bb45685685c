"""Tables in the database: records, logs, jobs, results, chat, and hooks for other packages."""
