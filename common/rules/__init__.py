"""What a game obeys: positions and outcomes, boards and notation, wrong input."""
