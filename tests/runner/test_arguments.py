"""One struct of run arguments: all that knows them is derived from it."""

import ast
import inspect
import json
import re
from dataclasses import dataclass, fields
from itertools import groupby
from pathlib import Path
from threading import Event

import pytest
from commands import called
from processes import printed

import accord
from accord import arguments
from accord.arguments import ABOUT, DEFAULTS, HANDED, Arguments, argument, flag
from accord.arguments.plan import PlanArguments, PlanRecords
from accord.arguments.proof import (
    CertifyArguments,
    CheckArguments,
    CheckCommand,
    ExplainArguments,
    ProveArguments,
    ProverArguments,
)
from accord.arguments.puzzle import (
    Generate,
    GenerateArguments,
    HintArguments,
    PopulationArguments,
    RateArguments,
    SampleArguments,
)
from accord.backends.contract import Request
from accord.batch import kernel_of
from accord.batch import question as solving
from accord.certify.count import check, write
from accord.certify.prove import Prover
from accord.errors import UsageError
from accord.families.clue_sets.arguments import CluesCommand
from accord.families.clue_sets.many import question as hiding
from accord.generate import Maker
from accord.many.units import Heading, Shard, digest
from accord.model.digest import fingerprint
from accord.planners.many import question as planning
from accord.runner.query import ask
from accord.runner.run import Run
from accord.runner.work import work_of
from accord.sudoku import lower_bound

ROOT = Path(__file__).parent.parent.parent
OTHERS = {  # a value of each that is not the default
    "symmetries": "found",
    "distinct": True, "method": "split", "root": "r1", "reduce": False, "with_digest": True, "limit": 3,
    "time_limit": 5.0, "node_limit": 7, "checkpoint": "state", "checkpoint_every": 1.0, "cancel": Event(),
    "backend": "native", "engine": "sudoku", "memory_limit": 1 << 20, "seed": 1, "workers": 2,
    "branch": "streak", "propagate": "bounds", "encoding": "adder", "stats": True, "start": {"x": 1},
    "order": "hoyt",
}  # fmt: skip


@pytest.fixture(scope="module")
def new(tmp_path_factory):
    """What is seen of two arguments more, where only the struct and a backend know them."""
    program = Path(__file__).with_name("new_argument.py")
    folder = tmp_path_factory.mktemp("new")
    return json.loads(printed(program, folder))


def test_a_new_argument_is_an_option_with_its_help(new):
    for text in new["help"]:
        assert re.search(r"--flavour NAME +Sweet or sour\.", text)
        assert re.search(r"--in-a-hurry +Do not dawdle\.", text)


def test_it_is_in_the_signature_and_the_text_of_functions(new):
    assert "flavour: str | None = None" in new["signature"]
    assert "in_a_hurry: bool = False" in new["signature"]
    assert "    flavour: Sweet or sour.\n" in new["text"]


def test_it_reaches_the_engine_also_of_many_puzzles(new):
    turns = [(flavour, len(list(group))) for flavour, group in groupby(new["seen"])]
    assert [flavour for flavour, _ in turns] == ["sour", "sweet", "sour"]
    assert turns[1:] == [("sweet", 2), ("sour", 1)]
    assert "cook/spoon: it is sour" in new["counted"]
    assert new["many"].startswith("queens:4: impossible")


def test_a_checkpoint_belongs_to_it(new):
    assert new["foreign"].endswith("its flavour is 'sour', this run's is 'sweet'; give another file")


def test_its_name_and_its_values_are_checked(new):
    assert new["misspelt"].endswith("; did you mean 'flavour'?")
    assert new["no such"] == "unknown flavour 'sowr'; there are sweet, sour; did you mean 'sour'?"
    assert new["elsewhere"] == "backend native has no flavour 'sour'; it has none; backend cook has it"
    assert new["auto"] == "cook"
    assert new["refused"] == "--in-a-hurry is for one puzzle; a file of many is solved puzzle by puzzle"


def test_so_is_one_of_a_search_for_a_plan(new):
    assert re.search(r"--tempo NAME +Slow or quick\.", new["plan help"])
    assert all("tempo: str | None = None" in text for text in new["plan signatures"])
    assert new["planned"][-1] == "shortest plan: 1 move"
    assert new["terms"]["tempo"] == "quick"
    assert new["tempi"] == ["slow", "quick", "own"]


