"""All TeX that Markdown has is read by KaTeX: every fixture, its formulas and its equations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pdfbot

from ..katex import Katex

FIXTURES = Path(__file__).parents[2] / "fixtures"
DOCUMENTS = sorted(
    path
    for folder in ("formulas", "languages", "layouts", "papers", "world")
    for path in (FIXTURES / folder).rglob("*.pdf")
)
_TEX = re.compile(r"(?<!\\)\$\$(.+?)\$\$|(?<![\\$])\$(?!\$)(.+?)(?<!\\)\$", re.DOTALL)


def tex_in(markdown: str) -> list[str]:
    return [match[1] or match[2] for match in _TEX.finditer(markdown)]


def test_formulas_of_markdown_are_found() -> None:
    assert tex_in(r"For \$5 let $x_i=0$, $$a=b\tag{1}$$ or $y$.") == ["x_i=0", r"a=b\tag{1}", "y"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_katex_reads_the_markdown(path: Path, katex: Katex) -> None:
    try:
        markdown = pdfbot.extract(path).to_markdown(equations="tex")
    except pdfbot.PdfbotError:
        return
    assert katex(tex_in(markdown)) == []


def test_katex_refuses_what_is_no_tex(katex: Katex) -> None:
    (wrong,) = katex([r"\frac{a}{b}", r"\frac{a"])
    assert wrong.startswith(r"\frac{a:")
