"""Files of all results: ledgers and new ones are gone on with, and no answer to another question is."""

import os
import re
from dataclasses import replace

import msgspec
import pytest
from click.testing import CliRunner

from accord.arguments.plan import PlanRecords
from accord.cli.main import accord as command
from accord.errors import InputError, UsageError
from accord.many.batch import Batch, BatchRun, each
from accord.many.source import Source
from accord.many.units import digest, stamp
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


@pytest.fixture
def record():
    return msgspec.json.decode(OLD, type=Planned)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "out.jsonl"


def run(path, question=QUESTION, names=NAMES, *, resume=True, answer=None, note=lambda *_: None):
    """The puzzles that are answered, each by `answer`, with a file; none are without it."""
    asked = []

    def answered(named, cancel):
        asked.append(named[0])
        return msgspec.structs.replace(answer, puzzle=named[0])

    batch = Batch(
        command="plan", question=question, units=Source(*names), answers=each(answered), kind=Planned
    )
    begun = BatchRun(batch, output=path, resume=resume).results(note=note)
    if answer is not None:
        assert [result.puzzle for some in begun for _, result in some] == asked
        return asked
    batch = replace(batch, answers=lambda units, workers: iter([[]]))
    list(BatchRun(batch, output=path, resume=resume).results(note=note))
    return asked


def test_lines_without_a_stamp_are_gone_on_with(path, record):
    path.write_text(OLD)
    seen = []
    assert run(path, answer=record, note=lambda unit, found: seen.append((unit, found.moves))) == NAMES[1:]
    assert seen == [(0, 2), (1, 2), (2, 2)]
    first, *more = path.read_text().splitlines(keepends=True)
    assert first == OLD
    stamp = f',"question":"{digest(QUESTION.terms)}","check":"'
    assert [stamp in line and '"unit"' not in line for line in more] == [True, True]
    assert run(path, answer=record) == []


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
        assert re.search(r',"question":"[0-9a-f]{32}","check":"[0-9a-f]{16}"}\n$', second)
        other = ["clues", str(grids), "-k", "4"] if words[0] == "clues" else ["plan", str(tiles)]
        refused = CliRunner().invoke(command, [*other, "-o", str(path), "--resume"])
        assert isinstance(refused.exception, UsageError)
        assert "ask the same, or name another file" in str(refused.exception)


def stamped_ledger(path, record):
    """A ledger of two records, as it was written before files had headings."""
    records = [msgspec.structs.replace(record, puzzle=name) for name in NAMES[:2]]
    path.write_bytes(b"".join(stamp(each, digest(QUESTION.terms)) for each in records))
    return records


def test_a_ledger_is_gone_on_with_whatever_limits_there_are_now(path, record):
    stamped_ledger(path, record)
    again = question(replace(QUERY, time_limit=5, state_limit=10, memory_limit=1 << 30))
    assert run(path, again, answer=record) == NAMES[2:]


def test_what_was_cancelled_is_searched_again(path, record):
    assert run(path, answer=msgspec.structs.replace(record, status="cancelled")) == NAMES
    assert not path.exists()
    assert run(path, names=NAMES[:1], answer=record) == NAMES[:1]
    assert (
        run(path, names=NAMES[:2], answer=msgspec.structs.replace(record, status="cancelled")) == NAMES[1:2]
    )
    assert run(path, answer=record) == NAMES[1:]


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
def test_a_ledger_of_another_question_is_refused_and_stays(path, record, other, names, said):
    stamped_ledger(path, record)
    with path.open("a") as file:
        file.write('{"half')
    before = path.read_bytes()
    with pytest.raises(UsageError, match=re.escape(said)) as refused:
        run(path, other, names)
    assert str(refused.value).startswith(f"{path}:1: ")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("other", "names", "said"),
    [
        (question(replace(QUERY, seed=1)), NAMES, "1: found seed 0; expected 1"),
        (question(replace(QUERY, mode="fast")), NAMES, "1: found mode 'any'; expected 'fast'"),
        (QUESTION, NAMES[1:], f"2: found puzzle {NAMES[0]!r}; expected {NAMES[1]!r}"),
        (QUESTION, [], f"2: found {NAMES[0]!r}, a puzzle more than are asked about"),
    ],
)
def test_a_file_with_another_heading_is_refused_and_stays(path, record, other, names, said):
    run(path, answer=record, resume=False)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=re.escape(f"{path}:{said}")):
        run(path, other, names)
    assert path.read_bytes() == before


def test_results_that_lack_one_before_them_are_refused(path, record):
    run(path, answer=record, resume=False)
    first, one, two, three = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + one + three)
    with pytest.raises(InputError, match=r"jsonl:3: found the unit 2; expected 1"):
        run(path)
    path.write_bytes(first + two)
    with pytest.raises(InputError, match=r"jsonl:2: found the unit 1; expected 0"):
        run(path)


def test_results_are_on_the_disk_before_they_leave(path, record, monkeypatch):
    on_disk = []
    monkeypatch.setattr(
        "accord.many.result_file.os.fsync", lambda file: on_disk.append(os.fstat(file).st_size)
    )
    run(path, answer=record, resume=False)
    sizes = [len(line) for line in path.read_bytes().splitlines(keepends=True)]
    assert on_disk == [sum(sizes[: number + 1]) for number in (1, 2, 3)]


def test_earlier_results_stay_without_resume_and_with_it_a_file_need_not_be_there(path, record):
    path.write_text(OLD)
    with pytest.raises(UsageError, match=r"bytes of earlier results; go on with them by `resume`"):
        run(path, resume=False)
    assert path.read_text() == OLD
    path.write_text("")
    assert run(path, resume=False, answer=record) == NAMES
    path.unlink()
    assert run(path, answer=record) == NAMES
    assert len(path.read_text().splitlines()) == 4
    with pytest.raises(UsageError, match=r"cannot be written: "):
        run(path / "below")


@pytest.mark.parametrize(("letters", "shown"), [(98, "'" + 98 * "x" + "'"), (99, "'" + 99 * "x" + "...")])
def test_a_long_value_is_cut_in_a_message(path, letters, shown):
    path.write_text(OLD.replace(NAMES[0], letters * "x"))
    with pytest.raises(UsageError) as refused:
        run(path, names=[])
    assert f"found {shown}, a puzzle more" in str(refused.value)


def test_half_a_line_is_cut_off_and_a_line_of_something_else_is_refused(path):
    path.write_text(OLD + OLD[:40])
    run(path)
    assert path.read_text() == OLD
    path.write_text(OLD + '{"puzzle":1}\n')
    with pytest.raises(InputError, match=r"jsonl:2: .*expected a result of `accord plan`"):
        run(path)


def test_the_digest_does_not_depend_on_the_order_of_terms():
    assert digest({"a": 1, "b": {"c": 2, "d": 3}}) == digest({"b": {"d": 3, "c": 2}, "a": 1})
    assert digest({"a": 1, "b": 2}) != digest({"a": 2, "b": 1})
