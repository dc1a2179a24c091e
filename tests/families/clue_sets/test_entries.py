"""The clue sets of all grids that share bands: cases, the model on every backend, engine, command."""

import json
import subprocess
import sys
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest
from clue_lists import LISTS, OF_14
from commands import called, ran
from looped import looped
from waiting import wait_until

import accord
from accord.backends.contract import Request
from accord.backends.native.backend import Native
from accord.errors import InputError
from accord.families.clue_sets import entry_model
from accord.families.clue_sets.clues import entries_of
from accord.families.clue_sets.entry_engine import EntryBands
from accord.families.clue_sets.entry_model import build, build_entry, rule_of
from accord.families.clue_sets.model import ClueSets
from accord.families.clue_sets.runs import entry_case, entry_runs
from accord.families.sudoku.entries import entry, entry_form
from accord.families.sudoku.shape import box_shape
from accord.puzzles.family import SpecError
from accord.sudoku import canonical, clue_puzzles

FOUR = "12343412"  # all bands but the last
WITHOUT = "123456789457189236896237514249518367315672498678943152"  # 9x9, without 17s


@looped("clues", [*range(32)])
def test_the_runs_of_an_entry_have_each_split_over_bands_once(clues):
    shared, single = entry_runs(clues)
    runs = [*([shared] if shared else []), *single]
    for one, two in product(range(28), repeat=2):
        split = (one, two, clues - one - two)
        if 0 <= split[2] <= 27:
            assert sum(covers(run, split) for run in runs) == 1, split


def covers(run, split):
    first = [number for band, number in enumerate(split) if band != run.view]
    return run.least <= sum(first) <= run.most and all(
        number <= most for number, most in zip(first, run.bands, strict=True)
    )


ROLES = {3: (0, 1, 2), 2: (0, 2, 1), 1: (1, 2, 0)}  # by case: the shared bands of a grid, and the last


def of_case(split, case):
    """Whether clue sets with so many clues in each band of a grid are of a case."""
    one, two, least = entry_case(sum(split), case)
    first, second, last = (split[band] for band in ROLES[case])
    return first <= one and second <= two and last >= least


@looped("clues", [*range(32)])
def test_each_split_over_bands_is_of_one_case_which_has_a_run(clues):
    for one, two in product(range(28), repeat=2):
        split = (one, two, clues - one - two)
        if 0 <= split[2] <= 27:
            cases = [case for case in ROLES if of_case(split, case)]
            assert len(cases) == 1, split
            shared, single = entry_runs(clues, cases[0])
            assert (shared.view, single) == (2, [])
            assert covers(shared, [split[band] for band in ROLES[cases[0]]])


def by_hand(bands, k, size, boxes):
    """The puzzles by their definition: of all grids, one has these clues, and it has these bands."""
    shape = box_shape(size, *boxes)
    grids = ["".join(str(option % size + 1) for option in solution.options) for solution in solved(shape)]
    found = set()
    for grid in grids:
        rows = [grid[at : at + size] for at in range(len(bands), len(grid), size)]
        if not grid.startswith(bands) or rows != sorted(rows):
            continue
        for cells in combinations(range(len(grid)), k):
            if sum(all(other[c] == grid[c] for c in cells) for other in grids) == 1:
                found.add(("".join(grid[c] if c in cells else "." for c in range(len(grid))), grid))
    return found


def solved(shape):
    return accord.solutions(shape.full, backend="sat")


@pytest.mark.parametrize("backend", ["sat", "cpsat", "native"])
@pytest.mark.parametrize(("bands", "k"), [(FOUR, 4), ("12343421", 4), (FOUR, 3)])
def test_all_backends_find_the_puzzles_of_4x4_entries(backend, bands, k):
    found = clue_puzzles(accord.load(f"clue-sets:{k}:{bands}{'.' * 8}"), k, backend=backend)
    assert found.exhaustive
    assert {*zip(found.puzzles, found.grids, strict=True)} == by_hand(bands, k, 4, (2, 2))


