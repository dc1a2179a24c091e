"""What is mutated: for each area its modules, and the tests that guard it, kept to some seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
TREE = ("src", "native", "compare", "models", "tests", "docs", "pyproject.toml")  # what tests read


@dataclass(frozen=True)
class Area:
    """Modules, as files or folders; what pytest is given; what is set in its environment; its `-k`."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    chosen: str = ""

    def files(self, root: Path = ROOT) -> list[Path]:
        """The modules' files, relative to the root, in order."""
        found: list[Path] = []
        for name in self.modules:
            place = root / name
            found += sorted(place.rglob("*.py")) if place.is_dir() else [place]
        return [path.relative_to(root) for path in found]


AREAS = {
    "verifier": Area(
        ("src/accord/model/verify.py", "src/accord/model/digest.py", "src/accord/plans/check.py"),
        ("tests/model/test_verify.py", "tests/model/test_digest.py", "tests/plans/test_check.py"),
    ),
    "reduction": Area(
        ("src/accord/model/reduce.py", "src/accord/model/regions.py", "src/accord/model/derive.py"),
        ("tests/model",),
    ),
    "groups": Area(
        ("src/accord/symmetry/group.py",),
        ("tests/symmetry/test_symmetry.py", "tests/symmetry/test_lazy_symmetry.py"),
    ),
    "parts": Area(
        ("src/accord/symmetry/parts.py", "src/accord/symmetry/cut.py", "src/accord/symmetry/estimate.py"),
        ("tests/symmetry/test_symmetry.py", "tests/symmetry/test_cut.py", "tests/symmetry/test_states.py"),
    ),
    "clauses": Area(("src/accord/cnf",), ("tests/cnf",)),
    "CP-SAT lowering": Area(
        ("src/accord/backends/cpsat/lowering.py",),
        ("tests/backends/test_cpsat_lowering.py", "tests/backends/test_cpsat.py"),
    ),
    "checkpoints": Area(
        ("src/accord/runner/checkpoint.py", "src/accord/runner/counting.py"),
        (
            "tests/runner/test_tally.py",
            "tests/runner/test_checkpoint_file.py",
            "tests/runner/test_checkpoint.py",
        ),
    ),
    "ledgers": Area(
        (
            "src/accord/many/result_file.py",
            "src/accord/many/result_file.py",
            "src/accord/many/result_file.py",
            "src/accord/many/batch.py",
            "compare/accord_compare/ledger.py",
        ),
        (
            "tests/many/test_result_file.py",
            "tests/many/test_toy_verb.py",
            "tests/compare/test_ledger.py",
        ),
    ),
    "DRAT checker": Area(
        ("native/accord_native/drat.py", "src/accord/formats/drat.py", "src/accord/certify/checker.py"),
        ("tests/formats/test_drat.py", "tests/native/test_drat.py", "tests/native/test_lrat.py"),
        {"NUMBA_DISABLE_JIT": "1"},  # a changed kernel would be compiled for half a minute
    ),
    "LRAT checker": Area(
        (
            "native/accord_native/drat_notes.py",
            "native/accord_native/lrat",
            "src/accord/formats/lrat.py",
            "src/accord/certify/hints.py",
        ),
        ("tests/formats/test_lrat.py", "tests/native/test_lrat.py"),
        {"NUMBA_DISABLE_JIT": "1"},
    ),
    "deductions": Area(("src/accord/deduce",), ("tests/deduce",)),
    "windows": Area(
        ("native/accord_native/window/search.py", "src/accord/backends/native/window_tables.py"),
        ("tests/native/test_kernels.py", "tests/backends/test_native.py", "tests/backends/test_reach.py"),
        {"NUMBA_DISABLE_JIT": "1"},
        "kernels.py or long_runs or splitting_on_any or root_that_covers or wider_windows_agree or far_flung "
        "or differ_in_kind and (4 or 128)",
    ),
    "layers": Area(
        (
            "native/accord_native/layers/expand.py",
            "native/accord_native/layers/gather.py",
            "native/accord_native/layers/keys.py",
            "src/accord/backends/native/layers_tables.py",
        ),
        ("tests/native/layers", "tests/backends/test_reach.py"),
        {"NUMBA_DISABLE_JIT": "1"},
        "kernels.py or longer_keys_agree or far_flung or straight_pieces or far_cells",
    ),
    "refutations": Area(("src/accord/refute", "src/accord/grids/colourings.py"), ("tests/refute",)),
    "found groups": Area(
        ("src/accord/symmetry/automorphisms.py", "src/accord/model/closure.py"),
        ("tests/symmetry/test_automorphisms.py", "tests/symmetry/test_symmetry.py"),
    ),
    "polyforms": Area(
        ("src/accord/grids/polyforms.py", "src/accord/grids/sets.py", "src/accord/grids/names.py"),
        ("tests/grids/test_polyforms.py", "tests/grids/test_sets.py"),
    ),
    "boards": Area(
        ("src/accord/grids/lattice.py", "src/accord/grids/board.py", "src/accord/grids/wrap.py"),
        ("tests/grids",),
    ),
    "packing": Area(
        ("src/accord/families/packing",),
        (
            "tests/families/packing/test_terms.py",
            "tests/families/packing/test_packing.py",
            "tests/families/test_words.py",
        ),
        chosen="not heart_of_hexominoes",
    ),
    "cover kernels": Area(
        ("native/accord_native/cover",),
        ("tests/native/cover", "tests/native/test_kernels.py", "tests/backends/test_tiny.py"),
        {"NUMBA_DISABLE_JIT": "1"},
    ),
    "sums kernels": Area(
        ("native/accord_native/sums",),
        ("tests/native/sums", "tests/backends/test_tiny.py"),
        {"NUMBA_DISABLE_JIT": "1"},
    ),
    "clues kernels": Area(
        ("native/accord_native/clues",), ("tests/native/clues",), {"NUMBA_DISABLE_JIT": "1"}
    ),
    "problem lowering": Area(
        ("src/accord/problem/lower", "src/accord/problem/global_rules", "src/accord/problem/graph_rules"),
        (
            "tests/problem/test_one_row.py",
            "tests/problem/test_global_rules.py",
            "tests/problem/test_meaning.py",
            "tests/problem",
        ),
    ),
    "addresses": Area(("src/accord/pencil/address",), ("tests/pencil/address",)),
    "formats": Area(
        (
            "src/accord/formats/answer.py",
            "src/accord/formats/dimacs.py",
            "src/accord/formats/dlx.py",
            "src/accord/formats/opb.py",
            "src/accord/formats/source.py",
        ),
        ("tests/formats",),
    ),
    "readers": Area(
        (
            "src/accord/families/aquarium.py",
            "src/accord/families/sudoku/text.py",
            "src/accord/families/sudoku/sites.py",
            "src/accord/puzzles/source.py",
            "src/accord/puzzles/reading.py",
        ),
        (
            "tests/families/aquarium",
            "tests/families/sudoku/test_sudoku.py",
            "tests/families/sudoku/test_files.py",
            "tests/puzzles/test_source.py",
            "tests/puzzles/test_blocks.py",
            "tests/puzzles/test_pasted.py",
        ),
    ),
    "limits": Area(
        ("src/accord/runner/limits.py",),
        (
            "tests/runner/test_run.py",
            "tests/runner/test_existence.py",
            "tests/runner/test_limits.py",
            "tests/runner/test_node_limit.py",
        ),
    ),
    "guard": Area(
        ("src/accord/workbench/guard.py",),
        ("tests/workbench/test_guard.py", "tests/workbench/test_serve.py"),
    ),
    "repair": Area(
        ("src/accord/setters/repair.py", "src/accord/setters/repair_search.py"),
        ("tests/setters/test_repair.py",),
    ),
    "candidates": Area(
        ("src/accord/setters/candidates.py", "src/accord/puzzles/cell_values.py"),
        ("tests/setters/test_candidates.py",),
    ),
    "kinds": Area(
        ("src/accord/families/hashi.py", "src/accord/families/tents.py", "src/accord/families/masyu.py"),
        (
            "tests/generated/test_generated.py::test_a_file_is_as_the_code_makes_it[tests/goldens/rule_words.json]",
            "tests/pencil/test_lines.py",
            "tests/pencil/test_rules.py",
            "tests/pencil/test_rows.py",
            "tests/pencil/test_counts.py",
        ),
    ),
    "counted proofs": Area(
        ("src/accord/certify/count",),
        (
            "tests/certify/test_count.py",
            "tests/certify/test_count_forms.py",
            "tests/certify/test_count_faults.py",
        ),
    ),
    "pictures": Area(("src/accord/scene",), ("tests/scene", "tests/render", "tests/pencil/test_drawings.py")),
}
