"""Searches, proofs, perfect play."""
