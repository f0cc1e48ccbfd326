"""The body text of research papers, from their PDFs: sentences and paragraphs in reading order.

paper = pdfbot.extract("paper.pdf")
for sentence in paper.sentences:
    print(sentence.page, sentence.text)
"""

from pdfbot._version import __version__
from pdfbot.api import batch, explain, extract, from_json, record, recover, regions, replica
from pdfbot.errors import (
    CopyProtectedError,
    DamagedPdfError,
    EngineError,
    EngineMemoryError,
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
from pdfbot.methods.freki import Block, BlockLine, Blocks
from pdfbot.methods.left_regions.text_regions import PageRegions, Region, Regions
from pdfbot.methods.sentence_recovery.result import LineDecision, RecoveredParagraph, Recovery
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
    PageBox,
    Paragraph,
    Picture,
    Reference,
    Section,
    Sentence,
    Span,
    Statistics,
    TextBlock,
    Verdict,
)
from pdfbot.output.chunks import Chunk
from pdfbot.output.record_types import BatchRecord
from pdfbot.paper import Paper
from pdfbot.ranking.ranked_sentences import RankedSentence
from pdfbot.rules import Role, Rule
from pdfbot.thresholds import Thresholds
from pdfbot.visual.highlight.highlight_plan import Highlight

__all__ = [
    "BatchRecord",
    "Block",
    "BlockLine",
    "Blocks",
    "Box",
    "Caption",
    "Chunk",
    "CopyProtectedError",
    "DamagedPdfError",
    "EngineError",
    "EngineMemoryError",
    "EngineMissingError",
    "EngineTimeoutError",
    "Extraction",
    "FileMissingError",
    "Finding",
    "Font",
    "Footnote",
    "Graphic",
    "Highlight",
    "InputError",
    "Line",
    "LineDecision",
    "NoTextError",
    "NotAPdfError",
    "OutputError",
    "Page",
    "PageBox",
    "PageRegions",
    "Paper",
    "Paragraph",
    "PasswordError",
    "PdfbotError",
    "Picture",
    "RankedSentence",
    "RecoveredParagraph",
    "Recovery",
    "Reference",
    "Region",
    "Regions",
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
    "explain",
    "extract",
    "freki",
    "from_json",
    "record",
    "recover",
    "regions",
    "replica",
]
