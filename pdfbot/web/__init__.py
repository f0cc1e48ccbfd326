"""`pdfbot serve`: papers over HTTP, kept for a while, and the page that shows them in layers."""
