"""Circle the Cat: who wins, how a win is proven, what the board looks like."""
