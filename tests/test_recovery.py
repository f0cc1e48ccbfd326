"""Sentence Recovery: the measures, each decision on small texts, and whole documents."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
import time
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

import pdfbot
from pdfbot.recovery.distribution import choose_eps, measure_lengths
from pdfbot.recovery.encoding import decode, detect
from pdfbot.recovery.lines import read_lines
from pdfbot.recovery.plot import draw_lengths

ROOT = Path(__file__).parents[1]
RECORDED = sorted((ROOT / "fixtures" / "recovery").glob("*.txt"))

PAPER = """\
3. THE CHARACTERISTICS OF THE
TEXT CORPUS
Weather reports have been collected during three years, and many
of them came from several sources (the hydrological service of a
large country1, the agency for rain2, some of the daily papers3,

1 http://www.rain.example

a portal4, another portal5 and one more portal6). The whole text
corpus contains many thousand reports, which consist of a total
of 45862 sentences.
3.1 Weather Forecast Sublanguage
The words that are used in weather reports are few, and most of
them return in every report.
"""
FULL = "These are words that fill the line up to the column width there,\n"


def texts(text: str, kind: str = "text", **choices: object) -> list[str]:
    found = pdfbot.recover(text, **choices)  # type: ignore[arg-type]
    return [paragraph.text for paragraph in found.paragraphs if paragraph.kind == kind]


class TestDistribution:
    def test_average_and_mode(self) -> None:
        lines = read_lines("\n".join(["x" * 3] * 5 + ["x" * 20] * 3 + ["x" * 22] * 2 + [""] * 2))
        lengths = measure_lengths(lines, published=True)
        assert lengths.counts == ((0, 2), (3, 5), (20, 3), (22, 2))
        assert lengths.average == pytest.approx((15 + 60 + 44) / 12)
        assert lengths.column_width == 20

    def test_neighbours_count_together(self) -> None:
        ragged = [60, 60, 81, 82, 83, 84]
        lines = read_lines("\n".join("x" * length for length in [*ragged, 5, 5, 5, 5]))
        assert measure_lengths(lines, published=True).column_width == 60
        assert measure_lengths(lines).column_width in (82, 83)

    def test_joined_lines_may_lift_the_average(self) -> None:
        lines = read_lines("\n".join(["x" * 60] * 12 + ["x" * 120] * 2 + ["x" * 130]))
        assert measure_lengths(lines).average > 60
        assert measure_lengths(lines).column_width == 60

    @pytest.mark.parametrize(
        ("name", "eps"),
        [
            ("novel-dialogue", 0.3),
            ("onecolumn-indented", 0.1),
            ("twocolumn-conference", 0.05),
        ],
    )
    def test_eps_by_the_look_of_the_text(self, name: str, eps: float) -> None:
        text = (ROOT / "fixtures" / "recovery" / f"{name}.txt").read_text("utf-8")
        found = pdfbot.recover(text, eps="auto")
        assert found.eps == eps
        assert found.eps_reason.startswith("like ")
        lines = read_lines(text)
        assert choose_eps(lines, measure_lengths(lines))[0] == eps

    def test_plot_shows_what_was_measured(self) -> None:
        found = pdfbot.recover(PAPER)
        root = ElementTree.fromstring(draw_lengths(found, "a <b> & c"))
        bars = [item for item in root.iter() if item.get("class") == "bar"]
        assert len(bars) == len(found.lengths.counts)
        labels = " ".join(item.text or "" for item in root.iter() if item.text)
        assert f"CW {found.lengths.column_width}" in labels
        assert "a <b> & c" in labels


class TestDecisions:
    def test_the_example_of_the_paper(self) -> None:
        found = pdfbot.recover(PAPER)
        assert [paragraph.text for paragraph in found.paragraphs] == [
            "3. THE CHARACTERISTICS OF THE TEXT CORPUS",
            "Weather reports have been collected during three years, and many of them came from "
            "several sources (the hydrological service of a large country1, the agency for rain2, "
            "some of the daily papers3, a portal4, another portal5 and one more portal6). The "
            "whole text corpus contains many thousand reports, which consist of a total of 45862 "
            "sentences.",
            "3.1 Weather Forecast Sublanguage",
            "The words that are used in weather reports are few, and most of them return in every "
            "report.",
        ]
        kinds = [paragraph.kind for paragraph in found.paragraphs]
        assert kinds == ["heading", "text", "heading", "text"]
        assert found.paragraphs[1].sentences[1].startswith("The whole text corpus")

    def test_the_published_rules(self) -> None:
        found = pdfbot.recover(PAPER, rules="paper")
        assert found.paragraphs[0].text == "3. THE CHARACTERISTICS OF THE TEXT CORPUS"
        assert "papers3, a portal4" in found.paragraphs[1].text
        removed = [line.text for line in found.lines if line.kind == "object"]
        assert removed == ["1 http://www.rain.example"]

    def test_every_line_has_one_decision(self) -> None:
        for path in RECORDED:
            text = path.read_text("utf-8")
            found = pdfbot.recover(text)
            assert [line.number for line in found.lines] == sorted(
                line.number for line in found.lines
            )
            placed = [n for paragraph in found.paragraphs for n in paragraph.lines]
            assert len(placed) == len(set(placed))
            for line in found.lines:
                assert bool(line.text) == (line.kind != "empty")
                assert line.reason or not line.text
                inside = line.paragraph is not None
                assert inside == (line.number in set(placed))
                if line.paragraph is not None:
                    assert line.number in found.paragraphs[line.paragraph - 1].lines

    def test_a_caption_stays_apart_and_the_sentence_goes_on(self) -> None:
        text = (
            FULL * 3
            + "and the sentence is open at the end of this line because the\n\n"
            + "Figure 2: Rain of three years in the north of the country.\n\n"
            + "column ends here. "
            + FULL
            + FULL
        )
        assert texts(text, "caption") == [
            "Figure 2: Rain of three years in the north of the country."
        ]
        assert "because the column ends here." in texts(text)[0]

    def test_a_sentence_may_begin_with_a_label(self) -> None:
        text = (
            FULL * 3
            + "end.\n\nTable 1 lists the words that fill the line up to the column,\nwell.\n"
        )
        assert texts(text, "caption") == []

    def test_pieces_of_a_table_go_unless_they_are_kept(self) -> None:
        text = (
            FULL * 3
            + "and the sentence is open at the end of this line because the\n\n"
            + "31.0\n22.4\n6.3\n\n14.2\n16.0\n5.8\n\n"
            + "table stood here, where there was room for it, and it ends.\n"
        )
        assert "31.0" not in pdfbot.recover(text).text
        assert "because the table stood here" in pdfbot.recover(text).text
        kept = pdfbot.recover(text, keep=["tables"])
        assert "31.0" in kept.text
        assert "because the table stood here" in kept.text

    def test_page_numbers_and_running_heads_go(self) -> None:
        line = "down the river it goes, and down the river it went, and more and\n"
        pages = [f"A History of Rain\n\n{line * 5}\n{number}\n" for number in range(7, 10)]
        found = pdfbot.recover("\f".join(pages))
        assert "History" not in found.text
        reasons = {line.reason for line in found.lines if line.kind == "page"}
        assert reasons == {"at the edge of 3 pages", "page number"}
        assert len(found.paragraphs) == 1

    def test_hyphens_by_the_evidence_of_the_document(self) -> None:
        text = (
            "The glims of the state-of-the-art were counted by the observ-\n"
            "ers, and a well-known glim was found by them among the state-\n"
            "of-the-art instruments, which is what the observers expected.\n"
        )
        (paragraph,) = texts(text)
        assert "counted by the observers, and a well-known glim" in paragraph
        assert "the state-of-the-art instruments" in paragraph

    def test_the_half_that_makes_a_word_is_taken(self) -> None:
        line = "words of a text that goes on and on to the end of the column and\n"
        text = (
            f"{line * 3}so that all of it was said and done, and was known by the record-\n\n"
            "clude that it was so, which is another column of another page.\n\n"
            "ings of the year, which are the other half of that broken word.\n"
        )
        assert any("recordings of the year" in found for found in texts(text))

    def test_an_abbreviation_does_not_end_a_line(self) -> None:
        line = "words of a text that goes on and on to the end of the column and\n"
        last = "we thank the members of the office and above all others Mr. and Mrs.\nAbel.\n"
        text = line * 3 + last
        assert len(texts(text)) == 1

    def test_capitals_are_a_heading_however_long(self) -> None:
        head = "NOTICE OF THE LAND REGISTRY CONCERNING A SEAL THAT WAS LOST IN SPRING\n"
        line = "words of a text that goes on and on to the end of the column and\n"
        text = line * 3 + "ends.\n" + head + "A seal was lost in the spring, and it is sought.\n"
        assert texts(text, "heading") == [head.strip()]
        assert len(texts(text)) == 2

    def test_dialogue(self) -> None:
        text = (ROOT / "fixtures" / "recovery" / "novel-dialogue.txt").read_text("utf-8")
        paragraphs = texts(text)
        assert "“No.”" in paragraphs
        assert (
            "“Inspector of scales,” he said. “Lorimer. You will have had a letter.”" in paragraphs
        )
        assert texts(text, "heading")[-2:] == ["Chapter Two", "Chapter Three"]

    def test_double_spaced_lines(self) -> None:
        text = (ROOT / "fixtures" / "recovery" / "novel-dialogue.txt").read_text("utf-8")
        single = "\n".join(line for line in text.splitlines() if line)
        double = single.replace("\n", "\n\n")
        assert texts(double) == texts(single)

    def test_cyrillic(self) -> None:
        text = (ROOT / "fixtures" / "recovery" / "serbian-cyrillic.txt").read_text("utf-8")
        found = pdfbot.recover(text)
        assert "1 Увод" in [paragraph.text for paragraph in found.paragraphs]
        # Over the end of a page, with a footnote, a page number and a running head between.
        sentences = [one for paragraph in found.paragraphs for one in paragraph.sentences]
        assert any(s.startswith("Анализа у лабораториjи") and s.endswith("два.") for s in sentences)

    def test_a_script_without_capitals(self) -> None:
        line = "これは一行の文章であり、次の行へと続いていくものである、\n"
        (paragraph,) = texts(line * 4 + "ここで終わる。\n")
        assert paragraph.count("これは") == 4
        assert paragraph.endswith("ここで終わる。")


class TestInput:
    @pytest.mark.parametrize("end", ["\r\n", "\r", "\u2028"])
    def test_whatever_ends_a_line(self, end: str) -> None:
        expected = pdfbot.recover(PAPER)
        found = pdfbot.recover(PAPER.replace("\n", end))
        assert found.paragraphs == expected.paragraphs

    @pytest.mark.parametrize("text", ["", "\n\n\f\n", " \t ", "\ufeff", "\x00\x01"])
    def test_nothing_gives_nothing(self, text: str) -> None:
        for rules in ("default", "paper"):
            found = pdfbot.recover(text, rules=rules, eps="auto")
            assert (found.paragraphs, found.text) == ((), "")
            assert draw_lengths(found).startswith("<svg")

    @pytest.mark.parametrize("text", ["x", "a\nb", "1\n2\n3", "-", "- \n -\n", "Fig. 1", "...\n?"])
    def test_scraps(self, text: str) -> None:
        for rules in ("default", "paper"):
            pdfbot.recover(text, rules=rules, eps="auto")

    def test_one_huge_line(self) -> None:
        sentence = "One line may hold the whole of a book. "
        started = time.monotonic()
        (paragraph,) = pdfbot.recover(sentence * 30_000).paragraphs
        assert time.monotonic() - started < 30
        assert paragraph.text == (sentence * 30_000).strip()

    def test_time_grows_with_the_text_and_not_faster(self) -> None:
        text = RECORDED[0].read_text("utf-8")

        def seconds(times: int) -> float:
            started = time.process_time()
            pdfbot.recover(text * times)
            return time.process_time() - started

        seconds(1)
        assert seconds(160) < 12 * max(seconds(20), 0.1)

    @pytest.mark.parametrize(
        ("choice", "message"),
        [
            ({"eps": 1.0}, "eps 1.0"),
            ({"eps": -0.1}, "eps -0.1"),
            ({"eps": float("nan")}, "eps nan"),
            ({"eps": "wide"}, "eps wide"),
            ({"keep": ["figures"]}, "unknown part 'figures'"),
            ({"rules": "mine"}, "unknown rules 'mine'"),
        ],
    )
    def test_choices_that_make_no_sense(self, choice: dict[str, object], message: str) -> None:
        with pytest.raises(pdfbot.UsageError, match=message):
            pdfbot.recover("text", **choice)  # type: ignore[arg-type]

    def test_bytes_are_refused(self) -> None:
        with pytest.raises(pdfbot.UsageError, match="decode it first"):
            pdfbot.recover(b"text")  # type: ignore[arg-type]


SERBIAN = "У селу постоји камени мост испод којег данас нема воде. Мост је дугачак, ЗАВОД каже."
RUSSIAN = "В селе стоит каменный мост, под которым сегодня нет воды. Мост длинный, и его берегут."
FRENCH = "Le café était fermé, mais l’élève a déjà trouvé une clé près de la fenêtre."
GERMAN = "Die Brücke über den Fluß wurde später für Fußgänger geöffnet."
POLISH = "Zażółć gęślą jaźń, mówił książę, a źrebię śpiewało przez całą noc."
GREEK = "Η γέφυρα στέκεται στο λιβάδι, αλλά το ποτάμι έχει αλλάξει πορεία."


class TestEncoding:
    @pytest.mark.parametrize(
        ("text", "encoding"),
        [
            (SERBIAN, "utf-8"),
            (SERBIAN, "utf-8-sig"),
            (SERBIAN, "utf-16"),
            (SERBIAN, "utf-32"),
            (FRENCH, "utf-16-le"),
            (FRENCH, "utf-16-be"),
            (SERBIAN, "cp1251"),
            (RUSSIAN, "cp1251"),
            (RUSSIAN, "koi8-r"),
            (RUSSIAN, "iso8859-5"),
            (FRENCH, "cp1252"),
            (GERMAN, "cp1252"),
            (GERMAN, "latin-1"),
            (POLISH, "cp1250"),
            (GREEK, "cp1253"),
        ],
    )
    def test_detected(self, text: str, encoding: str) -> None:
        assert decode(text.encode(encoding), "a.txt") == text

    def test_what_is_no_text(self) -> None:
        noise = bytes((i * 37 + i // 7 * 101) % 256 for i in range(5000))
        assert detect(noise) is None
        with pytest.raises(pdfbot.InputError, match=r"a\.bin: not a text file"):
            decode(noise, "a.bin")
        with pytest.raises(pdfbot.InputError, match="use pdfbot extract"):
            decode(b"%PDF-1.5 ...", "a.pdf")
        with pytest.raises(pdfbot.NoTextError, match="empty"):
            decode(b" \r\n", "a.txt")

    def test_given(self) -> None:
        assert decode(POLISH.encode("iso8859-2"), "a.txt", "iso8859-2") == POLISH
        with pytest.raises(pdfbot.InputError, match="not ascii"):
            decode(POLISH.encode(), "a.txt", "ascii")
        with pytest.raises(pdfbot.UsageError, match="no such encoding"):
            decode(b"text", "a.txt", "utf-99")


def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "bench_recovery", ROOT / "scripts" / "bench_recovery.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("names", "most"),
    [
        (("onecolumn-indented", "onecolumn-blocks", "serbian-cyrillic"), 0.03),
        (("twocolumn-conference", "twocolumn-physics"), 0.08),
        (("novel-dialogue",), 0.0),
    ],
)
@pytest.mark.parametrize("eps", [0.3, 0.1, 0.05])
def test_no_more_broken_sentences_than_in_the_paper(
    names: tuple[str, ...], most: float, eps: float
) -> None:
    measure = bench()
    total = measure.Tally()
    for name in names:
        raw = (ROOT / "fixtures" / "recovery" / f"{name}.txt").read_text("utf-8")
        truth = json.loads((ROOT / "fixtures" / "papers" / name / "truth.json").read_text("utf-8"))
        body = [paragraph["text"] for paragraph in truth["paragraphs"]]
        found = pdfbot.recover(raw, eps=eps)
        total.add(measure.judge(body, [], raw, [p.text for p in found.paragraphs]))
    assert total.sentences > 60
    assert total.broken <= most * total.sentences
    assert total.wrong <= most * total.sentences


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext (poppler) is missing")
def test_the_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    measure = bench()
    sys.argv = ["bench_recovery.py", "--list", "novel-dialogue"]
    assert measure.main() == 0
    assert "| fixtures: novel | default 0.1 | 70 | 0 | 0 (0.0%)" in capsys.readouterr().out
