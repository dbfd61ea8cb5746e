"""How a move is found and a win is proven; in the chapters what is known of one kind of game."""
