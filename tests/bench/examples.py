"""The values of the 25 squares in the example of the squirrels.py assignment."""

EXAMPLE = (20, 16, 1, 32, 30, 20, 12, 2, 11, 8, 28, 48, 9, 1, 1, 20, 12, 10, 6, 2, 25, 30, 23, 21, 10)
