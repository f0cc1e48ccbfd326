"""Every number the rules compare with."""

from __future__ import annotations

from pdfbot.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Every comment begins with the unit: em is the body's font size, pitch its line distance.

    Shares in words and in math are of a line's characters. `min_*` and `max_*` are inclusive.
    docs/algorithm.md has all of them in a table. Shapes of glyphs, lengths of labels and how many
    lines a rule looks at are named constants of the modules themselves.
    """

    # The paper's own (Γ₁ is min_column_width); used by --rules paper.
    delta1_same_line: float = 3.75  # points, Δ₁: baselines this near are on the same line
    delta2_font_size: float = 3.0  # points, Δ₂: beyond BASE_FS by so much is not body text
    gamma2_indent: float = 37.5  # points, Γ₂: no paragraph is indented by more
    gamma3_gap: float = 37.5  # points, Γ₃: no space between words is wider
    gamma4_spacing: float = 2.25  # points, Γ₄: how far a gap may be from BASE_LS
    gamma5_density: float = 0.1  # share of BASE_CBD, Γ₅: formulas have so few characters a block

    # Shared: edges, sizes, pitches and shares that mean the same in several rules.
    edge_slack: float = 3.0  # points: edges this near are meant to be one
    edge_reach: float = 0.3  # em: a line this near to an edge of its column stands at it
    aligned_slack: float = 0.12  # em: words or edges set by the same tab or margin
    strong_size_slack: float = 0.03  # share: sizes this near are the same font size
    size_change: float = 0.04  # share: from here on another size begins
    min_looser: float = 1.1  # pitch: a gap that the eye sees
    min_apart: float = 1.15  # pitch: captions, headings and small notes are set apart by so much
    min_well_apart: float = 1.2  # pitch: running heads, italic headings, where a text ends
    paragraph_gap: float = 1.25  # pitch: white space between paragraphs
    max_pitch_ratio: float = 1.3  # pitch: the next line of the same text is no further
    max_block_pitch: float = 1.35  # pitch: captions and code may be set looser than the body
    min_cell_gap: float = 1.2  # em: between cells, or before the number of an equation
    max_neighbour_pitch: float = 1.6  # pitch: lines that still belong together, formulas included
    max_rule_distance: float = 1.8  # pitch: from a rule to the line that belongs to it
    min_style_share: float = 0.8  # share: so much of a line makes it bold or italic
    min_mostly: float = 0.5  # share: so much is most of a line
    min_clear_space: float = 2.0  # em: meant by the author, as an early end or a centred line

    # Columns and zones.
    max_columns: int = 3  # columns: magazines have three
    min_column_width: float = 108.0  # points, Γ₁: 1.5 inch; a narrower step is an indent
    min_peak_share: float = 0.35  # share of the highest peak: "about the same" height
    max_crossing_share: float = 0.35  # share of lines: how many may run over a column's edge
    min_sweep_chars: int = 15  # characters: shorter pieces say nothing about columns
    min_column_lines: int = 6  # lines: more than a table's cells at one edge of one page
    min_peer_share: float = 0.25  # share of pages: what is usual in this document
    body_size_slack: float = 0.12  # share: abstracts are set smaller and still swept
    min_column_gap: float = 0.4  # em: white between columns; a word space is less
    min_drawing_parts: int = 5  # strokes: fewer are underlines and fractions

    # Line numbers of manuscripts.
    min_line_numbers: int = 8  # numbers: more than a list counts down one page
    min_counting_share: float = 0.7  # share: of the steps that count, of the lines with a number
    max_number_distance: float = 80.0  # points: from the number to its line

    # Running text: the lines the other rules stand on.
    strong_min_words: int = 3  # words of three letters: a line of text has some
    strong_min_prose: float = 0.5  # share in words: formulas have less
    strong_max_indent: float = 5.0  # em: no first line is indented by more
    strong_max_slack: float = 0.6  # em: hyphens and dots may hang over the right edge
    strong_max_gap: float = 1.6  # em: widest space of a justified line
    strong_max_shift: float = 3.5  # em: lists below a full line are shifted by less
    min_bodylike_prose: float = 0.35  # share in words: next to a full line

    # Margins and front matter.
    edge_lines: int = 3  # lines: running heads and feet are no deeper
    max_number_depth: int = 1  # lines: between a page number and the edge
    min_repeats: int = 3  # pages: a running head is on so many
    min_beyond_body: float = 0.8  # pitch: outside the area of all body lines
    max_front_pages: int = 2  # pages: title and abstract are on them
    min_over_abstract: float = 0.5  # pitch: authors in the other column stand higher

    # References.
    keep_appendices: bool = False  # 0 or 1: is text behind the list of references body text?
    min_reference_years: int = 2  # lines: that name a year, below the heading
    min_reference_entries: int = 5  # entries: that count, or have a key

    # Footnotes.
    max_footnote_ratio: float = 0.95  # share of the body's size: notes are smaller
    min_footnote_gap: float = 1.3  # pitch: above a note that is nearly as large as the body
    max_footnote_lines: int = 25  # lines: notes are no longer

    # Captions, floats, drawings.
    min_inside_drawing: float = 0.6  # share of the line's box: so much lies in a drawing or a table
    max_running_share: float = 0.35  # share of lines: more running text is no table
    min_reading_prose: float = 0.6  # share in words: beside a caption and yet body
    max_reading_indent: float = 3.0  # em: body text beside a caption
    min_reading_words: int = 6  # words of three letters: a line that needs no mark at its end
    min_reading_width: float = 0.55  # share of the column: the width of such a line
    min_aligned_share: float = 0.75  # share of words: that stand under words, in glosses

    # Headings.
    min_heading_ratio: float = 1.08  # share of the body's size: larger lines are headings
    max_heading_lines: int = 3  # lines: longer ones are text
    max_heading_pitch: float = 1.45  # pitch: between the lines of one heading
    min_run_in_space: float = 0.7  # em: behind a run-in heading; a word space is less

    # Equations and leftovers.
    min_display_indent: float = 0.8  # em: formulas are set in
    max_display_prose: float = 0.4  # share in words: formulas have little
    max_numbered_prose: float = 0.7  # share in words: "for all x in" may stand before the number
    max_symbols_prose: float = 0.3  # share in words: less is a formula, no heading
    max_surely_math_prose: float = 0.25  # share in words: even a full line is a formula then
    max_beside_prose: float = 0.5  # share in words: in a line that touches a formula
    max_beside_words: int = 2  # words of three letters: in a line that touches a formula
    min_display_math: float = 0.08  # share in math: a formula has some
    min_math_share: float = 0.3  # share in math: a formula, no heading
    max_heading_math: float = 0.1  # share in math: in a heading without a style
    min_words: int = 1  # words of three letters: a line without any is no text
    min_mono_share: float = 0.8  # share of characters in a typewriter font: code
    min_spaced_share: float = 0.6  # of the tokens: single signs, so that a line is code on a grid
    min_font_ratio: float = 0.72  # share of the body's size: smaller is a label
    max_inner_gap: float = 2.5  # em: a wider gap is between cells

    # Paragraphs.
    short_line: float = 1.5  # em: white at the end of a paragraph's last line
    min_surely_short: float = 3.0  # em: white at the end of a line, beyond doubt
    min_unindented_end: float = 4.0  # em: white at the end of a line where the next is not indented
    min_step: float = 0.4  # em: an indent
    level_slack: float = 0.2  # em: indents this near are the same
    min_clear_indent: float = 0.5  # em: an indent, beyond doubt
    max_habit_indent: float = 4.0  # em: deeper ones are lists and quotations
    min_resize: float = 0.06  # em: a paragraph in another size
    min_parskip: float = 0.2  # pitch: less space between paragraphs is no habit
    equation_skip_share: float = 0.4  # share of the space between paragraphs: added below a formula

    @classmethod
    def paper(cls) -> Thresholds:
        """The paper's own values; its pixels are 1/96 inch, so 50 of them are 37.5 points."""
        return cls()

    def fingerprint(self) -> str:
        """A short name for this set of values, for records that must say how they were made."""
        text = repr(sorted((name, getattr(self, name)) for name in self.__annotations__))
        return _sha256(text.encode())[:12]


def _sha256(data: bytes) -> str:
    """From the module that hashlib itself takes it from, because hashlib loads all of OpenSSL."""
    for name in ("_sha2", "_sha256", "hashlib"):
        try:
            return str(__import__(name).sha256(data).hexdigest())
        except ImportError:  # other versions of Python, or built without it
            continue
    raise AssertionError("every Python has hashlib")