def test_so_is_one_of_a_proof(new):
    assert re.search(r"--patience N +Turns to wait\.", new["prove help"])
    assert all("patience: int = 7" in text for text in new["prove signatures"])
    assert "    patience: Turns to wait.\n" in new["prove text"]
    assert [text.split(":")[0] for text in new["proved"]] == ["impossible", "impossible"]
    assert new["patience"] == [9, 8]  # of the command, of the function
    typed, raised, misspelt = new["not proved"]
    assert typed.endswith("Error: no --patience without an --encoding\n")
    assert raised == "no `patience` without an `encoding`"
    assert misspelt.endswith("; did you mean 'patience'?")


def test_so_is_one_of_making_puzzles(new):
    assert "--theme [plain|mirrored]" in new["generate help"]
    assert "theme: str | None = None" in new["maker signature"]
    line, _, number, misspelt = new["made"]
    assert line.startswith("sudoku:")
    assert number == 1
    assert misspelt == "unknown theme 'plane'; there are plain, mirrored; did you mean 'plain'?"
    assert new["making"]["theme"] == "mirrored"
    assert new["themes"] == ["plain", "mirrored", "mirrored", "plain"]  # a shard is refused before it begins


# -- what is derived from those that there are -------------------------------------------------------


@pytest.mark.parametrize(
    "function", [accord.run, accord.count, accord.first, accord.best, accord.unique, accord.solutions, Run]
)
def test_functions_list_the_arguments(function):
    parameters = inspect.signature(function).parameters
    listed = {name: each for name, each in parameters.items() if name not in ("puzzle", "task")}
    assert {name: each.default for name, each in listed.items()} == DEFAULTS
    assert listed["time_limit"].annotation == float | None
    assert {each.kind for each in listed.values()} == {inspect.Parameter.KEYWORD_ONLY}
    text = inspect.getdoc(function.__init__ if function is Run else function)
    for name, about in ABOUT.items():
        assert re.search(rf"^    {name}(=False)?: {re.escape(about.help)}$", text, re.MULTILINE)


VERBS = {
    ProveArguments: accord.prove, ProverArguments: Prover,
    ExplainArguments: accord.explain, CertifyArguments: write,
    PopulationArguments: accord.Population, SampleArguments: accord.sample,
    HintArguments: accord.hint, RateArguments: accord.rate,
    GenerateArguments: Maker, PlanArguments: accord.plan, CheckArguments: check,
}  # fmt: skip


@pytest.mark.parametrize(("struct", "function"), VERBS.items(), ids=lambda each: each.__name__)
def test_so_do_those_of_other_verbs(struct, function):
    parameters = inspect.signature(function).parameters
    listed = {name: each.default for name, each in parameters.items() if each.kind is each.KEYWORD_ONLY}
    own = {"model": None} if function is check else {}
    assert listed == arguments.defaults(struct) | own
    text = inspect.getdoc(function.__init__ if isinstance(function, type) else function)
    for name, about in arguments.about(struct).items():
        assert re.search(rf"^    {name}(=False)?: {re.escape(about.help)}$", text, re.MULTILINE)


def structs(of=arguments.Query):
    """All structs of arguments that are imported."""
    return [of, *(each for one in of.__subclasses__() for each in structs(one))]


def test_arguments_that_others_exclude_or_need_are_of_the_same_struct():
    ruled = {
        (struct.__name__, name): {*about.excludes, *about.needs} - {*arguments.about(struct)}
        for struct in structs()
        for name, about in arguments.about(struct).items()
        if about.excludes or about.needs
    }
    assert ruled["SampleCommand", "nth"] == set()
    assert not any(ruled.values())


@dataclass(frozen=True, kw_only=True)
class Meal(arguments.Query):
    """What may be asked of a cook."""

    soup: bool = argument(False, "First.")
    fish: bool = argument(False, "Then.", excludes=("meat",))
    meat: str | None = argument(None, "Or this.", choices=("beef", "lamb"))
    sauce: str = argument("", "Over it.", needs=("fish", "meat"))
    wine: int = argument(
        0, "Glasses.", least=0, most=3, excludes=("soup",), why="no {value} glasses with {other}"
    )


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"fish": True, "meat": "beef"}, "`fish` and `meat` exclude each other"),
        ({"sauce": "mint"}, "`sauce` needs `fish`"),
        ({"wine": 2, "soup": True}, "no 2 glasses with `soup`"),
        ({"wine": -1}, "wine -1; expected at least 0"),
        ({"wine": 9}, "wine 9; expected at most 3"),
        ({"wine": "red"}, "wine: found 'red'; expected a whole number"),
        ({"meat": "lamp"}, "unknown meat 'lamp'; there are beef, lamb; did you mean 'lamb'?"),
        ({"soap": True}, "unknown argument 'soap'; there are soup, ...; did you mean 'soup'?"),
    ],
)
def test_what_excludes_or_needs_others_or_is_too_small_is_refused(asked, message):
    with pytest.raises(UsageError) as raised:
        arguments.query_of(Meal, asked)
    assert str(raised.value) == message.replace("soup, ...", "soup, fish, meat, sauce, wine")


