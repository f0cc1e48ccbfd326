"""How good a body text is, judged against the truth: docs/evaluation.md."""
