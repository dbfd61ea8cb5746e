"""What is known of two sides that place pieces on squares of different values and take over enemies beside them."""
