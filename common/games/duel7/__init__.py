"""The sliding duel: kernels, evaluation, practical chances, the dialogue of a move."""
