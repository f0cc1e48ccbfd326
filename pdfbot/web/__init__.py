"""`pdfbot serve`: papers over HTTP, kept for a while, and a web page for reading them in layers."""
