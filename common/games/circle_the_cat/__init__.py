"""Circle the Cat: players, proofs of the winner, strategies, the look of the board."""
