"""The encoding of a text file, detected from its bytes or given."""

from __future__ import annotations

import io
import tarfile

import pytest

import pdfbot
from pdfbot.methods.sentence_recovery.encoding import decode, detect, drop_control_characters

SERBIAN = "У селу постоји камени мост испод којег данас нема воде. Мост је дугачак, ЗАВОД каже."
RUSSIAN = "В селе стоит каменный мост, под которым сегодня нет воды. Мост длинный, и его берегут."
FRENCH = "Le café était fermé, mais l’élève a déjà trouvé une clé près de la fenêtre."
GERMAN = "Die Brücke über den Fluß wurde später für Fußgänger geöffnet."
POLISH = "Zażółć gęślą jaźń, mówił książę, a źrebię śpiewało przez całą noc."
GREEK = "Η γέφυρα στέκεται στο λιβάδι, αλλά το ποτάμι έχει αλλάξει πορεία."


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
def test_encoding_is_detected_from_one_sentence(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), "a.txt") == text


def test_binary_data_is_refused() -> None:
    noise = bytes((i * 37 + i // 7 * 101) % 256 for i in range(5000))
    assert detect(noise) is None
    with pytest.raises(pdfbot.InputError, match=r"a\.bin: not a text file"):
        decode(noise, "a.bin")


@pytest.mark.parametrize(("controls", "is_text"), [(100, True), (101, False)])
def test_utf8_is_text_with_up_to_a_tenth_of_control_characters(
    controls: int, is_text: bool
) -> None:
    """Fonts with odd encodings: pdftotext left 400 in a text of 22,000 characters."""
    data = ("é" * (1000 - controls) + "\x02" * controls).encode()
    assert (detect(data) == "utf-8") is is_text


def test_control_characters_are_dropped_but_no_line_breaks() -> None:
    assert drop_control_characters("a\x02b\tc\x85d\fe\x9f\r\n") == ("ab\tc\x85d\fe\r\n", 2)


def test_archive_of_texts_is_refused() -> None:
    """It is valid UTF-8, with zeros between the texts."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for number in range(20):
            info = tarfile.TarInfo(f"{number}.txt")
            info.size = 700
            tar.addfile(info, io.BytesIO(b"A text. " * 100))
    assert detect(buffer.getvalue()) is None


def test_pdf_is_refused_with_the_command_to_use() -> None:
    with pytest.raises(pdfbot.InputError, match="use pdfbot extract"):
        decode(b"%PDF-1.5 ...", "a.pdf")


def test_blank_file_is_refused_as_empty() -> None:
    with pytest.raises(pdfbot.NoTextError, match="empty"):
        decode(b" \r\n", "a.txt")


def test_given_encoding_replaces_detection() -> None:
    assert decode(POLISH.encode("iso8859-2"), "a.txt", "iso8859-2") == POLISH


def test_given_encoding_that_does_not_fit_is_reported() -> None:
    with pytest.raises(pdfbot.InputError, match="not ascii"):
        decode(POLISH.encode(), "a.txt", "ascii")


def test_unknown_encoding_is_refused() -> None:
    with pytest.raises(pdfbot.UsageError, match="no such encoding"):
        decode(b"text", "a.txt", "utf-99")
