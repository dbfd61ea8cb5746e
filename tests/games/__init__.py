"""What one game has of its own: its rules, its dialogue, its commands, its strength."""
