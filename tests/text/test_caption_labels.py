"""Labels, and how a caption differs from a sentence that begins with a label."""

import subprocess
import sys

import pytest

from pdfbot.text.caption_labels import label_alone, label_of
from pdfbot.text.caption_sentences import is_verb_after_label, reads_as_caption

SENTENCES = [
    "Figure 2 a shows that the mill stands",
    "Fig. 4 c, d illustrate the mill",
    "Figure 3 b was taken in May",
    "Figure 3 shows the distribution of errors.",
    "Figure 3 clearly shows the distribution.",
    "Figure 3 and Table 2 show that both hold.",
    "Figures 3 and 4 both show the same trend.",
    "Figs. 3 and 4 are taken from our earlier work.",
    "Figures 9, 10, 11 and 12 represent graphs for various categories.",
    "Figures 3–5 present the results.",
    "Fig. 2(a) compares the two methods.",
    "Fig. 4 (b) and (c) show the other case.",
    "Fig. 3A and B demonstrate the effect.",
    "Table 3, which lists the parameters, shows how they differ.",
    "Fig. 7, left, shows the first one.",
    "Figure 1 (left) depicts the setup.",
    "Figure 3 of Smith et al. shows how it is done.",
    "Figure 5 in the appendix reports the results.",
    "Figure 3’s left panel shows the input.",
    "Figure 2 zooms in by showing the full distribution.",
    "Figure 4 was created with care.",
    "Figure 4 can be read from left to right.",
    "Table IV summarizes the results.",
    "TABLE IV summarizes the results.",
    "Table A.2 gives the values.",
    "Supplementary Fig. 3 shows more.",
    "Algorithm 1 describes the method.",
    "Listing 3 defines the class.",
    "Figure-3 shows the distribution of errors.",
    "F I G U R E 2 shows the distribution.",
]
CAPTIONS = [
    "Figure 2 a comparison of mills",
    "Figure 3 a series of years",
    "Figure 3. Overview of the system",
    "Figure 3: overview of the system",
    "Figure 4. g′ band light curves of the star",
    "FIG. 3. (a) Typical experiment",
    "Fig. 1 | The model is shown",
    "Fig. 1.: A comparison of strategies",
    "Figure 3 – The map",
    "Figure 3 Overview of the system",
    "Fig. 2 (a) Non joiner and (b) Joiner alphabets",
    "Figure 10 the results of the second run",
    "Figure 7 overview of the system",
    "TABLE I",
    "TABLE I SUMMARY OF RESULTS",
    "Table 2 (continued)",
    "Table 2, continued",
    "Algorithm 1 Greedy search",
    "F I G U R E 2",
    "F I G U R E 2 Overview of the system",
    "Figure-3: overview of the system",
    "Table-1",
    "Рис. 2. Схема опыта",
]


@pytest.mark.parametrize("text", SENTENCES)
def test_label_followed_by_verb_is_sentence(text: str) -> None:
    assert label_of(text) is not None
    assert not reads_as_caption(text)


@pytest.mark.parametrize("text", ["Figure 2). The mill stands", "Table 1]. The mill stands"])
def test_label_at_the_end_of_a_parenthesis_is_no_caption(text: str) -> None:
    assert not reads_as_caption(text)


@pytest.mark.parametrize(
    ("text", "is_caption"),
    [
        ("Fig. 6 for the valley). The mill stands", False),
        ("Table 1 of the mill] and the valley", False),
        ("Figure 2 a) Mill", True),
        ("Figure 2 Mill (in the valley)", True),
    ],
)
def test_label_inside_brackets_that_close_later_is_no_caption(text: str, is_caption: bool) -> None:
    assert reads_as_caption(text) is is_caption


@pytest.mark.parametrize("text", CAPTIONS)
def test_label_without_verb_is_caption(text: str) -> None:
    assert reads_as_caption(text)


