"""External programs as players, one-shot or persistent, sandboxed and limited. Never imports `play`."""
