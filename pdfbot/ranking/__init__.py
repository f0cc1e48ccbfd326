"""Ranks sentences for layered reading; docs/ranking.md says how."""
