"""The verbs that all games share."""
