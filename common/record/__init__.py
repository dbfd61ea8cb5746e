"""How a game, and whatever else is kept, is saved whole and taken up again."""
