"""Pictures, films, words, the terminal."""
