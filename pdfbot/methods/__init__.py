"""The methods of other papers, each independent of the rest of pdfbot and of each other."""
