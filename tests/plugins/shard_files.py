"""Files of shards for tests: ten units with a number each; and lines that were changed on purpose."""

import msgspec

from accord.json import with_check, without_check
from accord.many.result_file import ResultFile
from accord.many.units import Heading, Shard


class Found(msgspec.Struct):
    """The result of a unit."""

    number: int
    status: str = "complete"
    seconds: float = 0.0

    def json(self):
        """It as a line."""
        return msgspec.json.encode(self).decode()


def heading(shard="1/3", **more):
    """What is asked: ten units, unless that is said otherwise."""
    asked = {"command": "plan", "terms": {"mode": "any"}, "units": 10, "shard": Shard.of_text(shard)}
    return Heading.of(**asked | more)


def opened(path, shard="1/3", *, resume=True, note=lambda *_: None, **more):
    """The file of a shard of that."""
    return ResultFile(path, heading(shard, **more), Found, resume=resume, note=note)


def written(path, shard, results, **more):
    """The path of such a file with these results: of units, or of units whose number is ten times theirs."""
    results = results if isinstance(results, dict) else {unit: Found(10 * unit) for unit in results}
    with opened(path, shard, resume=False, **more) as file:
        file.write(*results.items())
    return path


def without_checks(data):
    """The lines of a file of results without their checks, as older files have them."""
    return b"".join(map(without_check, data.splitlines(keepends=True)))


def with_checks(data):
    """The lines of a file with checks that hold, whatever was changed in them."""
    return b"".join(map(with_check, without_checks(data).splitlines(keepends=True)))
