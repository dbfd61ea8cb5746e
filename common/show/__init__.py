"""How a game is shown: terminal, pictures, films, plots, progress, languages."""
