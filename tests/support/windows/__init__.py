"""Emulation of Windows in child processes: `sitecustomize` is imported by every Python that finds it."""
