"""Methods from other papers, independent of each other and of the rest of pdfbot."""
