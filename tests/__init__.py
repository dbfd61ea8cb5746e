"""What holds of the five games, of the house they share, and how long things take."""
