"""Games at the table, and their records."""
