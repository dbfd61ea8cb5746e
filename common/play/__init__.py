"""One game from the first move to the last: a game's parts, its players, the dialogue with humans."""
