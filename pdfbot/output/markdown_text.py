"""Text in Markdown: characters that would be markup, scripts, formulas, and links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from pdfbot.model import Sentence
from pdfbot.notation import Notation, Script, follow_scripts, write_scripts, write_tagged
from pdfbot.output.single_marks import single_marks

# What would be read as markup at the start of a paragraph.
_BLOCK_START = re.compile(r"^(?=#{1,6}\s|[-+*>]\s|[-=]{3,}|\|)|^(\d+)(?=[.)]\s)")
# What would be read as markup anywhere.
_INLINE = re.compile(r"([\\`*_<$])")
# A script for which Unicode has no characters.
_SPELLED_OUT = re.compile(r"[_^]\{")

# The names of what is written, by the ids of the record: links lead to them.
Targets = Mapping[str, str]


def write_linked(sentence: Sentence, notation: Notation, targets: Targets) -> str:
    """A sentence whose citation marks and mentions are links to what is written of the paper."""
    links = sorted(_links(sentence, targets))
    if not links:
        return write_sentence(sentence, notation)
    write: Callable[[Sentence], str] = lambda part: write_sentence(part, notation)  # noqa: E731
    parts: list[str] = []
    end = 0
    for start, stop, target in links:
        if start >= end:
            parts.append(_between(sentence.part(end, start), write))
            parts.append(f"[{_between(sentence.part(start, stop), write)}](#{target})")
            end = stop
    parts.append(_between(sentence.part(end, len(sentence.text)), write))
    return "".join(parts)


def _links(sentence: Sentence, targets: Targets) -> Iterator[tuple[int, int, str]]:
    for start, stop, name in single_marks(sentence):
        if name in targets:
            yield start, stop, targets[name]
    for mention in sentence.mentions:
        if mention.parts[0] in targets:
            yield mention.start, mention.end, targets[mention.parts[0]]


def anchor(name: str, targets: Targets) -> str:
    """The place that links to a part lead to; nothing without links."""
    return f'<a id="{targets[name]}"></a>' if name in targets else ""


def write_sentence(sentence: Sentence, notation: Notation) -> str:
    """With the notation "html", formulas are TeX between dollar signs."""
    if notation == "unicode":
        return escape(sentence.written())
    formulas = [f for f in sentence.formulas if notation == "html" or f.text]
    if notation == "flat" or not formulas:
        return write_text(sentence.text, sentence.scripts, notation)

    def write(part: Sentence) -> str:
        return write_text(part.text, part.scripts, notation)

    parts: list[str] = []
    end = 0
    for formula in formulas:
        # Two dollar signs would begin a display.
        before = _between(sentence.part(end, formula.start), write) or (" " if parts else "")
        parts += (before, f"${formula.tex}$")
        end = formula.end
    parts.append(_between(sentence.part(end, len(sentence.text)), write))
    return "".join(parts)


def _between(part: Sentence, write: Callable[[Sentence], str]) -> str:
    """A part of a sentence with the spaces around it."""
    before = " " if part.text[:1].isspace() else ""
    after = " " if part.text[-1:].isspace() and part.text.strip() else ""
    return before + write(part).strip() + after


def write_text(text: str, scripts: Sequence[Script], notation: Notation) -> str:
    """The text in Markdown; with the notation "html", what is raised or lowered is in tags."""
    if notation == "html" and scripts:
        line = " ".join(text.split())
        return write_tagged(line, follow_scripts(scripts, text, line), escape_signs)
    return escape(write_scripts(text, scripts, "flat" if notation == "html" else notation))


def write_heading(text: str, scripts: Sequence[Script], notation: Notation) -> str:
    """In Unicode's own characters if it has them all: tables of contents show tags as they are."""
    spelled = write_scripts(text, scripts)
    if notation == "html" and not _SPELLED_OUT.search(spelled):
        return escape(spelled)
    return write_text(text, scripts, notation)


def escape(text: str) -> str:
    return escape_signs(" ".join(text.split()))


def escape_signs(text: str) -> str:
    return _INLINE.sub(r"\\\1", text)


def protect(text: str) -> str:
    """The text of a paragraph, not to be read as a heading or a list."""
    return _BLOCK_START.sub(lambda m: f"{m[1]}\\" if m[1] else "\\", text)
