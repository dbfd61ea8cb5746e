"""Tests of one game each: rules, dialogue, commands, search, strength."""
