"""Sentence Recovery: what lines are taken for, and where sentences continue."""

from __future__ import annotations

import pdfbot

from .samples import FULL_LINE, RECORDED_FILES, REPORT, paragraphs_of, recorded

LOWERCASE_LINE = "words of a text that goes on and on to the end of the column and\n"


def test_sentence_continues_after_a_footnote_and_headings_stay_apart() -> None:
    found = pdfbot.recover(REPORT)
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


def test_published_rules_remove_the_footnote() -> None:
    found = pdfbot.recover(REPORT, rules="paper")
    assert found.paragraphs[0].text == "3. THE CHARACTERISTICS OF THE TEXT CORPUS"
    assert "papers3, a portal4" in found.paragraphs[1].text
    removed = [line.text for line in found.lines if line.kind == "object"]
    assert removed == ["1 http://www.rain.example"]


def test_every_line_has_one_decision_with_a_reason() -> None:
    for path in RECORDED_FILES:
        found = pdfbot.recover(path.read_text("utf-8"))
        numbers = [line.number for line in found.lines]
        assert numbers == sorted(numbers)
        placed = [number for paragraph in found.paragraphs for number in paragraph.lines]
        assert len(placed) == len(set(placed))
        for line in found.lines:
            assert bool(line.text) == (line.kind != "empty")
            assert line.reason or not line.text
            assert (line.paragraph is not None) == (line.number in set(placed))
            if line.paragraph is not None:
                assert line.number in found.paragraphs[line.paragraph - 1].lines


def test_sentence_continues_after_a_caption_which_stays_apart() -> None:
    text = (
        FULL_LINE * 3
        + "and the sentence is open at the end of this line because the\n\n"
        + "Figure 2: Rain of three years in the north of the country.\n\n"
        + "column ends here. "
        + FULL_LINE
        + FULL_LINE
    )
    assert paragraphs_of(text, "caption") == [
        "Figure 2: Rain of three years in the north of the country."
    ]
    assert "because the column ends here." in paragraphs_of(text)[0]


def test_sentence_that_starts_with_a_label_is_not_a_caption() -> None:
    text = (
        FULL_LINE * 3
        + "end.\n\nTable 1 lists the words that fill the line up to the column,\nwell.\n"
    )
    assert paragraphs_of(text, "caption") == []


def test_table_cells_are_removed_unless_tables_are_kept() -> None:
    text = (
        FULL_LINE * 3
        + "and the sentence is open at the end of this line because the\n\n"
        + "31.0\n22.4\n6.3\n\n14.2\n16.0\n5.8\n\n"
        + "table stood here, where there was room for it, and it ends.\n"
    )
    assert "31.0" not in pdfbot.recover(text).text
    assert "because the table stood here" in pdfbot.recover(text).text
    kept = pdfbot.recover(text, keep=["tables"])
    assert "31.0" in kept.text
    assert "because the table stood here" in kept.text


def test_page_numbers_and_running_headers_are_removed() -> None:
    line = "down the river it goes, and down the river it went, and more and\n"
    pages = [f"A History of Rain\n\n{line * 5}\n{number}\n" for number in range(7, 10)]
    found = pdfbot.recover("\f".join(pages))
    assert "History" not in found.text
    reasons = {line.reason for line in found.lines if line.kind == "page"}
    assert reasons == {"at the edge of 3 pages", "page number"}
    assert len(found.paragraphs) == 1


def test_hyphens_are_resolved_by_other_words_of_the_document() -> None:
    text = (
        "The glims of the state-of-the-art were counted by the observ-\n"
        "ers, and a well-known glim was found by them among the state-\n"
        "of-the-art instruments, which is what the observers expected.\n"
    )
    (paragraph,) = paragraphs_of(text)
    assert "counted by the observers, and a well-known glim" in paragraph
    assert "the state-of-the-art instruments" in paragraph


def test_sentence_continues_with_the_half_that_completes_a_word() -> None:
    text = (
        f"{LOWERCASE_LINE * 3}"
        "so that all of it was said and done, and was known by the record-\n\n"
        "clude that it was so, which is another column of another page.\n\n"
        "ings of the year, which are the other half of that broken word.\n"
    )
    assert any("recordings of the year" in found for found in paragraphs_of(text))


def test_abbreviation_at_the_end_of_a_line_does_not_end_the_sentence() -> None:
    last = "we thank the members of the office and above all others Mr. and Mrs.\nAbel.\n"
    assert len(paragraphs_of(LOWERCASE_LINE * 3 + last)) == 1


def test_long_line_in_capitals_is_a_heading() -> None:
    heading = "NOTICE OF THE LAND REGISTRY CONCERNING A SEAL THAT WAS LOST IN SPRING\n"
    following = "A seal was lost in the spring, and it is sought.\n"
    text = LOWERCASE_LINE * 3 + "ends.\n" + heading + following
    assert paragraphs_of(text, "heading") == [heading.strip()]
    assert len(paragraphs_of(text)) == 2


def test_every_speech_of_a_dialogue_is_a_paragraph() -> None:
    text = recorded("novel-dialogue")
    paragraphs = paragraphs_of(text)
    assert "“No.”" in paragraphs
    assert "“Inspector of scales,” he said. “Lorimer. You will have had a letter.”" in paragraphs
    assert paragraphs_of(text, "heading")[-2:] == ["Chapter Two", "Chapter Three"]


def test_double_spaced_lines_give_the_same_paragraphs_as_single_spaced_ones() -> None:
    single = "\n".join(line for line in recorded("novel-dialogue").splitlines() if line)
    double = single.replace("\n", "\n\n")
    assert paragraphs_of(double) == paragraphs_of(single)


def test_cyrillic_sentence_continues_on_the_next_page() -> None:
    """A footnote, a page number and a running header come between."""
    found = pdfbot.recover(recorded("serbian-cyrillic"))
    assert "1 Увод" in [paragraph.text for paragraph in found.paragraphs]
    sentences = [one for paragraph in found.paragraphs for one in paragraph.sentences]
    assert any(s.startswith("Анализа у лабораториjи") and s.endswith("два.") for s in sentences)


def test_script_without_capitals_is_joined_to_one_paragraph() -> None:
    line = "これは一行の文章であり、次の行へと続いていくものである、\n"
    (paragraph,) = paragraphs_of(line * 4 + "ここで終わる。\n")
    assert paragraph.count("これは") == 4
    assert paragraph.endswith("ここで終わる。")
