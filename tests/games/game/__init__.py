"""Circle the Cat."""
