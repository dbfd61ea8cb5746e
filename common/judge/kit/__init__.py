"""Kits: an autograder for a course, as one file. Imports match, not tournament."""
