"""The version, in a separate module so that every package can import it."""

__version__ = "0.1.0"
# Clients of TEI want a date of the application; that of a run would make results differ.
VERSION_DATE = "2026-11"
