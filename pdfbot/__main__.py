"""`python -m pdfbot` is the command `pdfbot`."""

import sys

from pdfbot.cli import main

sys.exit(main())
