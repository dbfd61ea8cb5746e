"""The sliding duel: evaluation weights, practical chances, the dialogue of a step."""