@pytest.mark.parametrize("backend", ["sat", pytest.param("native", marks=pytest.mark.full)])
def test_a_6x6_entry_has_the_puzzles_of_its_grids(backend):
    bands, k = "123456456123214365365214", 8
    puzzle = accord.load(f"clue-sets:{k}:{bands}{'.' * 12}")
    found = clue_puzzles(puzzle, k, backend=backend)
    rule = puzzle.model.lazy
    grids = ["".join(map(str, rule.upper + third)) for third in rule.thirds]
    single = {(one, grid) for grid in grids for one in clue_puzzles(grid, k, backend="sat").puzzles}
    assert found.exhaustive
    assert {*zip(found.puzzles, found.grids, strict=True)} == single
    assert len(single) == found.count


SIX = "514632326541253164641253135426462315"  # 138 puzzles of 8 clues, of all three cases
SEVEN = "125346436125241653653214562431314562"  # 7


def turned(grid, case, size, height):
    """The line of an entry of a case that has this grid alone, the rows of its last band sorted."""
    rows = [grid[at : at + size] for at in range(0, size * size, size)]
    bands = [rows[at : at + height] for at in range(0, size, height)]
    one, two, last = (bands[band] for band in ROLES[case])
    upper = "".join(one + two)
    thirds = rule_of(ClueSets(grid=upper + "." * len("".join(last)), clues=8, case=case)).thirds
    return f"{upper}:{thirds.index(tuple(map(int, ''.join(sorted(last))))) + 1}:{case}"


def put_back(puzzle, grid, own):
    """The rows of a puzzle of the turned grid in the order of the grid's own."""
    size = int(len(grid) ** 0.5)
    row = {grid[at : at + size]: puzzle[at : at + size] for at in range(0, len(grid), size)}
    return "".join(row[own[at : at + size]] for at in range(0, len(own), size))


@pytest.mark.parametrize(
    ("backend", "grid", "number"),
    [
        ("sat", SIX, 138),
        pytest.param("native", SEVEN, 7, marks=pytest.mark.full),
        pytest.param("cpsat", SEVEN, 7, marks=pytest.mark.full),
    ],
)
def test_the_three_cases_of_a_6x6_grid_have_each_of_its_puzzles_once(backend, grid, number, tmp_path):
    path = tmp_path / "entries.txt"
    path.write_text("".join(turned(grid, case, 6, 2) + "\n" for case in ROLES))
    _, records = ran("clues", "--entry", path, "-k", 8, "--backend", backend, "--json")
    found = []
    for case, record in zip(ROLES, records, strict=True):
        assert record["exhaustive"]
        assert record["grid"].endswith(f":{case}")
        for puzzle, other in zip(record["puzzles"], record["grids"], strict=True):
            whole = put_back(puzzle, other, grid)
            found.append(whole)
            assert of_case([12 - whole[at : at + 12].count(".") for at in (0, 12, 24)], case)
    assert len({*found}) == len(found) == number
    assert {*found} == {*clue_puzzles(grid, 8, backend="sat").puzzles}
    assert grid == SEVEN or all(record["count"] for record in records)


@pytest.mark.full
@pytest.mark.parametrize("number", [1, 3])
def test_the_three_cases_of_a_9x9_grid_have_its_list(number):
    found = []
    for case in ROLES:
        turned_form = entry_form(OF_14, case)
        least, way = canonical(turned_form)
        assert least == canonical(OF_14)[0]
        spec, rule = some(turned_form, number, case)
        model = build_entry(spec, rule)
        outcome = accord.run(model, "all")
        assert (outcome.engine, outcome.status) == ("shared-bands", "complete")
        names = [{model.names[option] for option in one.options} for one in outcome.solutions]
        puzzles = {
            "".join(
                turned_form[c] if f"r{c // 9 + 1}c{c % 9 + 1}={turned_form[c]}" in one else "."
                for c in range(81)
            )
            for one in names
            if "last band 1" in one
        }
        found += [(case, way.apply(puzzle)) for puzzle in puzzles]
        for third in rule.thirds[1:]:
            other = "".join(map(str, rule.upper + third))
            of_other = [
                one
                for one in clue_puzzles(other).puzzles
                if of_case(
                    [27 - one[27 * band : 27 * band + 27].count(".") for band in np.argsort(ROLES[case])],
                    case,
                )
            ]
            assert len(of_other) == 0
    assert len(found) == len(LISTS[OF_14])
    _, way = canonical(OF_14)
    assert {puzzle for _, puzzle in found} == {way.apply(puzzle) for puzzle in LISTS[OF_14]}
    assert len({case for case, _ in found}) > 1


