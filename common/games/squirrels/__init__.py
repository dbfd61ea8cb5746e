"""The squirrel war: the assignment's logs, exact play, grading."""
