"""The body text of research papers, from their PDFs: sentences and paragraphs in reading order.

paper = pdfbot.extract("paper.pdf")
for sentence in paper.sentences:
    print(sentence.page, sentence.text)
"""

from pdfbot._version import __version__
from pdfbot.api import batch, explain, extract, from_json, record, recover, regions, replica
from pdfbot.bibliography import Affiliation, Author, Metadata, Name
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
from pdfbot.methods.sentence_recovery.line_lengths import LineLengths
from pdfbot.methods.sentence_recovery.result import LineDecision, RecoveredParagraph, Recovery
from pdfbot.model import (
    Box,
    Caption,
    CitationMark,
    Equation,
    EquationMark,
    Extraction,
    Finding,
    Font,
    Footnote,
    Formula,
    Graphic,
    Jump,
    Line,
    Link,
    Mention,
    OtherAbstract,
    Page,
    PageBox,
    Paragraph,
    Picture,
    Reason,
    Reference,
    Section,
    Sentence,
    Span,
    Statistics,
    Table,
    TableCell,
    TableRow,
    TextBlock,
    Verdict,
)
from pdfbot.notation import Script
from pdfbot.output.chunks import Chunk
from pdfbot.output.record_types import BatchRecord
from pdfbot.paper import Paper
from pdfbot.ranking.ranked_sentences import RankedSentence
from pdfbot.rules import Role, Rule
from pdfbot.thresholds import Thresholds
from pdfbot.visual.highlight.highlight_plan import Highlight

__all__ = [
    "Affiliation",
    "Author",
    "BatchRecord",
    "Block",
    "BlockLine",
    "Blocks",
    "Box",
    "Caption",
    "Chunk",
    "CitationMark",
    "CopyProtectedError",
    "DamagedPdfError",
    "EngineError",
    "EngineMemoryError",
    "EngineMissingError",
    "EngineTimeoutError",
    "Equation",
    "EquationMark",
    "Extraction",
    "FileMissingError",
    "Finding",
    "Font",
    "Footnote",
    "Formula",
    "Graphic",
    "Highlight",
    "InputError",
    "Jump",
    "Line",
    "LineDecision",
    "LineLengths",
    "Link",
    "Mention",
    "Metadata",
    "Name",
    "NoTextError",
    "NotAPdfError",
    "OtherAbstract",
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
    "Reason",
    "RecoveredParagraph",
    "Recovery",
    "Reference",
    "Region",
    "Regions",
    "Role",
    "Rule",
    "Script",
    "Section",
    "Sentence",
    "Span",
    "Statistics",
    "Table",
    "TableCell",
    "TableRow",
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
