"""Scoring body text against ground truth: docs/evaluation.md."""