def test_what_goes_together_is_taken_and_one_query_is_made_of_another():
    meal = arguments.query_of(Meal, {"meat": "lamb", "sauce": "mint", "wine": 1, "soup": False})
    assert (meal.meat, meal.sauce) == ("lamb", "mint")
    assert arguments.query_of(Meal, {}, meal) is meal
    assert arguments.query_of(Meal, {"wine": 2}, meal) == Meal(meat="lamb", sauce="mint", wine=2)
    with pytest.raises(UsageError, match="exclude each other"):
        arguments.query_of(Meal, {"fish": True}, meal)


def test_so_does_one_with_arguments_of_its_own():
    parameters = inspect.signature(lower_bound).parameters
    assert list(parameters) == ["grid", *ABOUT]
    assert "\n    time_limit: Stop after this time" in inspect.getdoc(lower_bound)


@pytest.mark.parametrize("command", ["count", "solve"])
def test_options(command):
    said = " ".join(called(command, "--help").stdout.split())
    elsewhere = {"checkpoint": "count", "limit": "solve", "start": "solve"}
    for name, about in ABOUT.items():
        option = flag(name, Arguments)
        wanted = option is not None and elsewhere.get(name, command) == command
        assert wanted == (f" {option} " in said)
        if wanted and name != "limit":
            assert about.help in said
        assert about.usual == (name not in elsewhere)


@pytest.mark.parametrize(
    "ways",  # statistics are of one thread
    [
        {"engine": "sums", "branch": "streak", "propagate": "bounds", "workers": 1},
        {"encoding": "adder", "stats": False},
    ],
)
def test_a_request_has_what_is_handed_to_engines(ways):
    asked = {name: ways.get(name, None if ABOUT[name].listed else OTHERS[name]) for name in HANDED}
    work = work_of(accord.load("queens:4").model, distinct=False, method=None, root=None)
    request = ask("first", asked).request(work, 3.0)
    assert {name: getattr(request, name) for name in HANDED} == asked
    assert (request.task, request.limit, request.deadline) == ("first", 1, 3.0)
    own = {"task", "solutions", "limit", "root", "hint", "known", "deadline", "save_when", "resume", "nodes"}
    own |= {"ranks"}
    assert {field.name for field in fields(Request)} == own | set(HANDED)


def test_the_question_of_a_checkpoint_is_what_it_was():
    """Its keys and values are in files that were written by earlier versions."""
    model = accord.load("queens:4").model
    asked = ask("count", {"distinct": True, "root": "r2", "seed": 5, "time_limit": 9.0, "workers": 2})
    work = work_of(model, distinct=True, method=None, root="r2")
    assert asked.question(model, work, "native", digest=asked.walks(work)) == {
        "model": fingerprint(model), "task": "count", "distinct": True, "method": "filter", "digest": True,
        "root": "r2", "reduce": True, "backend": "native", "engine": None, "seed": 5, "encoding": None,
        "branch": None, "propagate": None, "stats": False,
    }  # fmt: skip
    named = ask("count", {"reduce": False, "engine": "cadical195", "encoding": "adder", "checkpoint": "x"})
    plain = work_of(model, distinct=False, method=None, root=None, reduce=False)
    assert named.question(model, plain, "sat", digest=named.walks(plain)) == {
        "model": fingerprint(model), "task": "count", "distinct": False, "method": None, "digest": False,
        "root": None, "reduce": False, "backend": "sat", "engine": "cadical195", "seed": 0,
        "encoding": "adder", "branch": None, "propagate": None, "stats": False,
    }  # fmt: skip


LINES = {  # what stamps the lines of many: digests that are in files which earlier versions wrote
    "solve": (solving("solve", ask("unique", {"backend": "native"})), "4e0fc983833662072810a3e0b96f99ca"),
    "count": (solving("count", ask("count", {})), "1729d655950aa1e80439e523f143d118"),
    "rate": (solving("rate", RateArguments(time_limit=60)), "66cd39c2431184f115757a585526d7a8"),
    "check": (solving("check", CheckCommand()), "cc4aed1e274297c0dbc9572abc7d5bfd"),
    "plan": (planning(PlanRecords()), "2efa754ed78db1b44b00d9a1efc295d7"),
    "clues": (hiding(CluesCommand(k=4)), "a85deb591017fdcd1b91876c6f315508"),
}


