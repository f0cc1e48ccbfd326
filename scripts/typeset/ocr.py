"""A typeset PDF as a scan: its words as an OCR program finds them, below a picture of each page."""

from __future__ import annotations

import ctypes
import math
import random
from dataclasses import dataclass, replace

import pypdfium2
import pypdfium2.raw as pdfium
from world.pdf import ENCODING, PdfFile, add_standard_font, pdf_string, standard_face

FACE = "Times-Roman"
# Degrees: how far a page is turned on the scanner, at most.
MAX_SKEW = 0.25
# Points and share: how far a word is from its baseline and its size.
BASELINE_NOISE = 0.35
SIZE_NOISE = 0.05
# Ems: wider white space ends a word.
WORD_GAP = 0.18
SIGNS = {"\ufb01": "fi", "\ufb02": "fl", "\ufb00": "ff", "\ufb03": "ffi", "\ufb04": "ffl"}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a page: where it begins and ends, its baseline and its size, in points."""

    text: str
    left: float
    right: float
    baseline: float
    size: float


def as_scan(pdf: bytes, rng: random.Random) -> bytes:
    """The pages with nothing but pictures to see; the words of their text are invisible."""
    document = pypdfium2.PdfDocument(pdf)
    file = PdfFile()
    root = file.reserve()
    font = add_standard_font(file, FACE)
    picture = file.add_stream(
        b"\xee",
        "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray "
        "/BitsPerComponent 8",
    )
    numbers = []
    for page in document:
        width, height = page.get_size()
        skew = math.radians(rng.uniform(-MAX_SKEW, MAX_SKEW))
        words = [_displaced(word, skew, rng) for word in _words(page)]
        shown = [f"q {width:g} 0 0 {height:g} 0 0 cm /P Do Q", *map(_show, words)]
        content = file.add_stream("\n".join(shown).encode("ascii"))
        numbers.append(
            file.add(
                f"<< /Type /Page /Parent {root} 0 R /Contents {content} 0 R "
                f"/MediaBox [0 0 {width:g} {height:g}] /Resources << /Font << /F {font} 0 R >> "
                f"/XObject << /P {picture} 0 R >> >> >>"
            )
        )
    document.close()
    return file.write_pages(root, numbers)


def _words(page: pypdfium2.PdfPage) -> list[Word]:
    """The words of a page in the order of the file."""
    text = page.get_textpage()
    words: list[Word] = []
    for index in range(text.count_chars()):
        found = chr(pdfium.FPDFText_GetUnicode(text.raw, index))
        sign = SIGNS.get(found, found).encode(ENCODING, "ignore").decode(ENCODING)
        box = pdfium.FS_RECTF()
        pdfium.FPDFText_GetLooseCharBox(text.raw, index, ctypes.byref(box))
        origin = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(text.raw, index, *map(ctypes.byref, origin))
        left, right, baseline = box.left, box.right, origin[1].value
        size = pdfium.FPDFText_GetFontSize(text.raw, index)
        if not sign.strip() or not sign.isprintable():
            continue
        last = words[-1] if words else None
        if (
            last
            and last.baseline == baseline
            and last.size == size
            and -0.5 * size < left - last.right < WORD_GAP * size
        ):
            words[-1] = replace(last, text=last.text + sign, right=max(right, last.right))
        else:
            words.append(Word(sign, left, right, baseline, size))
    text.close()
    return words


def _displaced(word: Word, skew: float, rng: random.Random) -> Word:
    """The word on the turned page, a little off its place."""
    return replace(
        word,
        baseline=word.baseline
        + math.tan(skew) * (word.left + word.right) / 2
        + rng.uniform(-BASELINE_NOISE, BASELINE_NOISE),
        size=word.size * (1 + rng.uniform(-SIZE_NOISE, SIZE_NOISE)),
    )


def _show(word: Word) -> str:
    """Invisible, and squeezed to the width on the picture."""
    natural = standard_face(FACE).width(word.text, word.size) or 1.0
    scale = 100 * max(word.right - word.left, 0.1) / natural
    return (
        f"BT 3 Tr /F {word.size:.2f} Tf {scale:.1f} Tz 1 0 0 1 {word.left:.2f} "
        f"{word.baseline:.2f} Tm {pdf_string(word.text)} Tj ET"
    )
