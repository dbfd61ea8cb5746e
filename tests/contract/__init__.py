"""What is asked of all five games alike, and of a sixth."""
