"""The ledger of lines: old ones and new ones are gone on with, and no answer to another question is."""

import json
import os
import re
from dataclasses import replace

import msgspec
import pytest
from click.testing import CliRunner

from accord.arguments.plan import PlanRecords
from accord.cli.main import accord as command
from accord.errors import InputError, UsageError
from accord.many.ledger import Ledger
from accord.many.units import digest, stamped
from accord.planners.many import question
from accord.planners.planned import Planned

NAMES = ["tiles:3x3:1,2,3,4,5,6,.,7,8", "tiles:3x3:1,2,3,.,5,6,4,7,8", "tiles:3x3:1,2,3,4,5,6,7,.,8"]
# as `accord plan FILE --no-plan -o` wrote it before lines had stamps
OLD = (
    '{"puzzle":"tiles:3x3:1,2,3,4,5,6,.,7,8","mode":"optimal","backend":"native","engine":"a-star",'
    '"status":"complete","answer":"shortest","moves":2,"plan":null,"form":"standard","bound":2,'
    '"effort":{"states":5,"expanded":2,"generated":5,"reopened":0,"dead ends":0},"seconds":0.056716}\n'
)
# and `accord clues FILE -k 3 --backend sat -o`
OLD_CLUES = (
    '{"grid":"1234341221434321","k":3,"count":0,"puzzles":[],"exhaustive":true,"effort":{"conflicts":28},'
    '"seconds":{"total":0.2},"mode":"all","limit":null,"mask":"","status":"complete","reason":"",'
    '"backend":"sat","engine":"cadical195","fault":""}\n'
)
QUERY = PlanRecords(plans=False)
QUESTION = question(QUERY)


def opened(path, question=QUESTION, names=NAMES, *, resume=True, **more):
    puzzles = iter([(name, None) for name in names])
    return Ledger(path, Planned, question, puzzles, resume=resume, command="accord plan", **more)


def left(ledger):
    return [name for name, _ in ledger.rest]


@pytest.fixture
def record():
    return msgspec.json.decode(OLD, type=Planned)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "out.jsonl"


def test_lines_without_a_stamp_are_gone_on_with(path):
    path.write_text(OLD)
    seen = []
    with opened(path, note=seen.append) as ledger:
        assert (ledger.kept, left(ledger)) == (1, NAMES[1:])
    assert [record.moves for record in seen] == [2]
    assert path.read_text() == OLD


def test_a_file_of_commands_before_there_were_stamps(tmp_path, path):
    grids, tiles = tmp_path / "grids.txt", tmp_path / "tiles.txt"
    grids.write_text("1234341221434321\n1234341223414123\n")
    tiles.write_text("\n".join(NAMES[:2]) + "\n")
    for old, words in (
        (OLD, ["plan", str(tiles), "--no-plan"]),
        (OLD_CLUES, ["clues", str(grids), "-k", "3", "--backend", "sat"]),
    ):
        path.write_text(old)
        result = CliRunner().invoke(command, [*words, "-o", str(path), "--resume"])
        assert result.exit_code == 0, result.output
        first, second = path.read_text().splitlines(keepends=True)
        assert first == old
        assert re.search(r',"question":"[0-9a-f]{32}"}\n$', second)
        other = ["clues", str(grids), "-k", "4"] if words[0] == "clues" else ["plan", str(tiles)]
        refused = CliRunner().invoke(command, [*other, "-o", str(path), "--resume"])
        assert isinstance(refused.exception, UsageError)
        assert "ask the same, or name another file" in str(refused.exception)


def test_what_is_written_is_read_back_whatever_limits_there_are_now(path, record):
    with opened(path, resume=False) as ledger:
        ledger.write(record, msgspec.structs.replace(record, puzzle=NAMES[1], status="cancelled"))
    assert json.loads(path.read_text()) == {**json.loads(OLD), "question": digest(QUESTION.terms)}
    again = question(replace(QUERY, time_limit=5, state_limit=10, memory_limit=1 << 30))
    with opened(path, again) as ledger:
        assert (ledger.kept, left(ledger)) == (1, NAMES[1:])  # what was cancelled is to be searched again


