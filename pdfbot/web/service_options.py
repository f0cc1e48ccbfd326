"""The options of the service: address, access, storage, and limits on papers and work."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path

from pdfbot.bulk.settings import MIB, Settings
from pdfbot.errors import UsageError
from pdfbot.options import ReadingOptions, RuleOptions

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8070
# Characters: a shorter token could be guessed.
MIN_TOKEN_LENGTH = 16
HOUR = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceOptions:
    """The options of `pdfbot serve`; limits are per paper, except those of storage and queue.

    `keep` and `timeout` are in seconds; `max_storage`, `max_size` and `max_memory` in bytes. A
    worker process is replaced after `recycle` papers. `queue` papers may wait for a worker.
    """

    folder: Path
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    token: str = field(default="", repr=False)
    allow_origins: tuple[str, ...] = ()
    jobs: int = 2
    queue: int = 16
    keep: float = 24 * HOUR
    max_storage: int = 2048 * MIB
    max_size: int = 64 * MIB
    max_pages: int = 500
    timeout: float = 60.0
    max_memory: int = 2048 * MIB
    recycle: int = 200
    max_connections: int = 512
    max_by_address: int = 128
    reading: ReadingOptions = field(default_factory=ReadingOptions)
    rules: RuleOptions = field(default_factory=RuleOptions)

    def __post_init__(self) -> None:
        if self.token and len(self.token) < MIN_TOKEN_LENGTH:
            raise UsageError(f"--token: use at least {MIN_TOKEN_LENGTH} characters")
        if not self.token and not is_loopback(self.host):
            raise UsageError(
                f"--host {self.host}: other machines could use the service; protect it with "
                "--token, or PDFBOT_TOKEN in the environment"
            )
        if self.jobs < 1 or self.queue < 1:
            raise UsageError("--jobs and --queue must be at least 1")
        if self.max_connections < 1 or self.max_by_address < 1:
            raise UsageError("--max-connections and --max-by-address must be at least 1")
        if self.timeout <= 0 or self.keep <= 0:
            raise UsageError("--timeout and --keep must be above 0")
        if self.max_pages < 0:
            raise UsageError(f"--max-pages {self.max_pages}: a number of pages; 0 means no limit")
        if self.max_storage < self.max_size:
            raise UsageError("--max-storage must have room for a paper of --max-size")
        # Raises if the workers would refuse these settings.
        _ = self.settings

    @property
    def settings(self) -> Settings:
        """The settings of the worker processes."""
        return Settings(
            timeout=self.timeout,
            max_memory=self.max_memory,
            max_size=self.max_size,
            recycle=self.recycle,
            reading=self.reading,
            rules=self.rules,
        )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
