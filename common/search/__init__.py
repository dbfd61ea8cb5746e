"""How a move is found and a win is proven. The sub-packages hold what is known of one kind of game."""
