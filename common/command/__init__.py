"""The command line: every verb once."""
