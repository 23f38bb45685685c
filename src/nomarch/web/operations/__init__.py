"""How the server runs: settings, logs, metrics, health, and the delivery of mail and push."""
