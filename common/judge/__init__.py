"""How players, programs, positions and answer files are judged."""
