"""How a game, and whatever else is kept, is saved in one step and resumed later."""
