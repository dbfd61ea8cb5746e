"""Machine code and plain Python from one source."""
