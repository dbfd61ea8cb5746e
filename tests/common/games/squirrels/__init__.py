"""The squirrel war."""
