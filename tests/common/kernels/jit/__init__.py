"""The compiler and loader of machine code."""