@pytest.mark.parametrize(
    ("other", "names", "said"),
    [
        (question(replace(QUERY, seed=1)), NAMES, "a question with another largest or seed"),
        (question(replace(QUERY, largest=30)), NAMES, "a question with another largest or seed"),
        (question(replace(QUERY, mode="fast")), NAMES, "found mode 'optimal'; expected 'fast'"),
        (question(replace(QUERY, backend="sat")), NAMES, "found backend 'native'; expected 'sat'"),
        (question(replace(QUERY, plans=True)), NAMES, "found plan None; expected 'a plan'"),
        (QUESTION, NAMES[1:], f"found puzzle {NAMES[0]!r}; expected {NAMES[1]!r}"),
        (QUESTION, [], f"found {NAMES[0]!r}, a puzzle more than are asked about"),
    ],
)
def test_another_question_is_refused_and_the_file_stays(path, record, other, names, said):
    with opened(path, resume=False) as ledger:
        ledger.write(record)
    with path.open("a") as file:
        file.write('{"half')
    before = path.read_bytes()
    with pytest.raises(UsageError, match=re.escape(said)) as refused:
        opened(path, other, names)
    assert str(refused.value).startswith(f"{path}:1: ")
    assert path.read_bytes() == before


def test_results_are_on_the_disk_before_the_call_returns(path, record, monkeypatch):
    on_disk = []
    monkeypatch.setattr("accord.many.appended.os.fsync", lambda file: on_disk.append(os.fstat(file).st_size))
    with opened(path, resume=False) as ledger:
        for number in (1, 2):
            ledger.write(record)
            assert on_disk[-1] == path.stat().st_size == number * len(path.read_bytes().splitlines(True)[0])
    assert len(on_disk) == 2


def test_earlier_results_stay_without_resume_and_with_it_a_file_need_not_be_there(path, record):
    path.write_text(OLD)
    with pytest.raises(UsageError, match=r"bytes of earlier results; go on with them by `resume`"):
        opened(path, resume=False)
    assert path.read_text() == OLD
    path.write_text("")
    with opened(path, resume=False) as ledger:
        assert (ledger.kept, left(ledger), path.read_bytes()) == (0, NAMES, b"")
    path.unlink()
    with opened(path) as ledger:
        assert (ledger.kept, left(ledger)) == (0, NAMES)
        ledger.write(record)
    assert len(path.read_text().splitlines()) == 1
    with pytest.raises(UsageError, match=r"cannot be written: "):
        opened(path / "below")


@pytest.mark.parametrize(("letters", "shown"), [(98, "'" + 98 * "x" + "'"), (99, "'" + 99 * "x" + "...")])
def test_a_long_value_is_cut_in_a_message(path, letters, shown):
    path.write_text(OLD.replace(NAMES[0], letters * "x"))
    with pytest.raises(UsageError) as refused:
        opened(path, names=[])
    assert f"found {shown}, a puzzle more" in str(refused.value)


def test_half_a_line_is_cut_off_and_a_line_of_something_else_is_refused(path):
    path.write_text(OLD + OLD[:40])
    with opened(path) as ledger:
        assert ledger.kept == 1
    assert path.read_text() == OLD
    path.write_text(OLD + '{"puzzle":1}\n')
    with pytest.raises(InputError, match=r"jsonl:2: .*expected a line of `accord plan`"):
        opened(path)


def test_a_unit_says_neither_where_nor_when(path, record):
    with opened(path, resume=False) as ledger:
        ledger.write(record)
    with opened(path.with_name("other"), resume=False) as ledger:
        ledger.write(record)
    assert path.read_bytes() == path.with_name("other").read_bytes()
    assert stamped(record, digest(QUESTION.terms)) == path.read_bytes()


def test_the_digest_does_not_depend_on_the_order_of_terms():
    assert digest({"a": 1, "b": {"c": 2, "d": 3}}) == digest({"b": {"d": 3, "c": 2}, "a": 1})
    assert digest({"a": 1, "b": 2}) != digest({"a": 2, "b": 1})
