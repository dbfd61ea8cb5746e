"""The rules' vocabulary: positions, outcomes, players, boards, the game loop and input errors."""
