"""The input: a path, bytes or a file object, whose format is recognised by its content."""

from __future__ import annotations

import gzip
import os
import re
import zlib
from dataclasses import dataclass
from hashlib import md5
from io import BytesIO
from typing import BinaryIO, TypeAlias

from pdfbot.errors import DamagedPdfError, FileMissingError, InputError, NotAPdfError, UsageError

SourceLike: TypeAlias = str | os.PathLike[str] | bytes | BinaryIO

# Bytes: PDF readers accept this much junk before the header.
HEADER_BYTES = 1024
MIB = 1 << 20
# Bytes: a page of a replica has a few hundred kilobytes.
MAX_DECOMPRESSED = 1024 * MIB
# Times the size of a gzip file: real replicas expand 1.5 to 5.5 times, PDFs less.
MAX_UNZIPPED = 100
# Bytes: smaller gzip files may expand as if they had this size.
MIN_PACKED = 64 << 10

_REPLICA = re.compile(rb"""<div\b[^>]*\bid\s*=\s*["']?page-container\b""", re.IGNORECASE)
_OTHER_FORMATS = (
    (b"%!PS", "PostScript, not a PDF: convert it with ps2pdf first"),
    (b"PK\x03\x04", "a ZIP archive or an office document, not a PDF"),
    (b"\x89PNG", "a picture, not a PDF"),
    (b"\xff\xd8\xff", "a picture, not a PDF"),
    (b"II*\x00", "a picture, not a PDF"),
    (b"MM\x00*", "a picture, not a PDF"),
    (b"\\documentclass", "LaTeX source, not a PDF"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """A document to open: its path or its bytes, and its name in messages."""

    content: str | bytes
    name: str

    @staticmethod
    def of(given: SourceLike | Source, name: str | None = None) -> Source:
        """The source for whatever the caller passed; only a file object is read at once."""
        if isinstance(given, Source):
            return given
        if isinstance(given, (str, os.PathLike)):
            path = os.fsdecode(given)
            return Source(path, name or path)
        if isinstance(given, (bytes, bytearray, memoryview)):
            return Source(bytes(given), name or "the PDF")
        if not hasattr(given, "read"):
            kind = type(given).__name__
            raise UsageError(f"{kind}: give a path, bytes or a binary file object")
        content = given.read()
        if not isinstance(content, bytes):
            raise UsageError("the file object gives text: open it in binary mode")
        file_name = getattr(given, "name", None)
        return Source(content, name or (file_name if isinstance(file_name, str) else "the PDF"))

    def read(self, size: int = -1) -> bytes:
        """All bytes, or the first `size` of them."""
        if isinstance(self.content, bytes):
            return self.content if size < 0 else self.content[:size]
        return read_file(self.content, self.name, size)

    def md5(self) -> str:
        """The hash by which clients of GROBID identify a document."""
        return md5(self.read(), usedforsecurity=False).hexdigest()

    def decompressed(self, max_size: int | None = None) -> Source:
        """The content of a gzip file, as replicas are often stored; otherwise the source itself.

        Memory holds `max_size` bytes of it at most, and less if it expands like a bomb.
        """
        if not self.read(HEADER_BYTES).startswith(b"\x1f\x8b"):
            return self
        packed = self.content
        size, stream = (
            (len(packed), BytesIO(packed))
            if isinstance(packed, bytes)
            else (os.path.getsize(packed), packed)
        )
        max_size = MAX_DECOMPRESSED if max_size is None else max_size
        bomb_size = MAX_UNZIPPED * max(size, MIN_PACKED)
        try:
            with gzip.open(stream, "rb") as file:
                content = file.read(min(max_size, bomb_size) + 1)
        except (OSError, EOFError, zlib.error):
            raise NotAPdfError(
                f"{self.name}: a damaged gzip file; try to download it again"
            ) from None
        if len(content) > max_size:
            raise InputError(
                f"{self.name}: expands to more than the limit of {max_size / MIB:.3g} MiB"
            )
        if len(content) > bomb_size:
            raise NotAPdfError(
                f"{self.name}: expands to more than {MAX_UNZIPPED} times its size, as no PDF does"
            )
        return Source(content, self.name)

    def is_replica(self) -> bool:
        """Whether this is a pdf2htmlEX replica, not a PDF; raises an error for any other format."""
        head = self.read(HEADER_BYTES)
        if not head:
            raise NotAPdfError(f"{self.name}: the file is empty")
        if b"%PDF-" in head:
            return False
        text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
        if text.startswith(b"<"):
            html = self.read()
            if _REPLICA.search(html):
                if not is_whole_html(html):
                    raise DamagedPdfError(
                        f"{self.name}: the replica is cut off; convert the PDF again"
                    )
                return True
            raise NotAPdfError(
                f"{self.name}: HTML or XML, neither a PDF nor a pdf2htmlEX replica; this is the "
                "usual result of a failed download, so download it again"
            )
        format_name = next(
            (name for magic, name in _OTHER_FORMATS if text.startswith(magic)), "not a PDF"
        )
        raise NotAPdfError(f"{self.name}: {format_name}")


def is_whole_html(html: bytes) -> bool:
    """Whether the end of a replica is there: pdf2htmlEX cuts it off in silence on a full disk."""
    return html[-100:].rstrip().lower().endswith(b"</html>")


def read_file(path: str, name: str, size: int = -1) -> bytes:
    """The bytes of a file, or the first `size`; raises an error whose message is one line."""
    try:
        with open(path, "rb") as file:
            return file.read(size)
    except OSError as error:
        raise FileMissingError(f"{name}: {_why_unread(path, error)}") from None
    except ValueError as error:
        raise FileMissingError(f"{name!r}: not a file name ({error})") from None


def _why_unread(path: str, error: OSError) -> str:
    if "://" in path:
        return "an address, not a file: download it first, or use pdfbot batch"
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "a folder, not a file; name the files in it"
    return f"cannot be read ({error.strerror or error})"
