"""Two walkers who mark squares, and may not enter marked ones."""
