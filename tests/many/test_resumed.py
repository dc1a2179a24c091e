"""Files of all results: runs go on with them, and never with the answers to another question."""

import os
import re
from dataclasses import replace

import msgspec
import pytest

from accord.arguments.plan import PlanRecords
from accord.errors import InputError, UsageError
from accord.many.batch import Batch, BatchRun, each
from accord.many.source import Source
from accord.many.units import digest
from accord.planners.many import question
from accord.planners.planned import Planned

NAMES = ["tiles:3x3:1,2,3,4,5,6,.,7,8", "tiles:3x3:1,2,3,.,5,6,4,7,8", "tiles:3x3:1,2,3,4,5,6,7,.,8"]
# what `accord plan FILE --no-plan --json` says
RESULT = (
    '{"puzzle":"tiles:3x3:1,2,3,4,5,6,.,7,8","mode":"optimal","backend":"native","engine":"a-star",'
    '"status":"complete","answer":"shortest","moves":2,"plan":null,"form":"standard","bound":2,'
    '"effort":{"states":5,"expanded":2,"generated":5,"reopened":0,"dead ends":0},"seconds":0.056716}\n'
)
QUERY = PlanRecords(plans=False)
QUESTION = question(QUERY)


@pytest.fixture
def record():
    return msgspec.json.decode(RESULT, type=Planned)


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


def test_a_file_is_gone_on_with_whatever_limits_there_are_now(path, record):
    run(path, names=NAMES[:2], answer=record, resume=False)
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
        (question(replace(QUERY, seed=1)), NAMES, "1: found seed 0; expected 1"),
        (question(replace(QUERY, mode="fast")), NAMES, "1: found mode 'any'; expected 'fast'"),
        (question(replace(QUERY, largest=30)), NAMES, "1: found largest "),
        (question(replace(QUERY, backend="sat")), NAMES, "1: found backend "),
        (question(replace(QUERY, plans=True)), NAMES, "1: found plans False; expected True"),
        (QUESTION, NAMES[1:], f"2: found puzzle {NAMES[0]!r}; expected {NAMES[1]!r}"),
        (QUESTION, [], f"2: found {NAMES[0]!r}, a puzzle more than are asked about"),
    ],
)
def test_a_file_with_another_heading_is_refused_and_stays(path, record, other, names, said):
    run(path, answer=record, resume=False)
    with path.open("a") as file:
        file.write('{"half')
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
    path.write_text(RESULT)
    with pytest.raises(UsageError, match=r"bytes of earlier results; go on with them by `resume`"):
        run(path, resume=False)
    assert path.read_text() == RESULT
    path.write_text("")
    assert run(path, resume=False, answer=record) == NAMES
    path.unlink()
    assert run(path, answer=record) == NAMES
    assert len(path.read_text().splitlines()) == 4
    with pytest.raises(UsageError, match=r"cannot be written: "):
        run(path / "below")


@pytest.mark.parametrize(("letters", "shown"), [(98, "'" + 98 * "x" + "'"), (99, "'" + 99 * "x" + "...")])
def test_a_long_value_is_cut_in_a_message(path, record, letters, shown):
    run(path, names=NAMES[:1], answer=record, resume=False)
    long = path.read_text().replace(NAMES[0], letters * "x")
    path.write_text(re.sub(r',"check":"[0-9a-f]{16}"', "", long))
    with pytest.raises(UsageError) as refused:
        run(path, names=[])
    assert f"found {shown}, a puzzle more" in str(refused.value)


def test_half_a_line_is_cut_off_and_a_line_of_something_else_is_refused(path, record):
    run(path, names=NAMES[:1], answer=record, resume=False)
    whole = path.read_text()
    path.write_text(whole + whole[:40])
    run(path, names=NAMES[:1])
    assert path.read_text() == whole
    heading, first = whole.splitlines()
    asked = re.search(r'"question":"[0-9a-f]{32}"', first)[0]
    path.write_text(f'{heading}\n{{"puzzle":1,"unit":0,{asked}}}\n')
    with pytest.raises(InputError, match=r"jsonl:2: .*expected a result of `accord plan`"):
        run(path)


def test_the_digest_does_not_depend_on_the_order_of_terms():
    assert digest({"a": 1, "b": {"c": 2, "d": 3}}) == digest({"b": {"d": 3, "c": 2}, "a": 1})
    assert digest({"a": 1, "b": 2}) != digest({"a": 2, "b": 1})