@pytest.mark.parametrize(
    ("text", "kind", "number", "label"),
    [
        ("Figure 3 shows", "figure", "3", "Figure 3"),
        ("FIG. 3. The", "figure", "3", "FIG. 3."),
        ("TABLE IV\nResults", "table", "IV", "TABLE IV"),
        ("Tab. 2: Results", "table", "2", "Tab. 2:"),
        ("Figs. 3 and 4", "figure", "3", "Figs. 3"),
        ("Fig. 3(a): Left", "figure", "3(a)", "Fig. 3(a):"),
        ("Figure S1 | Left", "figure", "S1", "Figure S1 |"),
        ("Table A.2. Left", "table", "A.2", "Table A.2."),
        ("Figure 2.1: A pair", "figure", "2.1", "Figure 2.1:"),
        ("Figure 1.The map", "figure", "1", "Figure 1."),
        ("Algorithm 1 Search", "algorithm", "1", "Algorithm 1"),
        ("Listing 7: main", "listing", "7", "Listing 7:"),
        ("Scheme 2. Synthesis", "scheme", "2", "Scheme 2."),
        ("Extended Data Fig. 1 | Foo", "figure", "1", "Extended Data Fig. 1 |"),
        ("Таблица 5. Итоги", "table", "5", "Таблица 5."),
        ("F I G U R E 2 Left", "figure", "2", "F I G U R E 2"),
        ("FI G URE 2 Left", "figure", "2", "FI G URE 2"),
        ("T A B L E IV Left", "table", "IV", "T A B L E IV"),
        ("Figure-3: Left", "figure", "3", "Figure-3:"),
        ("Table–1 Left", "table", "1", "Table–1"),
    ],
)
def test_label_has_kind_number_and_end(text: str, kind: str, number: str, label: str) -> None:
    found = label_of(text)
    assert found is not None
    assert (found.kind, found.number, text[: found.end]) == (kind, number, label)


def test_nltk_is_imported_only_for_unusual_verbs() -> None:
    code = (
        "import sys; from pdfbot.text.caption_sentences import reads_as_caption as r\n"
        "assert r('Figure 3. Overview') and r('Figure 3 Overview') and not r('Overview')\n"
        "assert not r('Figure 3 shows it') and 'nltk' not in sys.modules\n"
        "assert not r('Figure 3 zooms in') and 'nltk' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize(
    "text",
    ["", "figure 3 shows", "The Figure 3", "Figured 3", "Table of contents", "Tablets 3 mg",
     "Figure shows", "Figure 3abc", "Maple 3", "figure-3 shows", "f i g u r e 3", "F i g u r e 3",
     "F I G U R E", "Table-top 3", "Table-A", "Figure - 3"],
)  # fmt: skip
def test_text_without_label_is_neither_caption_nor_sentence_about_one(text: str) -> None:
    assert label_of(text) is None
    assert not reads_as_caption(text)
    assert not is_verb_after_label(text)


def test_verb_must_agree_with_label_in_number() -> None:
    assert is_verb_after_label("Figures 3 and 4 plot the values")
    assert not is_verb_after_label("Figure 3 plot of the values")


@pytest.mark.parametrize(
    "text",
    [
        "图 1 系统结构",
        "図1：構成",
        "Рис. 3. Схема",
        "شكل ٢: مخطط",
        "2. ábra: A rendszer",
        "Şekil 4. Yapı",
        "<그림 2> 구조",
        "[表 2] 構成",
        "الشكل رقم (٢): مخطط",
        "جدول (٢): نتائج",
        "Figura n.º 2. Mapa",
        "2. sz. ábra: A rendszer",
        "2. TÁBLÁZAT",
        "ΣΧΗΜΑ 2. Δομή",
        "図－2 構成",
        "图二：结构",
    ],
)
def test_captions_in_other_languages(text: str) -> None:
    assert reads_as_caption(text)


@pytest.mark.parametrize(
    "text",
    [
        "图 1 显示了结构",
        "図1は構成を示す",
        "그림 2는 구조를",
        "Abbildung 3 zeigt den",
        "2. ábra mutatja a",
        "[그림 2]는 구조를",
        "[Fig. 2] shows the",
    ],
)
def test_sentences_about_figures_in_other_languages(text: str) -> None:
    assert not reads_as_caption(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Figura. Medianas das bases", "figure"),
        ("TABELA: Médias", "table"),
        ("Figure. Medians", "figure"),
        ("Fig. Medians", None),
        ("Figura. medianas", None),
        ("Figuras. Medianas", None),
    ],
)
def test_only_figure_has_a_label_without_a_number(text: str, kind: str | None) -> None:
    label = label_alone(text)
    assert (label and label.kind) == kind
