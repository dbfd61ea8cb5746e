"""Tests of the shared packages, where an error would be hard to locate from outside."""
