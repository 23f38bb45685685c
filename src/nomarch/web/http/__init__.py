"""What every request shares: messages, errors, language, identity and limits."""
