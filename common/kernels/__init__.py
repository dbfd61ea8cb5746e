"""Hot code: one source, run as plain Python or as machine code. Imports no other room."""
