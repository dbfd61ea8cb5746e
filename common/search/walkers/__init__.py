"""What is known of two walkers that mark the squares they leave and may not enter each other's marks."""
