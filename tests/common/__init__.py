"""The rooms of common/, each tested where a fault would be hard to find from outside."""
