"""`pdfbot serve`: papers over HTTP, and a web page for reading them in layers."""

from __future__ import annotations

import argparse
import logging
import os
import re
import sys
import tempfile
import webbrowser
from pathlib import Path

from pdfbot.bulk.pool import default_jobs
from pdfbot.cli.arguments import add_engine_options, parse_size
from pdfbot.cli.terminal import is_quiet, is_verbose
from pdfbot.errors import ExitCode, UsageError
from pdfbot.options import ReadingOptions

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _add_network_options(parser)
    _add_storage_options(parser)
    _add_limits(parser)


def _add_network_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("network")
    group.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on; one that other machines can reach needs a token "
        "(default: 127.0.0.1)",
    )
    group.add_argument(
        "--port",
        type=int,
        default=8070,
        metavar="N",
        help="port to listen on; 0: any free one (default: 8070)",
    )
    group.add_argument(
        "--token",
        help="what clients must send as 'Authorization: Bearer TOKEN', at least 16 characters; "
        "better given as PDFBOT_TOKEN in the environment, which other users cannot see",
    )
    group.add_argument(
        "--allow-origin",
        metavar="URL",
        action="append",
        default=[],
        help="a web site whose scripts may use the service; may be repeated (default: none)",
    )
    group.add_argument(
        "--max-connections",
        type=int,
        default=512,
        metavar="N",
        help="open connections; more are closed at once (default: 512)",
    )
    group.add_argument(
        "--max-by-address",
        type=int,
        default=128,
        metavar="N",
        help="open connections from one address; raise it behind a proxy (default: 128)",
    )
    group.add_argument("--open", action="store_true", help="open the web page in a browser")


def _add_storage_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("papers")
    add_engine_options(group)
    group.add_argument(
        "--folder",
        metavar="DIR",
        help="folder in which papers are kept (default: in the user's cache)",
    )
    group.add_argument(
        "--keep",
        default="24h",
        metavar="TIME",
        help="how long papers are kept: 90s, 30m, 24h, 7d (default: 24h)",
    )
    group.add_argument(
        "--max-storage",
        default="2G",
        metavar="SIZE",
        help="most bytes in the folder; the oldest papers make room (default: 2G)",
    )
    group.add_argument(
        "--allow-copy-protected",
        action="store_true",
        help="also read PDFs whose author forbade copying, if you have the right to",
    )


def _add_limits(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("limits")
    group.add_argument(
        "--max-size", default="64M", metavar="SIZE", help="size limit of a PDF (default: 64M)"
    )
    group.add_argument(
        "--max-pages",
        type=int,
        default=500,
        metavar="N",
        help="page limit of a PDF; 0: no limit (default: 500)",
    )
    group.add_argument(
        "--timeout",
        type=float,
        default=60.0,
        metavar="S",
        help="time limit per PDF in seconds (default: 60)",
    )
    group.add_argument(
        "--max-memory",
        default="2G",
        metavar="SIZE",
        help="memory limit per worker process (default: 2G)",
    )
    group.add_argument(
        "--jobs", type=int, metavar="N", help="number of worker processes (default: all cores)"
    )
    group.add_argument(
        "--queue",
        type=int,
        default=16,
        metavar="N",
        help="number of papers that may wait (default: 16)",
    )
    group.add_argument(
        "--recycle",
        type=int,
        default=200,
        metavar="N",
        help="replace a worker process after N papers (default: 200)",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM."""
    try:
        # Optional, and too heavy to import for other commands.
        from pdfbot.web.log_lines import configure_logging
        from pdfbot.web.server import run_server
        from pdfbot.web.service_options import ServiceOptions
    except ModuleNotFoundError as error:
        raise UsageError(
            f"serve needs {error.name}, which is not installed: pip install 'pdfbot[serve]'"
        ) from None
    service = ServiceOptions(
        folder=Path(options.folder) if options.folder else default_folder(),
        host=options.host,
        port=options.port,
        token=options.token or os.environ.get("PDFBOT_TOKEN", ""),
        allow_origins=tuple(options.allow_origin),
        jobs=options.jobs or default_jobs(),
        queue=options.queue,
        keep=parse_time("--keep", options.keep),
        max_storage=parse_size("--max-storage", options.max_storage),
        max_size=parse_size("--max-size", options.max_size),
        max_pages=options.max_pages,
        timeout=options.timeout,
        max_memory=parse_size("--max-memory", options.max_memory),
        recycle=options.recycle,
        max_connections=options.max_connections,
        max_by_address=options.max_by_address,
        reading=ReadingOptions(
            engine=options.engine,
            pdf2htmlex=options.pdf2htmlex,
            allow_copy_protected=options.allow_copy_protected,
        ),
    )

    level = logging.INFO if is_verbose() else logging.WARNING
    configure_logging(level, tracebacks=is_verbose())

    def announce(address: str) -> None:
        if not is_quiet():
            print(f"pdfbot is running at {address} (Ctrl-C stops it)", flush=True)
        if options.open:
            webbrowser.open(address)

    run_server(service, announce)
    return ExitCode.OK


def default_folder() -> Path:
    """A folder in the user's cache, or a temporary one for users without a home."""
    if sys.platform == "darwin":
        cache = Path("~/Library/Caches")
    else:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache")
    try:
        return cache.expanduser() / "pdfbot" / "papers"
    except RuntimeError:
        return Path(tempfile.gettempdir()) / f"pdfbot-papers-{os.getuid()}"


def parse_time(option: str, text: str) -> float:
    """The seconds that `24h`, `30m` or `90s` stands for."""
    match = re.fullmatch(r"(\d{1,9}(?:\.\d+)?)\s*([smhd])", text.strip(), re.ASCII)
    if match is None:
        raise UsageError(f"{option} {text}: write it as 90s, 30m, 24h or 7d")
    return float(match[1]) * _UNITS[match[2]]
