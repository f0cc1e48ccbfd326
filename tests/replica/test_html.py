"""Replicas become pages of text blocks: places, words, styles, and what cannot be seen."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from pdfbot.errors import NotAPdfError, NoTextError, UsageError
from pdfbot.model import Document, TextBlock
from pdfbot.replica import html as module
from pdfbot.replica.html import read_replica

PAPERS = Path(__file__).parents[2] / "fixtures" / "papers"
FontMaker = Callable[..., bytes]
Reader = Callable[..., list[TextBlock]]

# Sizes before the matrix are four times those on the page, as the program writes them.
CSS = """
.m0{transform:matrix(0.25,0,0,0.25,0,0);}
.m1{transform:matrix(0,-0.25,0.25,0,0,0);}
.m2{transform:matrix(0.216506,-0.125,0.125,0.216506,0,0);}
.m3{transform:matrix(-0.25,0,0,-0.25,0,0);}
.x1{left:100px;}.x2{left:30px;}.x3{left:104px;}.y1{bottom:700px;}.y2{bottom:703px;}
.xoff{left:700px;}.yoff{bottom:-60px;}
.w0{width:600px;}.h0{height:800px;}.w1{width:200px;}.h1{height:50px;}.h2{height:30px;}
.fs0{font-size:40px;}.fs1{font-size:28px;}
.fc0{color:rgb(0,0,0);}.fc1{color:transparent;}.fc2{color:rgb(255,0,0);}
.ff0{font-family:sans-serif;visibility:hidden;}
.ff1{font-family:ff1;visibility:visible;}.ff2{font-family:ff2;visibility:visible;}
.ls0{letter-spacing:0px;}.ls1{letter-spacing:4px;}.ws0{word-spacing:0px;}.ws1{word-spacing:8px;}
.v1{vertical-align:12px;}
._0{margin-left:-20px;}._1{width:10px;}._2{width:30px;}._3{width:31px;}._4{width:2px;}
._5{margin-left:-80px;}
@media print{.fs0{font-size:99pt;}.x1{left:1pt;}}
"""
LETTERS = "abcdefghijklmnopqrstuvwxyzıABCDEFGHIJKLMNOPQRSTUVWXYZ.,-()ﬁ\ue6ad\ue6a0\ue612´¨ˇ˙"


def line(text: str, classes: str = "m0 x1 h2 y1 ff1 fs0 fc0 sc0 ls0 ws0") -> str:
    return f'<div class="t {classes}">{text}</div>'


def page(content: str, number: int = 1, zoom: float | None = 1.0) -> str:
    data = json.dumps({"ctm": [zoom, 0, 0, zoom, 0, 0]})
    info = "" if zoom is None else f"<div class='pi' data-data='{data}'></div>"
    return (
        f'<div id="pf{number:x}" class="pf w0 h0" data-page-no="{number:x}">'
        f'<div class="pc pc{number:x} w0 h0">{content}</div>{info}</div>'
    )


@pytest.fixture(scope="module")
def style(make_font: FontMaker) -> str:
    """Every letter is half an em wide, a space a quarter."""
    widths = {**dict.fromkeys(LETTERS, 500), " ": 250}
    fonts = {
        "ff1": make_font(widths, name="ABCDEF+Probe-Regular"),
        "ff2": make_font(widths, name="ABCDEF+Probe-Italic"),
    }
    faces = "".join(
        f"@font-face{{font-family:{name};src:url('data:application/font-woff;base64,"
        f'{base64.b64encode(data).decode()}\')format("woff");}}'
        for name, data in fonts.items()
    )
    return f"<style>{faces}{CSS}</style>"


@pytest.fixture
def document(style: str) -> Callable[..., Document]:
    def build(*pages: str, wanted: list[int] | None = None) -> Document:
        return read_replica(
            f'<html><head>{style}</head><body><div id="page-container">{"".join(pages)}'
            "</div></body></html>",
            wanted,
        )

    return build


@pytest.fixture
def blocks(document: Callable[..., Document]) -> Reader:
    def read(content: str, zoom: float | None = 1.0) -> list[TextBlock]:
        return list(document(page(content, zoom=zoom)).pages[0].blocks)

    return read


def texts(found: list[TextBlock]) -> list[str]:
    return [block.text for block in found]


def test_a_line_in_points(blocks: Reader) -> None:
    (block,) = blocks(line("abc"))
    assert block.text == "abc"
    assert list(block.edges) == [100, 105, 110, 115]
    assert block.baseline == 700
    assert (block.font.family, block.font.size) == ("Probe-Regular", 10)
    assert (block.box.left, block.box.right) == (100, 115)
    assert block.box.bottom < 700 < block.box.top
    assert (block.colour, block.rotation, block.hidden) == ("#000000", 0, "")


@pytest.mark.parametrize("zoom", [1.3, 2.0])
def test_zoom_is_taken_back(document: Callable[..., Document], zoom: float) -> None:
    (read,) = document(page(line("abc"), zoom=zoom)).pages
    (block,) = read.blocks
    assert (read.width, read.height) == pytest.approx((600 / zoom, 800 / zoom))
    assert block.baseline == pytest.approx(700 / zoom)
    assert list(block.edges) == pytest.approx([x / zoom for x in (100, 105, 110, 115)])
    assert block.font.size == pytest.approx(10 / zoom, abs=0.01)


def test_without_a_transformation_a_pixel_is_a_point(blocks: Reader) -> None:
    (block,) = blocks(line("abc"), zoom=None)
    assert block.box.left == 100


def test_page_numbers_are_hexadecimal(document: Callable[..., Document]) -> None:
    pages = [page(line("abc"), number) for number in (9, 10, 16)]
    assert [p.number for p in document(*pages).pages] == [9, 10, 16]
    (only,) = document(*pages, wanted=[2, 16]).pages
    assert only.number == 16
    assert only.blocks[0].node == "pf10/t0+0"
    with pytest.raises(UsageError, match="the replica has 3"):
        document(*pages, wanted=[10_000])


@pytest.mark.parametrize(
    ("written", "said"),
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
def test_spaces(blocks: Reader, written: str, said: str) -> None:
    assert texts(blocks(line(written))) == [said]


def test_spacing_spans_move_the_pen_by_the_matrix(blocks: Reader) -> None:
    (block,) = blocks(line('a<span class="_ _1"> </span>b<span class="_ _4"></span>c'))
    assert list(block.edges) == [100, 105, 107.5, 113, 118]


def test_letter_and_word_spacing(blocks: Reader) -> None:
    (block,) = blocks(line("ab c", "m0 x1 h2 y1 ff1 fs0 fc0 sc0 ls1 ws1"))
    assert block.text == "ab c"
    assert list(block.edges) == [100, 106, 111, 117.5, 122.5]


@pytest.mark.parametrize(("span", "count"), [("_2", 1), ("_3", 2)])
def test_cells_of_a_row_are_cut_at_three_quarters_of_an_em(
    blocks: Reader, span: str, count: int
) -> None:
    found = blocks(line(f'abc<span class="_ {span}"> </span>def'))
    assert len(found) == count
    assert " ".join(texts(found)) == "abc def"


def test_a_wide_gap_of_several_parts_counts_as_one(blocks: Reader) -> None:
    found = blocks(line('abc <span class="_ _2"> </span>def'))
    assert texts(found) == ["abc", "def"]
    assert [b.node for b in found] == ["pf1/t0+0", "pf1/t0+5"]
    assert found[1].box.left == 125


def test_nested_styles_begin_new_blocks(blocks: Reader) -> None:
    found = blocks(line('ab <span class="ff2">cd<span class="ff1 fc2"> ef</span></span>gh'))
    assert [(b.text, b.font.italic, b.colour) for b in found] == [
        ("ab", False, "#000000"),
        ("cd", True, "#000000"),
        ("ef", False, "#ff0000"),
        ("gh", False, "#000000"),
    ]
    assert [b.box.left for b in found] == [100, 112.5, 125, 135]


def test_a_smaller_size_and_a_raised_baseline_begin_new_blocks(blocks: Reader) -> None:
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
def test_turned_text(
    blocks: Reader,
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


def test_slanting_text_rises_to_the_right(blocks: Reader) -> None:
    (block,) = blocks(line("abc", "m2 x1 h2 y1 ff1 fs0 fc0 sc0 ls0 ws0"))
    assert block.rotation == 30
    assert block.font.size == pytest.approx(10, abs=0.01)
    assert block.box.right > 110
    assert block.box.top > 707


def test_clip_boxes_shift_what_is_in_them(blocks: Reader) -> None:
    inside = line("ab", "m0 x2 h2 y0 ff1 fs0 fc0 sc0 ls0 ws0")
    outside = line("cd", "m0 xoff h2 y0 ff1 fs0 fc0 sc0 ls0 ws0")
    found = blocks(f'<div class="c x1 y1 w1 h1">{inside}{outside}</div>{line("ef")}')
    assert [(b.text, b.box.left, b.baseline, b.hidden) for b in found] == [
        ("ab", 130, 700, ""),
        ("cd", 800, 700, "clipped"),
        ("ef", 100, 700, ""),
    ]


def test_what_cannot_be_seen_is_marked(blocks: Reader) -> None:
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


def test_type_3_glyphs_are_seen_in_the_background(blocks: Reader) -> None:
    found = blocks(line('<span class="fc1">abc</span>', "m0 x1 h2 y1 ff0 fs0 fc0 sc0 ls0 ws0"))
    assert [(b.text, b.hidden) for b in found] == [("abc", "")]
    assert 5 < found[0].box.width < 25


def test_the_text_layer_of_a_scan_is_what_is_seen(blocks: Reader) -> None:
    image = '<img class="bi x0 y0 w0 h0" alt="" src="data:,"/>'
    found = blocks(image + line("abc", "m0 x1 h2 y1 ff1 fs0 fc1 sc0 ls0 ws0"))
    assert [(b.text, b.hidden) for b in found] == [("abc", "")]


@pytest.mark.parametrize(
    ("written", "said"),
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
def test_plain_unicode(blocks: Reader, written: str, said: str) -> None:
    (block,) = blocks(line(written))
    assert block.text == said
    assert len(block.edges) == len(said) + 1


def test_the_letters_of_a_ligature_share_its_width(blocks: Reader) -> None:
    (block,) = blocks(line("ﬁn"))
    assert list(block.edges) == [100, 102.5, 105, 110]


def test_accents_go_on_their_letters(blocks: Reader) -> None:
    back = '<span class="_ _0"></span>'
    (block,) = blocks(line(f"Schr¨{back}odinger na¨{back}ıve caf´{back}e"))
    assert block.text == "Schrödinger naïve café"
    assert len(block.edges) == len(block.text) + 1


def test_an_accent_above_a_capital_stands_on_a_line_of_its_own(blocks: Reader) -> None:
    raised = line("˙", "m0 x3 h2 y2 ff1 fs0 fc0 sc0 ls0 ws0")
    found = blocks(line("P", "m0 x2 h2 y1 ff1 fs0 fc0 sc0 ls0 ws0") + raised + line("Zu", X3))
    assert texts(found) == ["P", "Żu"]
    assert found[1].baseline == 700


X3 = "m0 x3 h2 y1 ff1 fs0 fc0 sc0 ls0 ws0"


def test_an_accent_beside_a_letter_stays_as_it_is(blocks: Reader) -> None:
    assert texts(blocks(line("a´e"))) == ["a´e"]


def test_a_step_back_begins_another_run(blocks: Reader) -> None:
    assert texts(blocks(line('abcdef<span class="_ _5"></span>ghi'))) == ["abcdef", "ghi"]


def test_private_use_is_dropped_and_counted(document: Callable[..., Document]) -> None:
    few = document(page(line("abcdefghij" * 9 + "\ue612")))
    assert texts(list(few.pages[0].blocks)) == ["abcdefghij" * 9]
    assert few.warnings == ("1 glyphs have no Unicode value and were left out",)
    many = document(page(line("abcdefghij\ue612")))
    assert "--tounicode 1" in many.warnings[0]
    with pytest.raises(NoTextError, match="67% of the glyphs"):
        document(page(line("a\ue612\ue612")))
    assert document(page(line("abc"))).warnings == ()


def test_a_dropped_glyph_leaves_no_gap(blocks: Reader) -> None:
    assert texts(blocks(line("abcdefgh\ue612ijklmnop"))) == ["abcdefghijklmnop"]


def test_nodes_lead_back_to_the_element(document: Callable[..., Document], style: str) -> None:
    second = line('ab<span class="_ _3"> </span>cd', X3.replace("y1", "y0"))
    blocks = document(page(line("ef") + second)).pages[0].blocks
    assert [b.node for b in blocks] == ["pf1/t0+0", "pf1/t1+0", "pf1/t1+3"]


@pytest.mark.parametrize(
    "written", ["", "<html><body><p>No such page</p></body></html>", "%PDF-1.4"]
)
def test_other_files_are_refused(written: str) -> None:
    with pytest.raises(NotAPdfError, match=r"^download\.html: "):
        read_replica(written, name="download.html")


def test_no_pages(style: str) -> None:
    with pytest.raises(NoTextError, match="no pages"):
        read_replica(f'{style}<div id="page-container"></div>')


def test_a_replica_without_its_style_sheet_says_so() -> None:
    with pytest.raises(NotAPdfError, match="--embed-css 1"):
        read_replica(f'<div id="page-container">{page(line("abc"))}</div>')


def test_an_empty_page_is_no_error(document: Callable[..., Document]) -> None:
    assert document(page("")).pages[0].blocks == ()


def read_paper(name: str, kind: str = "") -> Document:
    return read_replica((PAPERS / name / f"{name}{kind}.html").read_bytes())


@pytest.mark.parametrize("name", sorted(p.name for p in PAPERS.iterdir()))
def test_real_replicas(name: str) -> None:
    truth = json.loads((PAPERS / name / "truth.json").read_text("utf-8"))
    document = read_paper(name)
    assert document.engine == "pdf2htmlex"
    assert [p.number for p in document.pages] == list(range(1, truth["pages"] + 1))
    for read in document.pages:
        for block in read.blocks:
            assert block.text == block.text.strip() != ""
            assert len(block.edges) == len(block.text) + 1
            assert -1 <= block.box.left <= block.box.right <= read.width + 1
            assert 0 < block.font.size < 200
            assert not block.hidden


@pytest.mark.parametrize("name", ["onecolumn-indented", "twocolumn-conference"])
def test_both_kinds_of_flags_give_the_same_blocks(name: str) -> None:
    ours, theirs = read_paper(name), read_paper(name, ".default-flags")
    for page_a, page_b in zip(ours.pages, theirs.pages, strict=True):
        assert (page_a.width, page_a.height) == pytest.approx(
            (page_b.width, page_b.height), abs=0.1
        )
        assert texts(list(page_a.blocks)) == texts(list(page_b.blocks))
        for a, b in zip(page_a.blocks, page_b.blocks, strict=True):
            assert a.font == b.font
            assert b.baseline == pytest.approx(a.baseline, abs=0.01)
            assert b.box.left == pytest.approx(a.box.left, abs=1.01)
            assert b.box.right == pytest.approx(a.box.right, abs=2.0)


def test_words_that_are_hard_to_get() -> None:
    physics = " ".join(b.text for p in read_paper("twocolumn-physics").pages for b in p.blocks)
    for word in ("Schrödinger", "naïve", "Anneke Rößler,", "Żulawski,"):
        assert word in physics
    gloss = " ".join(b.text for p in read_paper("interlinear-gloss").pages for b in p.blocks)
    for word in ("şu-dàm-ǔ.", "Şirǎ", "kên-àŋ", "pôlo"):
        assert word in gloss


def test_rotated_text_of_a_real_replica() -> None:
    turned = [
        (b.text, b.rotation)
        for b in read_paper("twocolumn-manuscript").pages[0].blocks
        if b.rotation
    ]
    assert turned == [("DRAFT", 55.0), ("shelfXiv:2105.04417v2 [lib.use] 11 May 2021", 90.0)]


def test_forty_milliseconds_a_page_with_ten_thousand_rules(
    monkeypatch: pytest.MonkeyPatch, style: str
) -> None:
    rules = "".join(f".z{i:x}{{left:{i}.500000px;}}" for i in range(10_000))
    lines = "".join(
        line('abcdef<span class="_ _1"> </span>ghi <span class="ff2">jkl</span>mnop' * 3)
        for _ in range(100)
    )
    pages = "".join(page(lines, number) for number in range(1, 41))
    soup = BeautifulSoup(
        f'<style>{rules}</style>{style}<div id="page-container">{pages}</div>', "lxml"
    )
    monkeypatch.setattr(module, "BeautifulSoup", lambda *_: soup)
    start = time.process_time()
    document = read_replica("")
    spent = time.process_time() - start
    assert len(document.pages) == 40
    # Twice the goal, because test machines are slow and busy.
    assert spent / 40 < 0.08
