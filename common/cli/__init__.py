"""The command line: what every script can do, one module a group of verbs."""
