"""Machine code: compiler, cache and loader."""
