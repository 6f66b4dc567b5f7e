"""Clusters of `dask.distributed`, an extra that need not be here."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def distributed() -> Any:
    """The library, which has no types.

    Raises:
        ModuleNotFoundError: the extra `cluster` is not installed; the message says how it is.
    """
    try:
        return import_module("distributed")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("a cluster needs dask.distributed: pip install 'arcg[cluster]'") from error
