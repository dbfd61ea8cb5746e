"""Analysis: scores of positions, and where a game turned."""
