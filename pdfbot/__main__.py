"""`python -m pdfbot` is the command `pdfbot`."""

from pdfbot.cli import run_and_exit

run_and_exit()
