"""Dates as printed, in the form of ISO 8601 that other programs read."""

from __future__ import annotations

import re

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_NAME = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
# "12 May 2020", "May 12, 2020", "2020 May 12", "May 2020", "2020-05-12", "2020". In "05/12/2020"
# either number may be the month.
_FORMS = tuple(
    re.compile(rf"(?<!\w){form}(?!\w)", re.IGNORECASE)
    for form in (
        rf"{_DAY}[\s-]{_NAME},?[\s-]{_YEAR}",
        rf"{_NAME}\s{_DAY},?\s{_YEAR}",
        rf"{_YEAR},?\s{_NAME}\s{_DAY}",
        rf"{_NAME},?\s{_YEAR}",
        rf"{_YEAR}-(?P<month>[01]\d)-(?P<day>[0-3]\d)",
        _YEAR,
    )
)


def iso_date(printed: str) -> str:
    """The date as YYYY-MM-DD, as far as it is known; "" without a year."""
    found = next((match for form in _FORMS if (match := form.search(printed))), None)
    if found is None:
        return ""
    parts = found.groupdict()
    month = parts.get("month") or ""
    number = int(month) if month.isdigit() else _month_number(month)
    if not 1 <= number <= len(_MONTHS):
        return str(parts["year"])
    day = f"-{int(parts['day']):02}" if parts.get("day") else ""
    return f"{parts['year']}-{number:02}{day}"


def _month_number(name: str) -> int:
    """0 for no month."""
    return _MONTHS.index(name[:3].lower()) + 1 if name else 0
