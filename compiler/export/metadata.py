"""The `metadata.json` of an exported game, and the date in it.

The toolkit plays the version with the latest date when it is asked for a game and no version. A date of today would
make other bytes of the same game, so the date only says what comes after what: the first version of a game is dated
`FIRST`, and each further one a second after the latest that lies beside it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from arcg.compiler.store import DEVICES, Form

FILE = "metadata.json"

EXPORTS = Form("exported game", re.compile(DEVICES + r"[a-z][a-z0-9]{3}/[0-9a-f]{8}", re.ASCII), FILE)
"""The folders of exported games, one for each version."""

FIRST = datetime(2000, 1, 1, tzinfo=UTC)


def metadata_text(fields: Mapping[str, object], date: datetime) -> str:
    """The document: what is said of the game, and its date."""
    document = {**fields, "date_downloaded": date.isoformat(timespec="seconds")}
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def date_beside(versions: Path, version: str) -> datetime:
    """The date of a version of a game: after those of all others in the folder of its versions."""
    others = [date for date in _dates(versions.glob(f"*/{FILE}"), version) if date is not None]
    try:
        return max([FIRST, *(date + timedelta(seconds=1) for date in others)]).astimezone(UTC)
    except OverflowError:  # there is nothing later than that
        return max(others)


def _dates(files: Iterable[Path], version: str) -> Iterable[datetime | None]:
    for file in files:
        if file.parent.name != version:
            yield _date(file)


def _date(file: Path) -> datetime | None:
    """The date in a `metadata.json`; None for one that the toolkit would pass over."""
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        date = datetime.fromisoformat(document["date_downloaded"])
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)
