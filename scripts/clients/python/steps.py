"""How a program in Python reports each operation: one line of JSON on standard output, as scripts/clients/steps.mjs does."""

import json
import os
import re
from collections.abc import Callable

environment = os.environ


def _report(operation: str, run: Callable[[], object], is_offered: bool) -> None:
    line: dict[str, object] = {"operation": operation}
    try:
        run()
    except Exception as error:  # whatever the client raises is the answer
        line["error"] = " ".join(f"{type(error).__name__}: {error}".split())
        if not is_offered:
            line["isOffered"] = False
    print(json.dumps(line), flush=True)


def step(operation: str) -> Callable[[Callable[[], object]], None]:
    """Does one operation of the client at once."""
    return lambda run: _report(operation, run, True)


def not_offered(operation: str) -> Callable[[Callable[[], object]], None]:
    """An operation of a feature that this server does not have: the client has to get a clear answer."""
    return lambda run: _report(operation, run, False)


def equal(actual: object, expected: object) -> None:
    if actual != expected:
        raise AssertionError(f"got {actual!r} instead of {expected!r}")


def fails(run: Callable[[], object], pattern: str) -> None:
    """The client has to fail with a message that matches."""
    try:
        run()
    except Exception as error:
        if not re.search(pattern, str(error)):
            raise
        return
    raise AssertionError("succeeded where it has to fail")