@pytest.mark.parametrize("verb", LINES)
def test_the_question_of_many_is_what_it_was(verb):
    question, stamp = LINES[verb]
    assert digest(question.terms) == stamp


def test_the_question_of_a_shard_is_what_it_was_and_limits_are_no_part_of_it():
    query = Generate(
        family="sudoku", size=(4, 4), count=3, seed=1, more={"clues": 8}, form="line", time_limit=5
    )
    heading = Heading.of("generate", query.terms, 3, Shard(1, 3))
    assert heading.question == "e3ac9ee219556ee18cd75cc5ed7d8be8"


def test_a_run_takes_a_query_in_place_of_a_task_and_its_arguments():
    puzzle = accord.load("queens:6")
    query = ask("count", {"distinct": True, "backend": "native"})
    assert ask(query, {}) is query
    run = Run(puzzle, query)
    assert [step.count for step in run][-1] == 1
    assert (run.task, run.outcome.distinct, run.outcome.backend) == ("count", True, "native")
    other = Run(puzzle, query, distinct=False)
    assert [step.count for step in other][-1] == 4
    with pytest.raises(UsageError, match="unknown argument 'task'"):
        ask(query, {"task": "first"})
    with pytest.raises(UsageError, match="best is one solution"):
        ask("best", {"distinct": True})


def test_a_proof_takes_no_argument_of_the_steps_to_it():
    with pytest.raises(UsageError, match="unknown argument 'trim'"):
        accord.prove(accord.load("langford:5"), trim=True)


ALONE = {"order", "limit", "node_limit", "checkpoint", "branch", "propagate", "encoding", "stats"}
REFUSED = {"distinct", "method", "symmetries", "root", "with_digest", "start"}


@pytest.mark.parametrize("name", ABOUT)
def test_many_puzzles(tmp_path, name):
    sudoku = accord.load("sudoku:" + "." * 81)
    assert kernel_of(ask("unique", DEFAULTS))(("one", sudoku)) is not None
    asked = {name: OTHERS[name], **dict.fromkeys(ABOUT[name].needs, True)}
    together = kernel_of(ask("first" if name == "start" else "unique", asked))(("one", sudoku)) is not None
    assert together == (name not in ALONE | REFUSED)
    if name in REFUSED:
        file = tmp_path / "two.txt"
        file.write_text("queens:4\nqueens:5\n")
        values = () if OTHERS[name] is True else (OTHERS[name],)
        if name == "start":
            values = (tmp_path / "start.json",)
            values[0].write_text(json.dumps(OTHERS[name]))
        needed = [flag(each, Arguments) for each in ABOUT[name].needs]
        option = flag(name, Arguments)
        refused = needed[0] if needed else option
        said = f"accord: {refused} is for one puzzle; a file of many is solved puzzle by puzzle\n"
        done = called("solve", file, option, *values, *needed)
        assert (done.returncode, done.stderr) == (2, said)


def test_messages_name_arguments_and_the_command_line_its_options():
    with pytest.raises(
        UsageError, match=r"^`method` says how to count distinct solutions; it needs `distinct`$"
    ):
        accord.count(accord.load("queens:4"), method="split")
    done = called("count", "queens:4", "--method", "split")
    assert done.stderr == "accord: --method says how to count distinct solutions; it needs --distinct\n"
    done = called("count", "queens:4", "--root", "x")
    assert done.stderr.startswith("accord: --root 'x' is no item of this puzzle; items are ")
    done = called("count", "queens:4", "--distinct", "--digest", "--method", "burnside")
    assert done.stderr.endswith("no limit; take --method split or filter\n")


def test_no_word_of_the_command_line_is_said_elsewhere():
    source = ROOT / "src" / "accord"
    for path in sorted(source.rglob("*.py")):
        place = path.relative_to(source).as_posix()
        if place.startswith("cli/") or place.endswith("command.py"):
            continue
        tree = ast.parse(path.read_text())
        nodes = [
            each for each in ast.walk(tree) if isinstance(each, ast.Module | ast.ClassDef | ast.FunctionDef)
        ]
        prose = {id(each.body[0].value) for each in nodes if each.body and isinstance(each.body[0], ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
                assert not re.search(r"(^|\s)--[a-z]", node.value), f"{place}:{node.lineno}"
