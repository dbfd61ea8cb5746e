"""The sliding duel: kernels, evaluation, practical chances, textbook players, the dialogue of a move."""
