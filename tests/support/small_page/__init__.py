"""The modules of the small game that are found by their names: a page without kernels."""
