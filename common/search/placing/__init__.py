"""Two sides who place pieces on squares of different value, and conquer what lies beside."""
