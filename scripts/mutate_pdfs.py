"""Damaged copies of PDFs, always the same for a seed: what a batch must survive.

python scripts/mutate_pdfs.py PDF... -o FOLDER [--count 1500] [--seed 1]
python scripts/survey_pdfs.py FOLDER
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pypdf
from pypdf.generic import (
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    RectangleObject,
    StreamObject,
)

_OBJECT = re.compile(rb"^\d+ \d+ obj\b.*?^endobj\b", re.DOTALL | re.MULTILINE)
_NUMBER = re.compile(rb"(?<=[ \[])-?\d+(?:\.\d+)?(?=[ \]\n\r/>])")
_REFERENCE = re.compile(rb"\b\d+ 0 R\b")
_XREF = re.compile(rb"\bstartxref\b|\bxref\b|/Type ?/XRef|\btrailer\b")
# Entries of a stream that say how it is encoded.
_ENCODED = ("/Filter", "/DecodeParms", "/Length")
# What a number of a damaged file becomes.
_NUMBERS = (b"0", b"-1", b"1e9", b"2147483648", b"-99999999999", b"0.0000001", b"NaN", b"65535")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pdfs", nargs="+", metavar="PDF", type=Path)
    parser.add_argument("-o", dest="out", metavar="FOLDER", type=Path, required=True)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for name, damaged in mutants(options.pdfs, options.count, options.seed):
        (options.out / f"{name}.pdf").write_bytes(damaged)


def mutants(pdfs: list[Path], count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Names and contents: every mutation of every PDF in turn, as it is and uncompressed."""
    names = list(MUTATIONS)
    forms = {path: (path.read_bytes(), uncompressed(path.read_bytes())) for path in pdfs}
    for number in range(count):
        path = pdfs[number % len(pdfs)]
        name = names[number // len(pdfs) % len(names)]
        chance = random.Random(f"{seed} {number}")
        damaged = MUTATIONS[name](chance.choice(forms[path]), chance)
        yield f"{number:05}-{path.stem}-{name}", damaged


def uncompressed(pdf: bytes) -> bytes:
    """The PDF with streams in the clear, so that damage reaches operators, fonts and maps."""
    try:
        writer = pypdf.PdfWriter(clone_from=BytesIO(pdf))
        for number, found in enumerate(writer._objects):
            if isinstance(found, StreamObject) and found.get("/Filter") == "/FlateDecode":
                clear = DecodedStreamObject()
                for key in found:
                    if key not in _ENCODED:
                        clear[NameObject(key)] = found.raw_get(key)
                clear.set_data(found.get_data())
                writer._objects[number] = clear
        return _written(writer)
    except Exception:  # A source may be damaged as well.
        return pdf


def one_byte(pdf: bytes, chance: random.Random) -> bytes:
    return _flipped(pdf, chance, 1)


def many_bytes(pdf: bytes, chance: random.Random) -> bytes:
    return _flipped(pdf, chance, 2 + len(pdf) // chance.choice((300, 3000, 30000)))


def _flipped(pdf: bytes, chance: random.Random, times: int) -> bytes:
    changed = bytearray(pdf)
    for _ in range(times if pdf else 0):
        changed[chance.randrange(len(pdf))] = chance.randrange(256)
    return bytes(changed)


def cut(pdf: bytes, chance: random.Random) -> bytes:
    return pdf[: chance.randrange(len(pdf) + 1)]


def hole(pdf: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(pdf) + 1)
    return pdf[:start] + pdf[start + chance.choice((10, 1000, 20000)) :]


def repeated(pdf: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(pdf) + 1)
    return pdf[: start + chance.choice((10, 1000, 20000))] + pdf[start:]


def swapped(pdf: bytes, chance: random.Random) -> bytes:
    """The contents of two objects in each other's place."""
    spans = [match.span() for match in _OBJECT.finditer(pdf)]
    if len(spans) < 2:
        return _flipped(pdf, chance, 5)
    (start, end), (begin, stop) = sorted(chance.sample(spans, 2))
    one, other = pdf[start:end], pdf[begin:stop]
    heads = [text.partition(b" obj") for text in (one, other)]
    return b"".join(
        (
            pdf[:start],
            heads[0][0] + b" obj" + heads[1][2],
            pdf[end:begin],
            heads[1][0] + b" obj" + heads[0][2],
            pdf[stop:],
        )
    )


def no_xref(pdf: bytes, chance: random.Random) -> bytes:
    return _XREF.sub(lambda found: b"%" * len(found[0]), pdf)


def numbers(pdf: bytes, chance: random.Random) -> bytes:
    """Some sizes, widths, counts and coordinates that cannot be true."""
    return _replaced(pdf, _NUMBER, lambda: chance.choice(_NUMBERS), chance)


def references(pdf: bytes, chance: random.Random) -> bytes:
    """Objects lead to others than they did, to themselves, and in circles."""
    targets = sorted(set(_REFERENCE.findall(pdf))) or [b"1 0 R"]
    return _replaced(pdf, _REFERENCE, lambda: chance.choice(targets), chance)


def _replaced(
    pdf: bytes, pattern: re.Pattern[bytes], value: Callable[[], bytes], chance: random.Random
) -> bytes:
    share = chance.choice((0.001, 0.01, 0.1))
    once = chance.randrange(max(1, len(pattern.findall(pdf))))
    place = iter(range(len(pdf)))

    def replace(found: re.Match[bytes]) -> bytes:
        hit = next(place) == once or chance.random() < share
        return value() if hit else found[0]

    return pattern.sub(replace, pdf)


def nested_forms(pdf: bytes, chance: random.Random) -> bytes:
    """A first page that is drawn by forms in forms, several times by each."""
    try:
        writer = pypdf.PdfWriter(clone_from=BytesIO(pdf))
        page = writer.pages[0]
        times, depth = chance.choice(((1, 60), (2, 4), (10, 1)))
        content = page.get_contents()
        drawn: StreamObject = DecodedStreamObject() if content is None else content
        for _ in range(depth):
            drawn = _form(drawn.get_data(), page)
            forms = DictionaryObject({NameObject("/N"): writer._add_object(drawn)})
            page[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): forms})
            drawn = DecodedStreamObject()
            drawn.set_data(b"/N Do " * times)
        page[NameObject("/Contents")] = writer._add_object(drawn)
        return _written(writer)
    except Exception:  # A source may be damaged as well.
        return _flipped(pdf, chance, 20)


def _form(content: bytes, page: pypdf.PageObject) -> StreamObject:
    """A form with this content, and with the box and the resources of the page."""
    form = DecodedStreamObject()
    form[NameObject("/Type")] = NameObject("/XObject")
    form[NameObject("/Subtype")] = NameObject("/Form")
    form[NameObject("/BBox")] = RectangleObject(page.mediabox)
    form[NameObject("/Resources")] = page.get("/Resources", DictionaryObject())
    form.set_data(content)
    return form


def _written(writer: pypdf.PdfWriter) -> bytes:
    written = BytesIO()
    writer.write(written)
    return written.getvalue()


MUTATIONS: dict[str, Callable[[bytes, random.Random], bytes]] = {
    function.__name__.replace("_", "-"): function
    for function in (
        one_byte,
        many_bytes,
        cut,
        hole,
        repeated,
        swapped,
        no_xref,
        numbers,
        references,
        nested_forms,
    )
}


if __name__ == "__main__":
    main()
