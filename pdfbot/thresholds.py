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
    edge_slack: float = 3.0  # points: edges this close are the same
    edge_reach: float = 0.3  # em: a line this close to an edge of its column is at the edge
    aligned_slack: float = 0.12  # em: words or edges aligned by the same tab stop or margin
    strong_size_slack: float = 0.03  # share: sizes this close are the same
    size_change: float = 0.04  # share: sizes this far apart are different
    loose_spacing: float = 1.1  # pitch: a visible gap
    separate_spacing: float = 1.15  # pitch: above captions, headings and small notes
    clearly_separate_spacing: float = 1.2  # pitch: next to running headers, above italic headings
    paragraph_gap: float = 1.25  # pitch: white space between paragraphs
    max_pitch_ratio: float = 1.3  # pitch: the next line of the same text is no further away
    max_block_pitch: float = 1.35  # pitch: captions and code may be set looser than the body
    min_cell_gap: float = 1.2  # em: between table cells, or before an equation number
    max_neighbour_pitch: float = 1.6  # pitch: lines that still belong together, formulas included
    max_rule_distance: float = 1.8  # pitch: from a rule to the line it belongs to
    min_style_share: float = 0.8  # share of a line that makes it bold or italic
    majority_share: float = 0.5  # share: more than this is most of a line
    min_clear_space: float = 2.0  # em: intended by the author, as a short line or a centred one

    # Columns and zones.
    max_columns: int = 3  # columns: magazines have three
    min_column_width: float = 108.0  # points, Γ₁: 1.5 inches; a smaller step is an indent
    min_peak_share: float = 0.35  # share of the highest peak: "about the same" height
    max_crossing_share: float = 0.35  # share of lines that may run across a column edge
    min_sweep_chars: int = 15  # characters: shorter segments show nothing about columns
    min_column_lines: int = 6  # lines: more than a table has cells at one edge of a page
    min_peer_share: float = 0.25  # share of pages that makes columns usual in a document
    body_size_slack: float = 0.12  # share: abstracts are smaller, but still swept
    min_column_gap: float = 0.4  # em: white space between columns; a word space is narrower
    min_drawing_parts: int = 5  # strokes: fewer are underlines and fraction bars

    # Line numbers of manuscripts.
    min_line_numbers: int = 8  # numbers: more than a numbered list has on one page
    min_counting_share: float = 0.7  # share of steps that count, and of lines with a number
    max_number_distance: float = 80.0  # points: from a line number to its line

    # Running text: the lines that the other rules build on.
    strong_min_words: int = 3  # words of three letters: a line of text has some
    strong_min_prose: float = 0.5  # share in words: formulas have less
    strong_max_indent: float = 5.0  # em: no first line is indented more
    strong_max_slack: float = 0.6  # em: hyphens and full stops may hang into the margin
    strong_max_gap: float = 1.6  # em: the widest space of a justified line
    strong_max_shift: float = 3.5  # em: lists below a full line are indented less
    min_bodylike_prose: float = 0.35  # share in words: next to a full line

    # Page margins and front matter.
    edge_lines: int = 3  # lines: running headers and footers have no more
    max_number_depth: int = 1  # lines: between a page number and the edge of the page
    min_repeats: int = 3  # pages: a running header appears on at least this many
    min_beyond_body: float = 0.8  # pitch: outside the area of all body lines
    max_front_pages: int = 2  # pages: title and abstract are on them
    min_above_abstract: float = 0.5  # pitch: authors in the other column are higher

    # References.
    keep_appendices: bool = False  # 0 or 1: is text after the references body text?
    min_reference_years: int = 2  # lines: with a year, below the heading
    min_reference_entries: int = 5  # entries: numbered consecutively, or with a key

    # Footnotes.
    max_footnote_ratio: float = 0.95  # share of the body's size: notes are smaller
    min_footnote_gap: float = 1.3  # pitch: above a note nearly as large as the body
    max_footnote_lines: int = 25  # lines: notes are no longer

    # Captions, floats, drawings.
    min_inside_drawing: float = 0.6  # share of the line's box inside a drawing or table
    max_running_share: float = 0.35  # share of lines: a table has no more running text
    min_reading_prose: float = 0.6  # share in words: body text next to a caption
    max_reading_indent: float = 3.0  # em: body text next to a caption
    min_reading_words: int = 6  # words of three letters: body text without final punctuation
    min_reading_width: float = 0.55  # share of the column: width of such a line
    min_aligned_share: float = 0.75  # share of words aligned below words in glosses

    # Headings.
    min_heading_ratio: float = 1.08  # share of the body's size: larger lines are headings
    max_heading_lines: int = 3  # lines: longer ones are text
    max_heading_pitch: float = 1.45  # pitch: between the lines of a heading
    min_run_in_space: float = 0.7  # em: after a run-in heading; a word space is narrower

    # Equations and residual lines.
    min_display_indent: float = 0.8  # em: display equations are indented
    max_display_prose: float = 0.4  # share in words: formulas have little
    max_numbered_prose: float = 0.7  # share in words: "for all x in" may precede the number
    max_symbols_prose: float = 0.3  # share in words: less is a formula, not a heading
    max_clear_math_prose: float = 0.25  # share in words: even a full line is a formula
    max_beside_prose: float = 0.5  # share in words: in a line next to a formula
    max_beside_words: int = 2  # words of three letters: in a line next to a formula
    min_display_math: float = 0.08  # share in math: a formula has some
    min_math_share: float = 0.3  # share in math: a formula, not a heading
    max_heading_math: float = 0.1  # share in math: in a heading without a style
    min_words: int = 1  # words of three letters: a line without any is not text
    min_mono_share: float = 0.8  # share of characters in a monospaced font: code
    min_code_share: float = 0.4  # share of lines that read like code; the others are comments
    min_spaced_share: float = 0.6  # share of tokens: single characters, in code set on a grid
    min_font_ratio: float = 0.72  # share of the body's size: smaller text is a label
    max_inner_gap: float = 2.5  # em: a wider gap separates table cells

    # Paragraphs.
    short_line: float = 1.5  # em: white space after the last line of a paragraph
    min_clearly_short: float = 3.0  # em: white space after a line that is certainly short
    min_unindented_end: float = 4.0  # em: white space after a line if the next is not indented
    min_step: float = 0.4  # em: an indent
    level_slack: float = 0.2  # em: indents this close are the same
    min_clear_indent: float = 0.5  # em: certainly an indent
    max_paragraph_indent: float = 4.0  # em: deeper indents are lists and quotations
    min_resize: float = 0.06  # em: a paragraph in another size
    min_parskip: float = 0.2  # pitch: less is not a space between paragraphs
    equation_skip_share: float = 0.4  # share of the space between paragraphs: below a formula

    def fingerprint(self) -> str:
        """A short name for this set of values, for records of how a result was obtained."""
        text = repr(sorted(asdict(self).items()))
        return sha256(text.encode()).hexdigest()[:12]
