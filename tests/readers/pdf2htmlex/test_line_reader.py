"""Lines of a replica: positions, words, styles, and text that cannot be seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pdfbot.model import Document

from .conftest import BlockReader
from .replicas import LINE_AT_X3, line, page, texts


def test_line_is_measured_in_points(blocks: BlockReader) -> None:
    (block,) = blocks(line("abc"))
    assert block.text == "abc"
    assert list(block.edges) == [100, 105, 110, 115]
    assert block.baseline == 700
    assert (block.font.family, block.font.size) == ("Probe-Regular", 10)
    assert (block.box.left, block.box.right) == (100, 115)
    assert block.box.bottom < 700 < block.box.top
    assert (block.colour, block.rotation, block.hidden) == ("#000000", 0, "")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('ab<span class="_ _0"></span>c', "abc"),
        ('ab<span class="_ _1"> </span>c', "ab c"),
        ('ab<span class="_"> </span>c', "ab c"),
        ("ab c", "ab c"),
        ('ab <span class="_ _1"> </span>c', "ab c"),
        ('<span class="_ _1"> </span>ab ', "ab"),
        ('a<span class="_ _4"></span>b', "ab"),
    ],
)
def test_spaces_in_and_between_elements_separate_words(
    blocks: BlockReader, html: str, text: str
) -> None:
    assert texts(blocks(line(html))) == [text]


def test_spacing_elements_are_scaled_by_the_matrix(blocks: BlockReader) -> None:
    (block,) = blocks(line('a<span class="_ _1"> </span>b<span class="_ _4"></span>c'))
    assert list(block.edges) == [100, 105, 107.5, 113, 118]


def test_letter_and_word_spacing_move_the_following_glyphs(blocks: BlockReader) -> None:
    (block,) = blocks(line("ab c", "m0 x1 h2 y1 ff1 fs0 fc0 sc0 ls1 ws1"))
    assert block.text == "ab c"
    assert list(block.edges) == [100, 106, 111, 117.5, 122.5]


@pytest.mark.parametrize(("span", "count"), [("_2", 1), ("_3", 2)])
def test_table_cells_are_cut_at_three_quarters_of_an_em(
    blocks: BlockReader, span: str, count: int
) -> None:
    found = blocks(line(f'abc<span class="_ {span}"> </span>def'))
    assert len(found) == count
    assert " ".join(texts(found)) == "abc def"


def test_gap_of_several_elements_counts_as_one(blocks: BlockReader) -> None:
    found = blocks(line('abc <span class="_ _2"> </span>def'))
    assert texts(found) == ["abc", "def"]
    assert [b.node for b in found] == ["pf1/t0+0", "pf1/t0+5"]
    assert found[1].box.left == 125


def test_nested_styles_begin_new_blocks(blocks: BlockReader) -> None:
    found = blocks(line('ab <span class="ff2">cd<span class="ff1 fc2"> ef</span></span>gh'))
    assert [(b.text, b.font.italic, b.colour) for b in found] == [
        ("ab", False, "#000000"),
        ("cd", True, "#000000"),
        ("ef", False, "#ff0000"),
        ("gh", False, "#000000"),
    ]
    assert [b.box.left for b in found] == [100, 112.5, 125, 135]


def test_smaller_size_or_raised_baseline_begins_a_new_block(blocks: BlockReader) -> None:
    found = blocks(line('a<span class="fs1">b</span><span class="v1">c</span>'))
    assert [(b.text, b.font.size, b.baseline) for b in found] == [
        ("a", 10, 700),
        ("b", 7, 700),
        ("c", 10, 703),
    ]


@pytest.mark.parametrize(
    ("matrix", "rotation", "start", "baseline", "box"),
    [
        ("m1", 90, 700, -100, (92.5, 700, 102.2, 715)),
        ("m3", -180, -100, -700, (85, 692.5, 100, 702.2)),
    ],
)
def test_rotated_text_has_upright_box(
    blocks: BlockReader,
    matrix: str,
    rotation: float,
    start: float,
    baseline: float,
    box: tuple[float, ...],
) -> None:
    (block,) = blocks(line("abc", f"{matrix} x1 h2 y1 ff1 fs0 fc0 sc0 ls0 ws0"))
    assert block.rotation == rotation
    assert block.font.size == 10
    assert block.baseline == pytest.approx(baseline)
    assert list(block.edges) == pytest.approx([start, start + 5, start + 10, start + 15], abs=0.01)
    sides = (block.box.left, block.box.bottom, block.box.right, block.box.top)
    assert sides == pytest.approx(box, abs=0.01)


def test_text_rotated_by_30_degrees_rises_to_the_right(blocks: BlockReader) -> None:
    (block,) = blocks(line("abc", "m2 x1 h2 y1 ff1 fs0 fc0 sc0 ls0 ws0"))
    assert block.rotation == 30
    assert block.font.size == pytest.approx(10, abs=0.01)
    assert block.box.right > 110
    assert block.box.top > 707


def test_clip_box_shifts_and_hides_lines(blocks: BlockReader) -> None:
    inside = line("ab", "m0 x2 h2 y0 ff1 fs0 fc0 sc0 ls0 ws0")
    outside = line("cd", "m0 xoff h2 y0 ff1 fs0 fc0 sc0 ls0 ws0")
    found = blocks(f'<div class="c x1 y1 w1 h1">{inside}{outside}</div>{line("ef")}')
    assert [(b.text, b.box.left, b.baseline, b.hidden) for b in found] == [
        ("ab", 130, 700, ""),
        ("cd", 800, 700, "clipped"),
        ("ef", 100, 700, ""),
    ]


def test_unseen_text_has_a_reason(blocks: BlockReader) -> None:
    hidden_part = '<span class="fc1">cd</span>'
    found = blocks(
        line(f"ab{hidden_part}ef")
        + line("gh", "m0 x1 h2 y2 ff1 fs0 fc1 sc0 ls0 ws0")
        + line("ij", "m0 xoff h2 y1 ff1 fs0 fc0 sc0 ls0 ws0")
        + line("kl", "m0 x1 h2 yoff ff1 fs0 fc0 sc0 ls0 ws0")
    )
    assert [(b.text, b.hidden) for b in found] == [
        ("ab", ""),
        ("cd", "invisible"),
        ("ef", ""),
        ("gh", "invisible"),
        ("ij", "off-page"),
        ("kl", "off-page"),
    ]


def test_white_text_under_other_text_is_invisible(blocks: BlockReader) -> None:
    under = line('abcdef<span class="ff2">gh</span>', "m0 x1 h2 y1 ff1 fs0 fc3 sc0 ls0 ws0")
    found = blocks(under + line("ijk"))
    assert [(b.text, b.hidden) for b in found] == [
        ("abcdef", "invisible"),
        ("gh", "invisible"),
        ("ijk", ""),
    ]


def test_white_text_in_a_place_of_its_own_may_be_seen(blocks: BlockReader) -> None:
    white = line("abc", "m0 x2 h2 y1 ff1 fs0 fc3 sc0 ls0 ws0")
    assert [(b.text, b.hidden) for b in blocks(white + line("def"))] == [("abc", ""), ("def", "")]


def test_type_3_glyphs_drawn_in_the_background_are_seen(blocks: BlockReader) -> None:
    found = blocks(line('<span class="fc1">abc</span>', "m0 x1 h2 y1 ff0 fs0 fc0 sc0 ls0 ws0"))
    assert [(b.text, b.hidden) for b in found] == [("abc", "")]
    assert 5 < found[0].box.width < 25


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("ﬁn", "fin"),
        ("a\u00adb", "a-b"),
        ("a\ue6adb", "a-b"),
        ("a\u00a0b", "a b"),
        ("a\ue6a0b", "a b"),
        ("a\u200bb", "ab"),
        ("x²", "x²"),
        ("a&amp;&lt;b", "a&<b"),
    ],
)
def test_characters_become_plain_unicode(blocks: BlockReader, html: str, text: str) -> None:
    (block,) = blocks(line(html))
    assert block.text == text
    assert len(block.edges) == len(text) + 1


def test_letters_of_a_ligature_share_its_width(blocks: BlockReader) -> None:
    (block,) = blocks(line("ﬁn"))
    assert list(block.edges) == [100, 102.5, 105, 110]


def test_ligature_written_as_letters_is_as_wide_as_its_glyph(blocks: BlockReader) -> None:
    (block,) = blocks(line("fin"))
    assert list(block.edges) == [100, 102.5, 105, 110]


def test_letter_spacing_as_wide_as_a_word_space_is_not_within_a_ligature(
    blocks: BlockReader,
) -> None:
    undo = '<span class="_ _6"></span>'
    text = undo.join(["de", "fi", "neo", "ffi", "t"])
    (block,) = blocks(line(text, "m0 x1 h2 y1 ff1 fs0 fc0 sc0 ls2 ws0"))
    assert block.text == "d efin e of fit"


def test_ligature_that_overlaps_a_letter_is_no_accent(blocks: BlockReader) -> None:
    back = '<span class="_ _0"></span><span class="_ _4"></span>'
    assert texts(blocks(line(f"a{back}ﬁn"))) == ["a", "fin"]


def test_accents_combine_with_their_letters(blocks: BlockReader) -> None:
    back = '<span class="_ _0"></span>'
    (block,) = blocks(line(f"Schr¨{back}odinger na¨{back}ıve caf´{back}e"))
    assert block.text == "Schrödinger naïve café"
    assert len(block.edges) == len(block.text) + 1


def test_accent_of_a_capital_may_be_on_a_separate_line(blocks: BlockReader) -> None:
    raised = line("˙", "m0 x3 h2 y2 ff1 fs0 fc0 sc0 ls0 ws0")
    found = blocks(
        line("P", "m0 x2 h2 y1 ff1 fs0 fc0 sc0 ls0 ws0") + raised + line("Zu", LINE_AT_X3)
    )
    assert texts(found) == ["P", "Żu"]
    assert found[1].baseline == 700


def test_accent_beside_a_letter_is_kept_as_it_is(blocks: BlockReader) -> None:
    assert texts(blocks(line("a´e"))) == ["a´e"]


def test_step_back_begins_another_block(blocks: BlockReader) -> None:
    assert texts(blocks(line('abcdef<span class="_ _5"></span>ghi'))) == ["abcdef", "ghi"]


def test_unknown_glyph_leaves_no_gap(blocks: BlockReader) -> None:
    assert texts(blocks(line("abcdefgh\ue612ijklmnop"))) == ["abcdefgh\ufffdijklmnop"]


def test_node_of_a_block_names_its_element_and_offset(document: Callable[..., Document]) -> None:
    second = line('ab<span class="_ _3"> </span>cd', LINE_AT_X3.replace("y1", "y0"))
    blocks = document(page(line("ef") + second)).pages[0].blocks
    assert [b.node for b in blocks] == ["pf1/t0+0", "pf1/t1+0", "pf1/t1+3"]
