"""One game from its first to its last move: people, engines, programs."""
