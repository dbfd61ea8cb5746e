"""Output for people: terminal boards, pictures, films, HTML pages, progress."""
