"""Reports each operation as one line of JSON on standard output, as scripts/clients/steps.mjs does."""

import json
import os
import re
from collections.abc import Callable

environment = os.environ


def _report(operation: str, run: Callable[[], object], is_offered: bool) -> None:
    line: dict[str, object] = {"operation": operation}
    try:
        run()
    except Exception as error:  # the client may raise any exception
        line["error"] = " ".join(f"{type(error).__name__}: {error}".split())
        if not is_offered:
            line["isOffered"] = False
    print(json.dumps(line), flush=True)


def step(operation: str) -> Callable[[Callable[[], object]], None]:
    """Runs one operation of the client immediately."""
    return lambda run: _report(operation, run, True)


def not_offered(operation: str) -> Callable[[Callable[[], object]], None]:
    """Runs an operation of a feature that the server does not have: the client must report that it was not found."""
    return lambda run: _report(operation, run, False)


def equal(actual: object, expected: object) -> None:
    if actual != expected:
        raise AssertionError(f"got {actual!r} instead of {expected!r}")


def fails(run: Callable[[], object], pattern: str) -> None:
    """Expects the client to fail with a message that matches."""
    try:
        run()
    except Exception as error:
        if not re.search(pattern, str(error)):
            raise
        return
    raise AssertionError("succeeded, but should have failed")
