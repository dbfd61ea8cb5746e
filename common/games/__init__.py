"""Code of single games, one package a game. No lower package imports it."""
