"""The verbs common to all games."""