def some(grid, number, case=0):
    """The model of a 9x9 entry with so many of its last bands, the one of the grid first."""
    spec = ClueSets(grid=grid[:54] + "." * 27, clues=17, case=case)
    rule = rule_of(spec)
    own = tuple(map(int, grid[54:]))
    others = [third for third in rule.thirds if third != own]
    return spec, replace(rule, thirds=(own, *others[: number - 1]))


@pytest.mark.full
@pytest.mark.parametrize(
    ("number", "options"), [(3, {"stats": True}), (2, {"workers": 2}), (2, {"limit": 14}), (1, {})]
)
def test_the_engine_finds_the_list_of_a_grid_and_of_others_with_it(number, options):
    spec, rule = some(OF_14, number)
    model = build_entry(spec, rule)
    found = accord.run(model, "all", **options)
    names = [{model.names[option] for option in one.options} for one in found.solutions]
    own = [one for one in names if "last band 1" in one]
    clues = {
        "".join(f"{OF_14[c]}" if f"r{c // 9 + 1}c{c % 9 + 1}={OF_14[c]}" in one else "." for c in range(81))
        for one in own
    }
    assert found.engine == "shared-bands"
    if options.get("limit"):
        assert len(names) == 14
        return
    assert clues == {*LISTS[OF_14]}
    others = ["".join(map(str, rule.upper + third)) for third in rule.thirds[1:]]
    assert len(names) - len(own) == sum(clue_puzzles(other).count for other in others)
    if options.get("stats"):
        stages = found.stats["shared-bands"].stages
        assert sum(stage.counters["puzzles"] for stage in stages) == len(names)


@pytest.mark.full
def test_a_search_that_is_stopped_again_and_again_finds_each_puzzle_once():
    spec, rule = some(OF_14, 3)
    model, found, state, saves = build_entry(spec, rule), [], None, 0
    while True:
        calls, saved = iter(range(10**6)), None
        request = Request("all", save_when=lambda calls=calls: next(calls) >= 15, resume=state)
        for step in EntryBands().search(model, request):
            for row in () if step.solutions is None else step.solutions:
                found.append(frozenset(row.tolist()))
            if step.state is not None:
                saved = {name: np.array(array) for name, array in step.state.items()}
                break
        if saved is None:
            break
        state, saves = saved, saves + 1
    names = [{model.names[option] for option in one if option >= 0} for one in found]
    assert saves > 2
    assert len({*found}) == len(found)
    assert sum("last band 1" in one for one in names) == len(LISTS[OF_14])
    others = ["".join(map(str, rule.upper + third)) for third in rule.thirds[1:]]
    assert len(names) == len(LISTS[OF_14]) + sum(clue_puzzles(other).count for other in others)


