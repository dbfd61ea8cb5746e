"""Cats & Dogs."""
