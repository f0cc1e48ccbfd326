"""The errors that users can meet, each with a one-line message and an exit code.

PdfbotError                      1
├── UsageError                   2   an option or value that makes no sense
├── InputError                   3
│   ├── FileMissingError         3   no such file, or it cannot be read
│   ├── NotAPdfError             4   neither a PDF nor a replica, or an empty file
│   ├── DamagedPdfError          5   starts like a PDF but cannot be read
│   ├── PasswordError            6   encrypted: the password is missing or wrong
│   ├── CopyProtectedError       7   the author forbade copying, and it was not allowed explicitly
│   └── NoTextError              8   no pages, no text layer, unreadable or vertical text, no body
├── EngineError                  9   the engine failed on this file
│   ├── EngineMissingError      10   pdf2htmlEX is not installed
│   ├── EngineTimeoutError      11   the time limit was exceeded
│   └── EngineMemoryError       13   the memory limit was exceeded
└── OutputError                 12   the result cannot be written
"""

from __future__ import annotations

import enum


class ExitCode(enum.IntEnum):
    """The exit codes of the command; docs/output.md describes them."""

    OK = 0
    FAILED = 1
    USAGE = 2
    INPUT = 3
    NOT_A_PDF = 4
    DAMAGED_PDF = 5
    PASSWORD = 6
    COPY_PROTECTED = 7
    NO_TEXT = 8
    ENGINE = 9
    ENGINE_MISSING = 10
    ENGINE_TIMEOUT = 11
    OUTPUT = 12
    ENGINE_MEMORY = 13
    # As shells report a process killed by SIGINT or SIGPIPE: 128 plus the signal.
    INTERRUPTED = 130
    BROKEN_PIPE = 141


class PdfbotError(Exception):
    """The base class: `str(error)` is one line that names the file and says what to do."""

    exit_code = ExitCode.FAILED


class UsageError(PdfbotError):
    exit_code = ExitCode.USAGE


class InputError(PdfbotError):
    exit_code = ExitCode.INPUT


class FileMissingError(InputError):
    exit_code = ExitCode.INPUT


class NotAPdfError(InputError):
    exit_code = ExitCode.NOT_A_PDF


class DamagedPdfError(InputError):
    exit_code = ExitCode.DAMAGED_PDF


class PasswordError(InputError):
    exit_code = ExitCode.PASSWORD


class CopyProtectedError(InputError):
    exit_code = ExitCode.COPY_PROTECTED


class NoTextError(InputError):
    exit_code = ExitCode.NO_TEXT


class EngineError(PdfbotError):
    exit_code = ExitCode.ENGINE


class EngineMissingError(EngineError):
    exit_code = ExitCode.ENGINE_MISSING


class EngineTimeoutError(EngineError):
    exit_code = ExitCode.ENGINE_TIMEOUT


class EngineMemoryError(EngineError):
    exit_code = ExitCode.ENGINE_MEMORY


class OutputError(PdfbotError):
    exit_code = ExitCode.OUTPUT