@pytest.mark.full
def test_9x9_entries_that_were_killed_resumed_or_shared_are_as_one_file(tmp_path):
    path = tmp_path / "entries.txt"
    own = rule_of(ClueSets(grid=OF_14[:54] + "." * 27, clues=17)).thirds.index(tuple(map(int, OF_14[54:])))
    path.write_text(f"{OF_14[:54]}:{own + 1}\n{WITHOUT}:1\n{WITHOUT}:2\n{WITHOUT}:3,4,5\n")
    ask = ("clues", "--entry", path)
    whole, killed, one, two, both = (tmp_path / f"{name}.jsonl" for name in "wk12b")
    assert called(*ask, "-o", whole).returncode == 0
    words = [sys.executable, "-m", "accord", *map(str, ask), "-o", str(killed)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(lambda: killed.exists() and answers(killed), "the first entry is written", process)
    process.kill()
    process.wait()
    assert len(answers(killed)) < 4
    assert called(*ask, "-o", killed, "--resume").returncode == 0
    called(*ask, "--shard", "1/2", "-o", one)
    called(*ask, "--shard", "2/2", "-o", two)
    assert called("merge", one, two, "-o", both).returncode == 0
    expected = answers(whole)
    assert [count for _, count, _ in expected] == [14, 0, 0, 0]
    assert expected[0][2] == sorted(LISTS[OF_14])
    assert answers(killed) == expected
    assert answers(both) == expected


@pytest.mark.full
@pytest.mark.parametrize("entry", [True, False])
def test_a_search_that_was_killed_goes_on_from_its_checkpoint(tmp_path, entry):
    file = tmp_path / "state"
    own = rule_of(ClueSets(grid=OF_14[:54] + "." * 27, clues=17)).thirds.index(tuple(map(int, OF_14[54:])))
    grid = f"{OF_14[:54]}:{','.join(map(str, sorted({own + 1, 1, 2, 3, 4, 5})))}" if entry else OF_14
    ask = ("clues", *(["--entry"] if entry else []), grid, "--json")
    script = "import accord.runner.checkpoint as c; i = c.Checkpoint.__init__\n"
    script += "c.Checkpoint.__init__ = lambda self, path, question, every: i(self, path, question, 0.05)\n"
    script += "from accord.__main__ import main; main()"
    words = [sys.executable, "-c", script, *map(str, ask), "--checkpoint", str(file)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kinds():
        return {name.split(".")[0] for name in np.load(file).files} if file.exists() else set()

    wait_until(
        lambda: kinds() == {"header", "state", "found"}, "a state with some puzzles is written", process
    )
    process.kill()
    process.wait()
    _, (whole,) = ran(*ask)
    for _ in range(2):  # the second time all puzzles come from the file
        _, (rest,) = ran(*ask, "--checkpoint", file)
        assert rest["exhaustive"]
        assert all(rest[name] == whole[name] for name in ("count", "puzzles", "grids"))
        assert {*LISTS[OF_14]} <= {*rest["puzzles"]}
    refused = called(*ask, "-k", 16, "--checkpoint", file)
    assert "belongs to another run" in refused.stderr


@pytest.mark.slow
@pytest.mark.parametrize("k", [16, 17])
def test_an_entry_has_the_puzzles_of_its_grids(k):
    bands = OF_14[:54]
    found = clue_puzzles(accord.load(f"clue-sets:{k}:{bands}{'.' * 27}"), k)
    single = {(one, grid) for grid in entry(bands).grids for one in clue_puzzles(grid, k).puzzles}
    assert (found.engine, found.exhaustive) == ("shared-bands", True)
    assert {*zip(found.puzzles, found.grids, strict=True)} == single


def test_the_engine_takes_whole_entries_of_9x9_only():
    native, ask = Native(), Request("all", engine="shared-bands")
    spec, rule = some(OF_14, 2)
    whole = build_entry(spec, rule)
    assert native.refusal(whole, ask) is None
    assert "a part of an entry" in native.refusal(whole.restrict(np.arange(1, whole.options)), ask)
    assert "expected 9x9" in native.refusal(build(ClueSets(grid=FOUR + "." * 8, clues=4)), ask)
    assert "share bands 1 and 2" in native.refusal(build(ClueSets(grid=OF_14, clues=17)), ask)


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        (ClueSets(grid=FOUR + "." * 8, clues=4, mask="." * 16), "found mask"),
        (ClueSets(grid=FOUR + "." * 8, clues=4, minimal=True), "found minimal"),
        (ClueSets(grid="12341234" + "." * 8, clues=4), "has 1 twice"),
        (ClueSets(grid=FOUR + "." * 8, clues=17), "expected 0 to 16"),
        (ClueSets(grid=FOUR + "1" + "." * 7, clues=4), "found no digit"),
        (ClueSets(grid=FOUR + "." * 8, clues=4, case=3), "found 2 bands"),
        (ClueSets(grid=SIX[:24] + "." * 12, clues=(7, 8), case=3), "found several numbers of clues"),
        (ClueSets(grid=SIX[:24] + "." * 12, clues=8, case=4), "found 4; expected 1 to 3"),
        (ClueSets(grid=SIX, clues=8, case=2), "expected none, as the grid has its own"),
    ],
)
def test_faults_of_an_entry(spec, fault):
    with pytest.raises(SpecError, match=fault):
        build(spec)


