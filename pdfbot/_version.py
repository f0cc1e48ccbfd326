"""The version, in a separate module so that every package can import it."""

__version__ = "0.1.0"
