"""What is known of a runner that wants to reach a goal and a blocker that closes one cell a turn."""
