"""A runner who wants to a goal, a blocker who closes a cell a turn."""
