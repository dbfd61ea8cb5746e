"""The Python interface of a game, documented in docs/api.md, for programs and notebooks."""
