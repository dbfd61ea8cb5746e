"""Hot code: one source, run as plain Python or as machine code. Imports nothing of ours but how wrong input is said."""
