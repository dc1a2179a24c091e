"""The generated reference has a place for all that is public, also for what is added later."""

import re
import typing
from functools import cache

import pytest
from accord_site import answers, arguments, commands, functions, generated, kinds, rules
from looped import looped
from pages import PAGES

import accord
from accord.arguments import Query
from accord.arguments.proof import ProverArguments
from accord.arguments.puzzle import Generate
from accord.arguments.run import Arguments
from accord.certify.certificate import Claim
from accord.certify.checker import Answer as Checked
from accord.certify.claimed_solution import Verdict
from accord.certify.explanation import Answer as Explained
from accord.cli.help import OPTION_GROUPS
from accord.cli.main import groups
from accord.exits import Code, Status
from accord.families.problem.functions import FUNCTIONS
from accord.planners.contract import Answer as Planned
from accord.puzzles import table
from accord.puzzles.table import GROUPS
from accord.runner.outcome import Answer
from accord_compare.row import Says


def flat(groups):
    return sorted(name for names in groups.values() for name in names)


@cache
def text(path):
    return generated.pages()[path]()


def test_every_public_name_has_its_place_and_an_example():
    assert flat(functions.GROUPS) == accord.__all__
    assert [name for name in accord.__all__ if name not in functions.examples()] == []


def test_every_method_of_a_problem_has_its_place_and_each_rule_an_example():
    assert flat(rules.GROUPS) == sorted(rules.methods())
    page = text(rules.PATH)
    for heading, names in rules.GROUPS.items():
        for name in names if heading != "Use" else ():
            assert ">>> " in page.partition(f"### {name}\n")[2].partition("\n### ")[0], name


def test_no_example_is_of_what_there_is_not():
    known = {*accord.__all__, *(f"Problem.{name}" for name in rules.methods())}
    assert {*functions.examples()} <= known


def test_every_command_has_its_place_and_every_group_of_options_its_options():
    assert flat(groups()) == sorted(commands.commands())
    known = {
        each.lstrip("-")
        for command in commands.commands().values()
        for option in command.params
        for each in (*option.opts, *option.secondary_opts)
    }
    assert [name for names in OPTION_GROUPS.values() for name in names if name not in known] == []


@looped("name", commands.commands())
def test_the_page_of_a_command_has_all_its_options(name):
    page = text(f"{commands.FOLDER}/{name}.md")
    for option in commands.commands()[name].params:
        if option.opts[0].startswith("-") and not option.hidden:
            assert re.search(rf"\| `[^`]*{re.escape(option.opts[-1])}\b", page), option.opts


def test_every_exit_code_status_answer_and_verdict_has_a_line():
    assert {*commands.ENDS} == {*Code}
    assert {*answers.STATUSES} == {*typing.get_args(Status)}
    found = [Answer, Claim, Explained, Planned, Verdict, Checked]
    assert {*answers.ANSWERS} == {each for kind in found for each in typing.get_args(kind)}
    assert {*answers.VERDICTS} == {*typing.get_args(Says)}
    assert {*answers.QUESTIONS} == {*answers.TASKS}


@pytest.mark.full
def test_every_family_is_in_a_group_with_a_rule_and_has_its_keys_on_the_page():
    ours = [row for row in table.rows().values() if not row.package]
    assert {row.group for row in ours} <= {*GROUPS}
    assert [row.name for row in ours if not 10 < len(row.rule) < 75] == []
    assert flat(kinds.groups()) == sorted(row.name for row in ours)
    for page in (kinds.PATH, "reference/model-files.md"):
        assert [row.name for row in ours if f"## {row.name}\n" not in text(page)] == []


def subclasses(of):
    for each in of.__subclasses__():
        yield each
        yield from subclasses(each)


def test_every_argument_is_in_a_table():
    known = {*subclasses(Query)} - {ProverArguments}  # which adds an argument of Accord's own
    known = [each for each in known if re.match(r"accord\.(arguments|families)", each.__module__)]
    assert len(known) > 15
    names = {field.name for struct in known for field in arguments.fields_of(struct)}
    assert [name for name in names if f"| `{name}` |" not in text(arguments.PATH)] == []
    for heading in arguments.VERBS:
        assert f"## {heading}\n" in text(arguments.PATH)


def test_a_table_has_the_option_the_default_and_the_meaning_of_an_argument():
    field = next(each for each in arguments.fields_of(Arguments) if each.name == "time_limit")
    assert arguments.facts(field, Arguments) == (
        "`time_limit`", "`float`", "`--time-limit SECONDS`", "",
        "Stop after this time, including the time to build the model.",
    )  # fmt: skip
    assert "`300` in the command" in text(arguments.PATH)
    assert "| `size` |" in text(arguments.PATH)
    assert issubclass(arguments.VERBS["Random puzzles"].command, Generate)


def test_problem_files_say_what_each_function_means():
    page = PAGES["docs/problem-files.md"].read_text() + PAGES["docs/graphs.md"].read_text()
    assert [name for name in FUNCTIONS if not re.search(rf"`[^`]*{re.escape(name)}\b", page)] == []
