"""The body text of research papers, from their PDFs: sentences and paragraphs in reading order.

paper = pdfbot.extract("paper.pdf")
for sentence in paper.sentences:
    print(sentence.page, sentence.text)
"""

from pdfbot._version import __version__
from pdfbot.api import batch, extract, from_json, recover, regions
from pdfbot.errors import (
    CopyProtectedError,
    DamagedPdfError,
    EngineError,
    EngineMissingError,
    EngineTimeoutError,
    FileMissingError,
    InputError,
    NotAPdfError,
    NoTextError,
    OutputError,
    PasswordError,
    PdfbotError,
    UsageError,
)
from pdfbot.methods import freki
from pdfbot.model import (
    Box,
    Caption,
    Extraction,
    Finding,
    Font,
    Footnote,
    Graphic,
    Line,
    Page,
    Paragraph,
    Reference,
    Section,
    Sentence,
    Span,
    Statistics,
    TextBlock,
    Verdict,
)
from pdfbot.paper import Paper
from pdfbot.ranking import RankedSentence
from pdfbot.rules import Role, Rule
from pdfbot.thresholds import Thresholds

__all__ = [
    "Box",
    "Caption",
    "CopyProtectedError",
    "DamagedPdfError",
    "EngineError",
    "EngineMissingError",
    "EngineTimeoutError",
    "Extraction",
    "FileMissingError",
    "Finding",
    "Font",
    "Footnote",
    "Graphic",
    "InputError",
    "Line",
    "NoTextError",
    "NotAPdfError",
    "OutputError",
    "Page",
    "Paper",
    "Paragraph",
    "PasswordError",
    "PdfbotError",
    "RankedSentence",
    "Reference",
    "Role",
    "Rule",
    "Section",
    "Sentence",
    "Span",
    "Statistics",
    "TextBlock",
    "Thresholds",
    "UsageError",
    "Verdict",
    "__version__",
    "batch",
    "extract",
    "freki",
    "from_json",
    "recover",
    "regions",
]
