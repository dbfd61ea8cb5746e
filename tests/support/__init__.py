"""What tests share: programs as child processes, positions, watched kernels."""
