"""Build the word list that decides about hyphens at the ends of lines.

    python scripts/make_words.py american-english-large british-english-large

The sources have one word per line: the SCOWL lists as Debian ships them in the packages
wamerican-large and wbritish-large. Their notice is pdfbot/data/words.LICENSE.txt.
"""

import argparse
import re
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "pdfbot" / "data" / "words.txt"
# The lists include hundreds of two-letter abbreviations; these are words.
SHORT_WORD = re.compile("a[mnst]|b[ey]|do|go|he|i[fnst]|m[ey]|no|o[fnr]|so|to|u[ps]|we")


def is_word(entry: str) -> bool:
    """Plain words and names: no abbreviations in capitals, no possessives, no fragments."""
    if len(entry) <= 2:
        return SHORT_WORD.fullmatch(entry) is not None
    return entry.isalpha() and (entry.islower() or (entry.istitle() and len(entry) > 3))


def main() -> None:
    """Write the sorted union of the lists; the same lists always give the same bytes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("sources", type=Path, nargs="+", help="word lists, one word per line")
    parser.add_argument("-o", "--output", type=Path, default=TARGET, help="file for the list")
    args = parser.parse_args()
    entries = {line for path in args.sources for line in path.read_text("utf-8").split("\n")}
    words = sorted({entry.lower() for entry in entries if is_word(entry)})
    text = "\n".join(words) + "\n"
    args.output.write_bytes(text.encode("utf-8"))
    print(f"{args.output}: {len(words)} words, {args.output.stat().st_size} bytes")


if __name__ == "__main__":
    main()
