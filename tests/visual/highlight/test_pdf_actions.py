"""Scripts and open actions of a PDF are removed by default, and links stay."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import Link
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

import pdfbot
from pdfbot.visual.highlight.pdf_actions import has_actions, without_actions
from tests.documents import HOSTILE, PAPERS

from .pdf_highlights import read_highlights

PHYSICS = PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf"
WEB = "https://example.org/"


def script() -> DictionaryObject:
    return DictionaryObject(
        {
            NameObject("/S"): NameObject("/JavaScript"),
            NameObject("/JS"): TextStringObject("app.alert(1)"),
        }
    )


def launch() -> DictionaryObject:
    program = TextStringObject("calc.exe")
    return DictionaryObject({NameObject("/S"): NameObject("/Launch"), NameObject("/F"): program})


def link(action: DictionaryObject) -> DictionaryObject:
    return DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Annot"),
            NameObject("/Subtype"): NameObject("/Link"),
            NameObject("/Rect"): ArrayObject(NumberObject(n) for n in (10, 10, 50, 50)),
            NameObject("/A"): action,
        }
    )


def active_pdf(password: str = "") -> bytes:
    """A paper with actions wherever a PDF may have them, and with things to keep."""
    writer = PdfWriter(clone_from=io.BytesIO(PHYSICS.read_bytes()))
    root, page = writer.root_object, writer.pages[0]
    root[NameObject("/OpenAction")] = script()
    triggers = DictionaryObject({NameObject("/WC"): script()})
    root[NameObject("/AA")] = triggers
    page[NameObject("/AA")] = triggers
    tree = ArrayObject([TextStringObject("start"), script()])
    scripts = DictionaryObject({NameObject("/Names"): tree})
    root[NameObject("/Names")] = DictionaryObject({NameObject("/JavaScript"): scripts})
    for action in (script(), launch()):
        writer.add_annotation(0, link(action))
    writer.add_annotation(0, Link(rect=(10, 60, 50, 90), url=WEB))
    chained = link(
        DictionaryObject(
            {
                NameObject("/S"): NameObject("/URI"),
                NameObject("/URI"): TextStringObject(WEB),
                NameObject("/Next"): ArrayObject([launch()]),
            }
        )
    )
    writer.add_annotation(0, chained)
    item = writer.add_outline_item(title="first", page_number=0)
    outline_item = item.get_object()
    assert isinstance(outline_item, DictionaryObject)
    outline_item[NameObject("/A")] = script()
    writer.add_outline_item(title="second", page_number=1)
    field = DictionaryObject(
        {
            NameObject("/FT"): NameObject("/Tx"),
            NameObject("/T"): TextStringObject("name"),
            NameObject("/V"): TextStringObject("kept"),
            NameObject("/AA"): triggers,
        }
    )
    root[NameObject("/AcroForm")] = DictionaryObject(
        {NameObject("/Fields"): ArrayObject([writer._add_object(field)])}
    )
    writer.add_attachment("data.txt", b"kept")
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def all_text(data: bytes) -> str:
    """Every object of the file, written out."""
    writer = PdfWriter(clone_from=io.BytesIO(data))
    return "\n".join(str(item) for item in writer._objects)


def test_active_pdf_is_active() -> None:
    data = active_pdf()
    assert has_actions(data)
    assert "/JavaScript" in all_text(data)


@pytest.mark.parametrize("source", ["built", "active-content.pdf"])
def test_nothing_active_is_left_in_an_annotated_pdf(source: str) -> None:
    data = active_pdf() if source == "built" else (HOSTILE / source).read_bytes()
    assert has_actions(data)
    paper = pdfbot.extract(data)
    annotated = paper.annotate([paper.sentences[0].id])
    assert not has_actions(annotated)
    left = all_text(annotated)
    for word in ("/JavaScript", "/Launch", "app.alert", "/OpenAction", "/AA"):
        assert word not in left
    assert len(read_highlights(annotated)) == 1
    assert pdfbot.extract(annotated).text == paper.text


def test_links_outline_fields_attachments_and_metadata_stay() -> None:
    annotated = pdfbot.extract(active_pdf()).annotate(["s1.1"])
    reader = PdfReader(io.BytesIO(annotated))
    links = [a.get_object() for a in reader.pages[0]["/Annots"]]  # type: ignore[attr-defined]
    urls = [a["/A"]["/URI"] for a in links if "/A" in a]
    assert urls == [WEB, WEB]
    assert [item["/Title"] for item in reader.outline] == ["first", "second"]  # type: ignore[call-overload]
    assert reader.attachments == {"data.txt": [b"kept"]}
    (field,) = reader.root_object["/AcroForm"]["/Fields"]  # type: ignore[index]
    assert field.get_object()["/V"] == "kept"
    before = PdfReader(io.BytesIO(active_pdf())).metadata
    assert before is not None
    assert reader.metadata is not None
    assert reader.metadata.producer is not None


def test_actions_are_kept_on_request() -> None:
    annotated = pdfbot.extract(active_pdf()).annotate(["s1.1"], keep_actions=True)
    assert has_actions(annotated)
    assert len(read_highlights(annotated)) == 1


def test_pdf_without_actions_is_not_written_twice(physics: pdfbot.Paper) -> None:
    assert not has_actions(PHYSICS.read_bytes())
    kept = physics.annotate(["s1.1"], keep_actions=True)
    assert len(physics.annotate(["s1.1"])) == len(kept)


def test_annotated_pdf_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes longer than the annotations."""
    parsed = []
    read = PdfReader.__init__

    def note(reader: PdfReader, *arguments: Any, **options: Any) -> None:
        parsed.append(reader)
        read(reader, *arguments, **options)

    paper = pdfbot.extract(active_pdf())
    monkeypatch.setattr(PdfReader, "__init__", note)
    annotated = paper.annotate(["s1.1"])
    assert len(parsed) == 1
    assert not has_actions(annotated)


def test_encrypted_pdf_stays_encrypted(tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=io.BytesIO(PHYSICS.read_bytes()))
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(tmp_path / "x.pdf")
    annotated = pdfbot.extract(tmp_path / "x.pdf", password="secret").annotate(["s1.1"])
    with pytest.raises(pypdfium2.PdfiumError, match="password"):
        pypdfium2.PdfDocument(annotated)
    assert pdfbot.extract(annotated, password="secret").sentences[0].id == "s1.1"


def test_encrypted_pdf_with_actions_is_refused_with_advice() -> None:
    paper = pdfbot.extract(active_pdf("secret"), password="secret")
    with pytest.raises(pdfbot.OutputError, match=r"encrypted.*decrypt it first.*--keep-actions"):
        paper.annotate(["s1.1"])
    assert paper.annotate(["s1.1"], keep_actions=True).startswith(b"%PDF")


def test_circles_in_outlines_and_actions_do_no_harm() -> None:
    writer = PdfWriter(clone_from=io.BytesIO(PHYSICS.read_bytes()))
    reference = writer.add_outline_item(title="round", page_number=0)
    item = reference.get_object()
    assert isinstance(item, DictionaryObject)
    item[NameObject("/Next")] = reference
    action = DictionaryObject({NameObject("/S"): NameObject("/URI")})
    action_reference = writer._add_object(action)
    action[NameObject("/Next")] = action_reference
    item[NameObject("/A")] = action_reference
    stream = io.BytesIO()
    writer.write(stream)
    assert not has_actions(stream.getvalue())


def test_damaged_pdf_is_refused_with_advice() -> None:
    for function in (has_actions, without_actions):
        with pytest.raises(pdfbot.OutputError, match="--keep-actions"):
            function(b"%PDF-1.4\nnothing")
