"""Every number the algorithm compares with."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Sizes are relative to the body font (em) or its line pitch unless a field says otherwise.

    `min_*` and `max_*` are inclusive. docs/algorithm.md says what each is for.
    """

    max_columns: int = 3
    min_column_width: float = 108.0
    min_peak_share: float = 0.35
    max_crossing_share: float = 0.35
    min_sweep_chars: int = 15
    min_column_lines: int = 6
    min_peer_share: float = 0.25
    body_size_slack: float = 0.12

    min_line_numbers: int = 8
    min_counting_share: float = 0.7
    max_number_distance: float = 80.0

    strong_size_slack: float = 0.03
    strong_min_words: int = 3
    strong_min_prose: float = 0.5
    strong_max_indent: float = 5.0
    strong_max_slack: float = 0.6
    strong_max_gap: float = 1.6
    max_pitch_ratio: float = 1.3

    edge_lines: int = 3
    min_repeats: int = 3
    min_beyond_body: float = 0.8
    min_header_gap: float = 1.2
    keep_appendices: bool = False
    min_reference_entries: int = 5
    max_footnote_ratio: float = 0.95
    min_footnote_gap: float = 1.3
    max_footnote_lines: int = 25
    min_caption_gap: float = 1.15
    max_caption_pitch: float = 1.35
    min_inside_drawing: float = 0.6
    max_running_share: float = 0.35
    min_drawing_parts: int = 5
    min_heading_gap: float = 1.15
    min_heading_ratio: float = 1.08
    max_heading_lines: int = 3
    min_run_in_gap: float = 1.15
    min_run_in_space: float = 0.7
    min_display_indent: float = 0.8
    max_display_prose: float = 0.4
    max_numbered_prose: float = 0.7
    min_aligned_share: float = 0.75
    min_mono_share: float = 0.8
    min_font_ratio: float = 0.72
    max_inner_gap: float = 2.5

    short_line: float = 1.5
    paragraph_gap: float = 1.25
    equation_skip_share: float = 0.4

    delta2_font_size: float = 3.0
    gamma2_indent: float = 37.5
    gamma3_gap: float = 37.5
    gamma4_spacing: float = 2.25
    gamma5_density: float = 0.1

    @classmethod
    def paper(cls) -> Thresholds:
        """The paper's own values; its pixels are 1/96 inch, so 50 of them are 37.5 points."""
        return cls()

    def fingerprint(self) -> str:
        """A short name for this set of values, for records that must say how they were made."""
        text = repr(sorted(asdict(self).items()))
        return hashlib.sha256(text.encode()).hexdigest()[:12]
