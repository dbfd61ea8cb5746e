"""Tests of the code that only one game needs."""
