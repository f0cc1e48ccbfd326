"""Colours over pages: sentences in the replica or the PDF, without touching their text."""
