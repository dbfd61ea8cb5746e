"""Output for people: terminal boards, pictures, films, HTML pages, plots, progress, languages."""
