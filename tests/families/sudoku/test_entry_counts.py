"""Counts of entries: of classes, parts and samples of them, beside the entries that are listed."""

import json
from itertools import combinations, product
from statistics import fmean

import pytest
from commands import called

from accord.families.sudoku import band_classes, entry_counts
from accord.families.sudoku.completions import SecondBands
from accord.families.sudoku.entries import entries_of_chunk
from accord.families.sudoku.entry_counts import count_chunks, estimate, sample

FEW = 6  # chunks of a class, for these tests


@pytest.fixture
def few(monkeypatch):
    """As if each class had a few small chunks."""
    chunk = SecondBands.chunk
    monkeypatch.setattr(SecondBands, "chunk", lambda self, number: chunk(self, number)[::23])
    monkeypatch.setattr(entry_counts, "CHUNKS", FEW)
    monkeypatch.setattr(entry_counts, "LEAST", 4)
    monkeypatch.setattr(SecondBands, "__len__", lambda _: FEW)


@pytest.fixture
def few_classes(few, monkeypatch):
    """As if there were three such classes; what is known of all is made before."""
    counted("416", "--sample", "4")
    monkeypatch.setattr(band_classes, "CLASSES", 3)


def counted(*words):
    """The records of `accord sudoku entries WORDS --count`, without seconds."""
    result = called("sudoku", "entries", *words, "--count", "--json")
    assert result.returncode == 0
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert all(record.pop("seconds") >= 0 for record in records)
    return records


def test_a_class_has_2016_chunks():
    assert len(SecondBands(200)) == entry_counts.CHUNKS == 2_016


@pytest.mark.parametrize("case", [0, 1, 2])
def test_counts_are_of_the_entries_that_are_listed(case):
    bands, all_listed = SecondBands(416), 0
    for chunk, found in zip((3, 40), count_chunks(416, (3, 40), case), strict=True):
        listed = [*entries_of_chunk(bands, chunk, case)]
        assert (found.entries, found.grids) == (len(listed), sum(len(each.thirds) for each in listed))
        assert found.pairs >= found.entries
        all_listed += len(listed)
    assert all_listed


@pytest.mark.usefixtures("few")
def test_parts_add_up_to_the_class():
    (whole,) = counted("416")
    assert whole["of"] == "class 416"
    assert whole["pairs"] > whole["entries"] > 0
    parts = [counted("416", "--shard", f"{part}/4")[0] for part in range(1, 5)]
    assert [each["part"] for each in parts] == ["1/4", "2/4", "3/4", "4/4"]
    for name in ("pairs", "entries", "grids"):
        assert sum(part[name] for part in parts) == whole[name]
    words = called("sudoku", "entries", "416", "--count").stdout
    numbers = (f"{whole[name]:,} {name}" for name in ("pairs", "entries", "grids"))
    assert words.startswith(f"class 416: {', '.join(numbers)}, ")


@pytest.mark.usefixtures("few_classes")
def test_all_classes_and_their_sum():
    *each, together = counted()
    assert [record["of"] for record in (*each, together)] == [
        *(f"class {n}" for n in (1, 2, 3)),
        "all classes",
    ]
    for name in ("pairs", "entries", "grids"):
        assert together[name] == sum(record[name] for record in each) > 0


@pytest.mark.usefixtures("few")
def test_a_sample_of_all_chunks_is_exact():
    (whole,), (about,) = counted("416"), counted("416", "--sample", str(FEW))
    for name in ("pairs", "entries", "grids"):
        assert about[name] == whole[name]
        assert about[f"{name}_interval"] == [whole[name]] * 2
    assert counted("416", "--sample", "4") == counted("416", "--sample", "4", "--seed", "0")
    assert "about" in called("sudoku", "entries", "416", "--count", "--sample", "4").stdout


@pytest.mark.usefixtures("few")
def test_estimates_are_right_in_the_mean_and_so_are_their_variances():
    numbers = [50, 21, 7, 3, 3, 1]
    samples = [
        [numbers[at] for at in (*one, *other)]
        for one, other in product(combinations(range(3), 2), combinations(range(3, 6), 2))
    ]
    found = [estimate(each) for each in samples]
    assert fmean(each.number for each in found) == pytest.approx(sum(numbers))
    spread = fmean((each.number - sum(numbers)) ** 2 for each in found)
    assert fmean(each.variance for each in found) == pytest.approx(spread)
    assert all(low <= each.number <= high for each in found if each.variance for low, high in [each.interval])
    drawn = {(*sample(1, 4, seed),) for seed in range(200)}
    assert len(drawn) == len(samples)


def test_intervals_are_what_they_are_said_to_be():
    # some chunks have much more than others, and more at the beginning, as in real classes
    numbers = [round(1_000_000 / (at + 100) * (1 + at * at % 7)) for at in range(entry_counts.CHUNKS)]
    found = [estimate([numbers[at] for at in sample(1, 100, seed)]).interval for seed in range(60)]
    assert 0.92 <= fmean(low <= sum(numbers) <= high for low, high in found) <= 1


def test_an_interval_needs_100_chunks_that_differ():
    assert estimate([0, 0] * 50).interval is None
    assert estimate([5, 1] * 49).interval is None
    low, high = estimate([5, 1] * 50).interval
    assert low < high
    few = estimate([5, 1])
    assert sum([few] * 49, start=few).interval is not None
    one_stratum = estimate([500, 1] + [3, 3] * 49)
    assert one_stratum.interval[1] - one_stratum.number == pytest.approx(12.71 * one_stratum.variance**0.5)


@pytest.mark.usefixtures("few_classes")
def test_the_sum_of_classes_has_an_interval_though_a_class_has_none():
    *each, together = counted("--sample", "2")
    assert not any("pairs_interval" in record for record in each)
    low, high = together["pairs_interval"]
    assert low < together["pairs"] < high
    lines = called("sudoku", "entries", "--count", "--sample", "2").stdout.splitlines()
    assert ["(" in line for line in lines] == [False, False, False, True]


@pytest.mark.usefixtures("few")
def test_a_class_without_entries_says_so():
    result = called("sudoku", "entries", "29")
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr.startswith("accord: class 29: no entries: each grid with such a band has others ")
    assert called("sudoku", "entries", "29", "--shard", "2/3").stderr == (
        "accord: class 29, part 2/3: no entries\n"
    )
    assert "no entries" not in called("sudoku", "entries", "416").stderr


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("bands", "--count"), "expected `entries`"),
        (("entries", "1" * 54, "--count"), "found 111"),
        (("entries", "417", "--count"), "expected 1 to 416"),
        (("entries", "416", "--sample", "4"), "needs --count"),
        (("entries", "416", "--count", "--sample", "4", "--shard", "1/2"), "exclude each other"),
        (("entries", "416", "--count", "--sample", "1"), "2<=x<=2016"),
        (("entries", "416", "--count", "--sample", "2017"), "2<=x<=2016"),
        (("entries", "416", "--count", "--sample", "3000"), "2<=x<=2016"),
        (("entries", "416", "--count", "--sample", "98"), "of a single class at least 100"),
        (("entries", "416", "--count", "--sample", "101"), "expected an even number"),
        (("entries", "--count", "--sample", "3"), "expected an even number"),
        (("entries", "416", "--seed", "0"), "needs --sample"),
        (("entries", "416", "--count", "--seed", "3"), "needs --sample"),
    ],
)
def test_faults_of_counts(words, fault):
    result = called("sudoku", *words)
    assert (result.returncode, fault in result.stderr, result.stderr.count("\n")) == (2, True, 1)
