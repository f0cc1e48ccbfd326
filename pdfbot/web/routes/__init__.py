"""The calls of the service, one module per concern, each with a `router`."""
