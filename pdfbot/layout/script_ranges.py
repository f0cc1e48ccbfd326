"""Raised and lowered characters of a line, by the sizes and baselines of its blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pdfbot.model import Line, TextBlock
from pdfbot.notation import Script, ScriptKind

# Share of the size of what a script belongs to: it is no larger.
MAX_SCRIPT_SIZE = 0.88
# Ems of what a script belongs to: its baseline is shifted by at least this, ...
MIN_SHIFT = 0.03
# ... and by no more than this.
MAX_SCRIPT_SHIFT = 1.0
# Ems of the line: beside a lowered script, what is raised by this or more belongs to the line.
MIN_OPPOSITE_SHIFT = 0.2
# Ems of the script: the baselines of its blocks differ by less.
LEVEL_SLACK = 0.12
# Ratio of sizes of two blocks of one script.
MAX_LEVEL_RATIO = 1.15


@dataclass(slots=True)
class _Level:
    """Text at one height: the line itself, or a script that is being read."""

    baseline: float
    size: float
    kind: ScriptKind | None = None
    start: int = 0
    end: int = 0

    def continues(self, block: TextBlock) -> bool:
        return (
            abs(block.baseline - self.baseline) <= LEVEL_SLACK * self.size
            and block.font.size <= MAX_LEVEL_RATIO * self.size
            and self.size <= MAX_LEVEL_RATIO * block.font.size
        )

    def script_kind(self, block: TextBlock) -> ScriptKind | None:
        """How a block is shifted against this level; None if it is not a script here."""
        if block.font.size > MAX_SCRIPT_SIZE * self.size:
            return None
        shift = block.baseline - self.baseline
        if not MIN_SHIFT * self.size <= abs(shift) <= MAX_SCRIPT_SHIFT * self.size:
            return None
        return "raised" if shift > 0 else "lowered"


def find_scripts(line: Line) -> tuple[Script, ...]:
    """The scripts of a line as ranges of its text, the outer before the inner."""
    max_size = MAX_SCRIPT_SIZE * line.size
    if all(block.font.size > max_size for block in line.blocks):
        return ()
    scripts = [found for script in _read(line) if (found := _trim(script, line.text))]
    return tuple(sorted(scripts, key=lambda s: (s.start, -s.end)))


def _trim(script: Script, text: str) -> Script | None:
    """The script without the spaces around it, which some files set in its size."""
    content = text[script.start : script.end]
    start = script.start + len(content) - len(content.lstrip())
    end = script.start + len(content.rstrip())
    return replace(script, start=start, end=end) if start < end else None


def _read(line: Line) -> Iterator[Script]:
    """Read blocks from the left: each continues an open level, or opens another one."""
    levels = [_Level(line.baseline, line.size)]
    for block, start in zip(line.blocks, line.starts, strict=True):
        while len(levels) > 1:
            if levels[-1].continues(block) or _is_inside(block, levels):
                break
            yield _close(levels)
        top = levels[-1]
        end = start + len(block.text)
        if len(levels) > 1 and top.continues(block):
            pass
        elif kind := top.script_kind(block):
            levels.append(_Level(block.baseline, block.font.size, kind, start, end))
        for level in levels[1:]:
            level.end = end
    while len(levels) > 1:
        yield _close(levels)


def _is_inside(block: TextBlock, levels: list[_Level]) -> bool:
    """Whether a block is a script of the innermost level: in CO₃²⁻ the 2 is not one of the 3."""
    around, last = levels[-2:]
    if last.script_kind(block) is None:
        return False
    shift = block.baseline - around.baseline
    return around.script_kind(block) in (None, last.kind) or (
        0 < shift < MIN_OPPOSITE_SHIFT * around.size
    )


def _close(levels: list[_Level]) -> Script:
    level = levels.pop()
    assert level.kind is not None
    return Script(level.kind, level.start, level.end)
