"""Everything that can go wrong for a user, each with a clear line and an exit code.

PdfbotError                      1
├── UsageError                   2   an option or a value that makes no sense
├── InputError                   3
│   ├── FileMissingError         3   no such file, or it cannot be read
│   ├── NotAPdfError             4   neither a PDF nor a replica (an empty file too)
│   ├── DamagedPdfError          5   begins like a PDF, but cannot be read
│   ├── PasswordError            6   encrypted: a password is needed, or it is wrong
│   ├── CopyProtectedError       7   its author forbade copying, and no switch was given
│   └── NoTextError              8   no pages, no text layer (a scan), or unreadable glyphs
├── EngineError                  9   the engine failed on this file
│   ├── EngineMissingError      10   pdf2htmlEX is not installed
│   └── EngineTimeoutError      11   pdf2htmlEX ran over its time
└── OutputError                 12   the result cannot be written
"""

from __future__ import annotations


class PdfbotError(Exception):
    """The root: `str(error)` is one line that names the file and says what to do."""

    exit_code = 1


class UsageError(PdfbotError):
    exit_code = 2


class InputError(PdfbotError):
    exit_code = 3


class FileMissingError(InputError):
    exit_code = 3


class NotAPdfError(InputError):
    exit_code = 4


class DamagedPdfError(InputError):
    exit_code = 5


class PasswordError(InputError):
    exit_code = 6


class CopyProtectedError(InputError):
    exit_code = 7


class NoTextError(InputError):
    exit_code = 8


class EngineError(PdfbotError):
    exit_code = 9


class EngineMissingError(EngineError):
    exit_code = 10


class EngineTimeoutError(EngineError):
    exit_code = 11


class OutputError(PdfbotError):
    exit_code = 12
