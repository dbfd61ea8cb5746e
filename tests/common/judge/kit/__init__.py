"""Tests of kits."""
