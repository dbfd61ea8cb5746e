"""The squirrel war: search logs of the assignment, exact play, and grading of answers and programs."""
