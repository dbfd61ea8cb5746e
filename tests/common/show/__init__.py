"""Pictures, films, texts, the terminal."""
