"""Words and symbols that several parts of pdfbot look for; words are in lower case."""

from __future__ import annotations

# Characters that mark a list item and nothing else, and those that occur in running text as well.
BULLETS = frozenset("•◦‣▪▫■□●○►▶➢➤⋄◆◇∙·✓✔❖\uf0b7")
DASH_BULLETS = frozenset("–—*∗")

# Words that head a theorem or the like in the singular: "Theorem 3.", "Proof."; a paragraph begins
# with one.
THEOREM_WORDS = frozenset(
    "theorem lemma proof proposition corollary definition remark example claim fact conjecture "
    "assumption observation property problem question hypothesis condition notation "
    "exercise".split()
)
# The same, and words that head other statements: "Step 2.", "Note." They look like run-in headings
# but belong to the text. They are a set of their own because table notes and cases within a
# proof open with them, too, where no paragraph begins.
STATEMENT_WORDS = THEOREM_WORDS | frozenset(
    "note case step algorithm construction convention protocol".split()
)

ABSTRACT_HEADINGS = ("abstract", "summary", "zusammenfassung", "résumé", "сажетак", "апстракт")

REFERENCE_HEADINGS = frozenset(
    (
        "references", "reference", "bibliography", "literature", "literature cited", "works cited",
        "references and notes", "cited literature", "литература", "литературa",
        "список литературы", "literatur", "bibliografía",
    )
)  # fmt: skip

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
