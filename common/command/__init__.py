"""The command line of all programs: one module per verb, and what verbs have in common."""
