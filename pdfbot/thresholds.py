"""Thresholds: the numbers that `--set` may change.

Constants of shape (lengths of labels, shapes of glyphs, how many lines a rule looks at) stay with
their code, named, with their unit.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Each comment starts with the unit: an em is the body's font size, a pitch its line distance.

    "Share in words" and "share in math" are shares of a line's characters. `min_*` and `max_*` are
    inclusive. docs/algorithm.md has a table of all thresholds.
    """

    # The paper's own (Γ₁ is min_column_width), used by --rules paper.
    delta1_same_line: float = 3.75  # points, Δ₁: baselines this close are on the same line
    delta2_font_size: float = 3.0  # points, Δ₂: body text differs from BASE_FS by less
    gamma2_indent: float = 37.5  # points, Γ₂: no paragraph is indented more
    gamma3_gap: float = 37.5  # points, Γ₃: no word space is wider
    gamma4_spacing: float = 2.25  # points, Γ₄: how far a gap may deviate from BASE_LS
    gamma5_density: float = 0.1  # share of BASE_CBD, Γ₅: formulas have fewer characters per block

    # Shared: edges, sizes, pitches and shares with the same meaning in several rules.
    edge_reach: float = 0.3  # em: a line this close to an edge of its column is at the edge
    visible_gap: float = 1.2  # pitch: white space; less where paragraphs are less apart
    max_block_gap: float = 1.4  # pitch: lines of one block, such as captions, headings and code
    max_neighbour_gap: float = 1.6  # pitch: lines that still belong together, formulas included
    max_display_gap: float = 2.5  # pitch: from a heading, caption or ruling to what it belongs to
    min_cell_gap: float = 1.2  # em: between table cells, or before an equation number
    min_style_share: float = 0.8  # share of a line that makes it bold, italic or code
    min_clear_space: float = 2.0  # em: intended by the author, as a short line or a centred one

    # Columns and zones.
    min_column_width: float = 108.0  # points, Γ₁: 1.5 inches; a smaller step is an indent
    max_crossing_share: float = 0.35  # share of lines that may run across a column edge
    min_peak_share: float = 0.35  # share of the highest peak: "about the same" height

    # Running text: the lines that the other rules build on.
    strong_min_words: int = 3  # words of three letters: a line of text has some
    strong_min_prose: float = 0.5  # share in words: formulas have less
    strong_max_indent: float = 5.0  # em: no first line is indented more

    # Page margins and front matter.
    edge_lines: int = 3  # lines: running headers and footers have no more
    min_repeats: int = 3  # pages: a running header appears on at least this many
    max_front_pages: int = 2  # pages: title and abstract are on them

    # References.
    keep_appendices: bool = False  # 0 or 1: is text after the references body text?
    min_reference_entries: int = 5  # entries: numbered consecutively, or with a key

    # Footnotes.
    max_footnote_ratio: float = 0.95  # share of the body's size: notes are smaller
    max_footnote_lines: int = 25  # lines: notes are no longer

    # Captions, floats, drawings.
    min_inside_drawing: float = 0.6  # share of the line's box inside a drawing or table

    # Headings.
    min_heading_ratio: float = 1.08  # share of the body's size: larger lines are headings
    max_heading_lines: int = 3  # lines: longer ones are text
    min_run_in_space: float = 0.7  # em: after a run-in heading; a word space is narrower

    # Equations and residual lines.
    min_display_indent: float = 0.8  # em: display equations are indented
    max_display_prose: float = 0.4  # share in words: formulas have little
    max_numbered_prose: float = 0.7  # share in words: "for all x in" may precede the number
    max_symbols_prose: float = 0.3  # share in words: less is a formula, not a heading
    max_beside_prose: float = 0.5  # share in words: in a line next to a formula
    min_words: int = 1  # words of three letters: a line without any is not text
    min_font_ratio: float = 0.72  # share of the body's size: smaller text is a label
    max_inner_gap: float = 2.5  # em: a wider gap separates table cells

    # Paragraphs.
    short_line: float = 1.5  # em: white space after the last line of a paragraph
    min_clearly_short: float = 3.0  # em: white space after a line that is certainly short
    min_unindented_end: float = 4.0  # em: white space after a line if the next is not indented
    min_step: float = 0.4  # em: an indent

    def fingerprint(self) -> str:
        """A short name for this set of values, for records of how a result was obtained."""
        text = repr(sorted(asdict(self).items()))
        return sha256(text.encode()).hexdigest()[:12]
