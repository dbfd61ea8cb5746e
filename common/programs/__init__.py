"""Other people's programs as players: one-shot or persistent, in a sandbox, within resource limits. Imports nothing of `play`."""