def test_lines_of_a_puzzle_and_its_grid():
    result, _ = ran("clues", "--entry", FOUR, "-k", 4, "--backend", "sat")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert {tuple(line) for line in lines} == by_hand(FOUR, 4, 4, (2, 2))
    assert result.stderr.splitlines()[-1] == "140 puzzles of 4 clues (exhaustive)"
    _, (record,) = ran("clues", "--entry", FOUR, "-k", 4, "--backend", "sat", "--json")
    assert (record["grid"], record["count"]) == (FOUR + "." * 8, 140)
    assert [[*pair] for pair in zip(record["puzzles"], record["grids"], strict=True)] == lines
    assert "excludes `mask`" in called("clues", "--entry", FOUR, "--mask", "....").stderr
    assert "found 4 signs" in called("clues", "--entry", "1234").stderr


def test_last_bands_by_their_numbers():
    every = by_hand(FOUR, 4, 4, (2, 2))
    parts = [ran("clues", "--entry", f"{FOUR}:{n}", "-k", 4, "--backend", "sat")[0].stdout for n in (1, 2)]
    assert {tuple(line.split()) for part in parts for line in part.splitlines()} == every
    _, (record,) = ran("clues", "--entry", f"{FOUR}:2", "-k", 4, "--backend", "sat", "--json")
    assert record["grid"] == f"{FOUR}........:2"
    for numbers in ("0", "3", "1,1", "x", "", ":", ":x", "1:", "1:2:3", ":1"):
        result = called("clues", "--entry", f"{FOUR}:{numbers}", "-k", 4)
        assert (result.returncode, "expected" in result.stderr) == (3, True)


def test_files_of_entries_in_shards_are_as_one_file(tmp_path):
    path = tmp_path / "entries.txt"
    path.write_text(f"# bands, and which last bands\n{FOUR}:1,2\n12343421\n\n12344312\n1234\n")
    ask = ("clues", "--entry", path, "-k", 4, "--backend", "sat")
    whole, one, two, both = (tmp_path / f"{name}.jsonl" for name in ("whole", "one", "two", "both"))
    assert called(*ask, "-o", whole).returncode == 3  # a line is no entry
    called(*ask, "--shard", "1/2", "-o", one)
    called(*ask, "--shard", "2/2", "-o", two)
    whole_text = whole.read_text()
    whole.write_text("".join(whole_text.splitlines(keepends=True)[:2]))  # as if it had been killed
    called(*ask, "-o", whole, "--resume")
    assert called("merge", one, two, "-o", both).returncode in (0, 3)
    results = [answers(file) for file in (whole, both)]
    assert results[0] == results[1]
    assert [count for _, count, _ in results[0]] == [140, 128, len(by_hand("12344312", 4, 4, (2, 2))), 0]


def answers(path):
    lines = path.read_text().splitlines(keepends=True)
    records = [json.loads(line) for line in lines if line.endswith("\n")]
    return [(each["grid"], each["count"], each["puzzles"]) for each in records if "grid" in each]


def test_what_no_file_of_entries_is():
    with pytest.raises(InputError, match="expected the digits of all bands but the last"):
        entries_of("12x")()


def test_an_entry_that_fails_leaves_the_others_of_its_file(tmp_path, monkeypatch):
    path, found = tmp_path / "entries.txt", tmp_path / "found.jsonl"
    path.write_text(f"{FOUR}\n12343421\n{FOUR}:1\n")
    completions = entry_model.completions

    def fail_once(upper):
        assert "".join(map(str, upper.ravel().tolist())) != "12343421", "no such row"
        return completions(upper)

    monkeypatch.setattr(entry_model, "completions", fail_once)
    ask = ("clues", "--entry", path, "-k", 4, "--backend", "sat", "-o", found)
    result = called(*ask)
    assert result.returncode == 1
    (fault,) = [line for line in result.stderr.splitlines() if "a fault of Accord" in line]
    assert f"{path}:2: a fault of Accord: AssertionError: no such row" in fault
    assert [count for _, count, _ in answers(found)] == [140, 0, len(answers(found)[2][2])]
    resumed = called(*ask, "--resume")
    assert (resumed.returncode, "going on" in resumed.stderr) == (1, True)
    with pytest.raises(AssertionError):
        fail_once(np.array([[1, 2, 3, 4], [3, 4, 2, 1]]))
