"""Dialogues and players."""
