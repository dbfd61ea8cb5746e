"""The builder of stored modules, for developers: python -m common.kernels.build [SCRIPT ...]."""
