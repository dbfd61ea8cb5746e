"""The squirrel war: exact play, and grading of answers and programs."""
