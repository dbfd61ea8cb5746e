"""Files: records of games, proof files, and writing files atomically."""
