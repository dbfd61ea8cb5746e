"""Analysis: scores of positions, and the blunders and mistakes of saved games."""
