"""A file of ours with one changed bit is read rightly, or refused in one line; no wrong count comes of it.

Some bits of each kind of file are changed always, others in each run; `slow`: 250 of each kind.
"""

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from commands import called

import accord
from accord import stored_kernels
from accord.certify.count import check, write
from accord.errors import AccordError
from accord_compare.job import Job
from accord_compare.ledger import Ledger
from accord_compare.row import Row
from accord_native.disk_cache import CacheFiles

FEW, MANY = 4, 250
JOBS = [Job("queens:4", backend) for backend in ("native", "sat", "cpsat")]
KERNEL = "from accord_native.jit import jit\n\n@jit('int64(int64)')\ndef search(x):\n    return x * 7\n"
NUMBA = pytest.mark.skipif(not stored_kernels.is_possible(), reason="nothing is compiled")


def answered(*words):
    """Return what a command prints. Raises AccordError if it refuses."""
    done = called(*words)
    if done.returncode:
        raise AccordError(done.stderr.rstrip("\n").splitlines()[-1])
    return done.stdout


def checkpoint(folder, task="count", **more):
    """A checkpoint of a run that a limit of nodes has ended."""
    file = folder / "run.npz"
    asked = {"puzzle": accord.load("queens-8"), "task": task, "checkpoint": file, **more}
    first = accord.run(**asked, node_limit=more.pop("node_limit", 500))
    assert file.exists()
    assert not first.exact

    def read():
        outcome = accord.run(**asked)
        return outcome.count, outcome.exact, sorted(each.options for each in outcome.solutions or ())

    return [file], read


def shards(folder):
    """The files of a count that was shared; what they come to."""
    files = [folder / f"{number}.jsonl" for number in (1, 2)]
    for number, file in enumerate(files, 1):
        words = ["count", "queens:6", "--shard", f"{number}/2", "--parts", "4", "-o", file, "--quiet"]
        assert called(*words).returncode == 0

    return files, lambda: answered("merge", *files, "--quiet")


def results(folder):
    """The file of many puzzles, which a later run continues."""
    (folder / "many.txt").write_text("queens:4\nqueens:5\nqueens:6\n")
    file = folder / "many.jsonl"
    words = ["count", folder / "many.txt", "-o", file, "--resume"]
    assert called(*words).returncode == 0
    written = {each["puzzle"]: each["count"] for each in map(json.loads, file.read_text().splitlines()[1:])}

    def read():
        answered(*words)
        found = [json.loads(line) for line in file.read_text().splitlines()[1:]]
        assert {each["puzzle"]: each["count"] for each in found} == written
        return sorted(written)

    return [file], read


def ledger(folder):
    """The ledger of comparisons: its last session."""
    file = folder / "ledger.sqlite"
    first = Ledger(file)
    first.begin(JOBS)
    for number, job in enumerate(JOBS):
        first.end_job(number, Row(job=job, ending="complete", count=2))
    first.close()

    def read():
        known = Ledger(file)
        try:
            return known.resume()
        finally:
            known.close()

    return [file], read


def certificate(folder):
    """A certificate of a count."""
    file, model = folder / "queens.count", accord.load("queens:5").model
    write(model, file)

    def read():
        verdict = check(file, model=model)
        if not verdict.proved:
            raise AccordError(verdict.reason)
        return verdict.count

    return [file], read


def weights(folder):
    """A proof by weights, as JSON; others may prove it as well."""
    file = folder / "weights.json"
    assert called("prove", "langford:5", "--weights", file, "--quiet").returncode == 0
    return [file], lambda: bool(answered("prove", "--check", "langford:5", file))


def proof(folder):
    """A proof of clauses, and the cuts that it uses; others may prove it as well."""
    files = [folder / "proof.drat", folder / "cuts.json"]
    words = ["--drat", files[0], "--cuts", files[1]]
    assert called("prove", "slitherlink-6", *words, "--quiet").returncode == 0
    return files, lambda: bool(answered("prove", "--check", "slitherlink-6", files[0], "--cuts", files[1]))


def compiled(folder):
    """Numba's files of a kernel: those that were changed are removed before they are read."""
    (folder / "kernel_of_bits.py").write_text(KERNEL)
    sys.path.insert(0, str(folder))
    try:
        function = import_module("kernel_of_bits").search.py_func
    finally:
        sys.path.remove(str(folder))
        del sys.modules["kernel_of_bits"]
    files = [each for each in folder.rglob("kernel_of_bits*") if each.suffix in (".nbi", ".nbc", ".sums")]
    assert len(files) == 3
    whole = {each: each.read_bytes() for each in files}

    def read():
        CacheFiles(str(files[0].parent), function).drop_damaged()
        return all(
            each.suffix == ".sums" or not each.exists() or each.read_bytes() == whole[each] for each in files
        )

    return files, read


def stored(folder):
    """A stored kernel: one that was changed is not found."""
    compiled(folder)
    sys.path.insert(0, str(folder))
    try:
        stored_kernels.store("kernel_of_bits", "search", import_module("kernel_of_bits").search)
        (file,) = folder.rglob("kernel_of_bits.*.kernel")
    finally:
        sys.path.remove(str(folder))
        del sys.modules["kernel_of_bits"]

    def read():
        try:
            return stored_kernels._read(file)
        except stored_kernels.FAULTS as error:
            raise AccordError(type(error).__name__) from error

    return [file], read


KINDS = {
    "checkpoint of a count": checkpoint,
    "checkpoint of all": lambda folder: checkpoint(folder, "all", engine="bitset"),
    "checkpoint of sums": lambda folder: checkpoint(folder, engine="sums"),
    "shards": shards,
    "results": results,
    "ledger": ledger,
    "certificate": certificate,
    "weights": weights,
    "proof and cuts": proof,
    "cache of numba": compiled,
    "stored kernel": stored,
}


def flipped(kind, folder, number, seed):
    """Change so many bits of files of that kind, one at a time; return how often it was refused."""
    random, refused = Random(seed), 0
    files, read = KINDS[kind](folder)
    whole = {file: file.read_bytes() for file in files}
    truth = read()
    for _ in range(number):
        for file, data in whole.items():
            file.write_bytes(data)
        file = random.choices(files, [len(data) for data in whole.values()])[0]
        at, bit = random.randrange(len(whole[file])), random.randrange(8)
        data = whole[file]
        file.write_bytes(data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])
        where = f"{file.name}: byte {at}, bit {bit}, seed {seed}"
        try:
            found, said = read(), None
        except AccordError as error:
            found, said = truth, str(error)
            refused += 1
        assert found == truth, where
        assert said is None or len(said.splitlines()) == 1, where
    return refused


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def some(*kinds):
    """Change a few bits of files of these kinds."""
    for kind in kinds:
        folder = Path(kind.replace(" ", "-")).absolute()
        folder.mkdir()
        flipped(kind, folder, FEW, os.urandom(4).hex())


def test_changed_bits_of_checkpoints():
    some("checkpoint of a count", "checkpoint of all", "checkpoint of sums")


def test_changed_bits_of_results_of_many():
    some("shards", "results")


def test_changed_bits_of_a_ledger():
    some("ledger")


def test_changed_bits_of_certificates_and_proofs():
    some("certificate", "weights", "proof and cuts")


@pytest.mark.skipif(not stored_kernels.is_possible(), reason="nothing is compiled")
def test_changed_bits_of_compiled_kernels():
    some("cache of numba", "stored kernel")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_changed_bits(tmp_path, kind):
    flipped(kind, tmp_path, MANY, 54)
