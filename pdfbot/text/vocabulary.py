"""Words and symbols that several parts of pdfbot look for; words are in lower case."""

from __future__ import annotations

import re

from pdfbot.text.languages.lexicon import (
    BACK_MATTER,
    TABLE_NOTE,
    THEOREM,
    entries_of,
    headings_of,
)

# Characters that mark a list item and nothing else, and those that occur in running text as well.
BULLETS = frozenset("•◦‣▪▫■□●○►▶➢➤⋄◆◇∙·✓✔❖\uf0b7")
DASH_BULLETS = frozenset("–—*∗")

# Words that head a theorem or the like in the singular: "Theorem 3.", "Proof."; a paragraph begins
# with one.
THEOREM_WORDS = frozenset(entries_of(THEOREM))
# The same, and words that head other statements: "Step 2.", "Note." They look like run-in headings
# but belong to the text. They are a set of their own because table notes and cases within a
# proof open with them, too, where no paragraph begins.
STATEMENT_WORDS = THEOREM_WORDS | frozenset(
    "note case step algorithm construction convention protocol".split()
)

# In all languages: papers have abstracts in two or three.
ABSTRACT_HEADINGS = headings_of("abstract")
_ABSTRACT_LETTERS = frozenset("".join(filter(str.isalpha, name)) for name in ABSTRACT_HEADINGS)

INTRODUCTION = "introduction"

REFERENCE_HEADINGS = frozenset(headings_of("references"))

# Headings above names and addresses, which make no section.
CONTACT_HEADINGS = frozenset(
    (
        "author details", "author information", "authors’ affiliations", "affiliations", "orcid",
        "orcid id", "how to cite this article", "cite this article", "citation", "copyright",
        "article history", "article info", "correspondence",
    )
)  # fmt: skip

# Headings of sections that hold no text of the authors.
ADMINISTRATIVE_HEADINGS = CONTACT_HEADINGS | {
    "authors’ information", "authors' information", "publisher’s note", "publisher's note",
    "open access", "pre-publication history",
}  # fmt: skip

_TABLE_NOTE = re.compile(rf"\s*(?:{'|'.join(map(re.escape, entries_of(TABLE_NOTE)))})\s?[:：]")
# The names of sections at the end; "conflict*" stands for "conflicts", too.
_BACK_MATTER = "|".join(
    re.escape(name).replace(r"\*", r"[^\W\d_]*") for name in entries_of(BACK_MATTER)
)
# A few words more: "Availability of data".
_BACK_MATTER_HEADING = re.compile(rf"(?:{_BACK_MATTER})(?:\s[^\W\d_]+){{0,3}}[.:]?", re.IGNORECASE)
# Most lines begin with other letters.
_LETTERS_LOOKED_UP = 3
_BACK_MATTER_STARTS = frozenset(
    name[:_LETTERS_LOOKED_UP].lower() for name in entries_of(BACK_MATTER)
)


def names_back_matter(heading: str) -> bool:
    """Whether the text is the name of a section that papers have at their end, in any language."""
    text = heading.strip()
    start = text[:_LETTERS_LOOKED_UP].lower()
    if start.isascii() and start not in _BACK_MATTER_STARTS:
        return False
    return _BACK_MATTER_HEADING.fullmatch(text) is not None


def is_abstract_heading(heading: str) -> bool:
    """The word "Abstract" in any language, perhaps letterspaced."""
    return "".join(filter(str.isalpha, heading.lower())) in _ABSTRACT_LETTERS


def opens_table_note(text: str) -> bool:
    """Whether a line opens with "Source:" or the like, as notes below tables do."""
    return _TABLE_NOTE.match(text.lower()) is not None
