"""Random problems in words, each said in three ways: as a file, to accord.Problem, and for plain Python.

A rule is a tree, so that it can be made smaller, and its image under a symmetry be stated too: a tuple of an
operator and parts, a list, a variable (Name), or a value. `TEXTS` has the text of each operator.
"""

import json
from functools import cache
from itertools import product
from typing import NamedTuple

from outside.meaning import Array, Board, Links, pairs


class Name(NamedTuple):
    """A variable; `place` counts from 1."""

    name: str
    place: tuple = ()


class Raw(NamedTuple):
    """A text that is the same in all three, but for places in brackets, `<1>`."""

    text: str


class Declared(NamedTuple):
    """What a line of `[variables]` declares."""

    name: str
    kind: str  # number, truth, choice, array, board, cells, dots, pairs
    values: tuple = (False, True)
    shape: object = None  # of boards, and what is like them: sizes, or a picture; of pairs: (pairs, alone)
    lattice: str = "square"


class Statement(NamedTuple):
    """A problem. A move is a symmetry: board, names or values; the name of a line; where each goes."""

    declared: tuple
    rules: tuple = ()
    wanted: tuple = ()  # ("minimize", tree)
    moves: tuple = ()


PLAIN = ("+", "-", "*", "==", "!=", "<", "<=", ">", ">=")
LISTS = {"different": "apart", "table": "rows", "forbidden": "rows", "precedence": "values"}
TEXTS = {  # in a file, to a Problem, for Python
    **{sign: (f"({{}} {sign} {{}})",) * 3 for sign in PLAIN},
    "abs": ("abs({})",) * 3,
    "sum": ("sum({})",) * 3,
    "min": ("min({})", "minimum({})", "min({})"),
    "max": ("max({})", "maximum({})", "max({})"),
    "count": ("count({})", "total({})", "count({})"),
    "times": ("count({}, {})", "total([each == {1} for each in {0}])", "count({}, {})"),
    "element": ("element({}, {})", "element({}, {} - 1)", "element({}, {})"),
    "at": ("{}[{}]", "element({}, {} - 1)", "element({}, {})"),
    "row": ("{}[{}, {}]", "element({}[{} - 1, :], {} - 1)", "element({}[{}, :], {})"),
    "and": ("({} and {})", "({} & {})", "({} & {})"),
    "or": ("({} or {})", "({} | {})", "({} | {})"),
    "^": ("({} ^ {})",) * 3,
    "not": ("(not {})", "(~{})", "(not {})"),
    ">>": ("({} >> {})", "({} >> {})", "implies({}, {})"),
    "implies": ("implies({}, {})", "{}.implies({})", "implies({}, {})"),
    "iff": ("iff({}, {})", "{}.iff({})", "iff({}, {})"),
    "xor": ("xor({}, {}, {})", "({} ^ {} ^ {})", "xor({}, {}, {})"),
    "all": ("all({})", "every({})", "all({})"),
    "any": ("any({})", "some({})", "any({})"),
    "chain": ("({} <= {} < {})", "(({0} <= {1}) & ({1} < {2}))", "(({0} <= {1}) & ({1} < {2}))"),
    "in": ("({} in {})", "some([{} == each for each in {}])", "({} in {})"),
    "not in": ("({} not in {})", "every([{} != each for each in {}])", "({} not in {})"),
    "add": ("{}", "p.add({})", "{}"),
    "each": ("{} for line in {}", "p.add([{} for line in {}])", "all([{} for line in {}])"),
    **{rule: (f"{rule}({{}}, {{}})", f"p.{rule}({{}}, {{}})", f"{rule}({{}}, {{}})") for rule in LISTS},
    "apart": ("different({}, apart={})", "p.different({}, apart={})", "different({}, {})"),
    "relation": ("table({}, {})", "p.relation(lambda *row: row in {1}, *{0})", "table({}, {})"),
    "increasing": ("increasing({}, strictly={})", "p.increasing({}, strictly={})", "increasing({}, {})"),
    "lexicographic": tuple(f"{p}lexicographic({{}}, {{}}, strictly={{}})" for p in ("", "p.", "")),
    "regular": tuple(f"{p}regular({{}}, {{}}, {{}}, {{}})" for p in ("", "p.", "")),
    "inverse": tuple(f"{p}inverse({{}}, {{}}, base={{}})" for p in ("", "p.", "")),
    **{rule: tuple(f"{p}{rule}({{}}{{}}, how='{{}}')" for p in ("", "p.", ""))
       for rule in ("connected", "regions", "single_loop", "path", "paths", "tree")},
}  # fmt: skip
FILE, PROBLEM, PYTHON = range(3)


def text(tree, how):
    """A tree in words."""
    less = how == PROBLEM
    if isinstance(tree, Name):
        shown = ",".join(place(each, less) for each in tree.place)
        shown = shown if less else shown.replace("(", "").replace(")", "")
        return f"{tree.name}[{shown}]" if tree.place else tree.name
    if isinstance(tree, Raw):
        words = tree.text
        for number in range(1, 9):
            words = words.replace(f"<{number}>", str(number - less))
        return words
    if isinstance(tree, list):
        return f"[{', '.join(text(each, how) for each in tree)}]"
    if isinstance(tree, tuple):
        return TEXTS[tree[0]][how].format(*(text(each, how) for each in tree[1:]))
    return repr(tree)


def place(at, less):
    """A cell, a number or a text, counted from 0 if it is less."""
    if isinstance(at, tuple):
        return f"({','.join(str(n - less) for n in at)})"
    return json.dumps(at) if isinstance(at, str) else str(at - less)


@cache
def atoms(declared):
    """The variables that a line declares: place -> name."""
    name, kind, _, shape, lattice = declared
    if kind in ("number", "truth", "choice"):
        return {(): name}
    if kind == "pairs":
        return {pair: f'{name}["{pair[0]}","{pair[1]}"]' for pair in shape[0]}
    places = [(n,) for n in range(1, shape + 1)] if kind == "array" else cells(shape)
    if kind in ("cells", "dots"):
        near = dots(places) if kind == "dots" else pairs(tuple(places), lattice)
        return {pair: f"{name}[{','.join(str(n) for end in pair for n in end)}]" for pair in sorted(near)}
    return {place: f"{name}[{','.join(map(str, place))}]" for place in places}


def cells(shape):
    if isinstance(shape, str):
        rows = enumerate(shape.split("\n"), 1)
        return [(r, c) for r, row in rows for c, sign in enumerate(row, 1) if sign == "."]
    return [*product(*(range(1, n + 1) for n in shape))]


def dots(places):
    """The sides of some cells, each from a corner to the next."""
    corners = [(r + d, c + e) for r, c in places for d, e in product((0, 1), repeat=2)]
    sides = pairs(tuple({*corners}), "square")
    return [pair for pair in sides if any({*pair} <= {*product((r, r + 1), (c, c + 1))} for r, c in places)]


def meant(declared, values):
    """What the name of a line stands for, where its variables have these values, in their order."""
    _, kind, domain, shape, lattice = declared
    if kind in ("number", "truth", "choice"):
        return values[0]
    if kind == "array":
        return Array(values)
    by_place = dict(zip(atoms(declared), values, strict=True))
    if kind == "board":
        return Board(by_place, lattice, domain)
    return Links(by_place, shape[1] if kind == "pairs" else ())


def line_of(declared):
    """As a line of `[variables]`, and as a call of a method of Problem."""
    name, kind, values, shape, lattice = declared
    listed, said, on = ", ".join(map(str, values)), json.dumps(shape), f", lattice = '{lattice}'"
    domain, given = (f', values = "{listed}"', f", values={values}") if values[0] is not False else ("", "")
    by, near = f", lattice={lattice!r}", {}
    cells = f"grid(*{[shape] if isinstance(shape, str) else shape}{by})"
    if kind == "pairs":
        near = {
            end: [other for one, other in shape[0] if one == end]
            for end in sorted({*sum(shape[0], shape[1])})
        }
        said = json.dumps([*shape[0], *([alone] for alone in shape[1])])
    return {
        "number": (f'"{listed}"', f"p.integer({name!r}, values={values})"),
        "truth": ('"boolean"', f"p.boolean({name!r})"),
        "choice": (json.dumps(values), f"p.choice({name!r}, {values})"),
        "array": (f"{{ array = {said}{domain} }}", f"p.integers({said}{given}, name={name!r})"),
        "board": (f"{{ board = {said}{domain}{on} }}", f"p.board({said}{given}, name={name!r}{by})"),
        "cells": (f"{{ edges = 'cells', board = {said}{on} }}", f"p.edges({cells}, {name!r})"),
        "dots": (f"{{ edges = 'dots', board = {said}{on} }}", f"p.edges(dots({cells}), {name!r})"),
        "pairs": (f"{{ edges = {said} }}", f"p.edges({near}, {name!r})"),
    }[kind]  # fmt: skip


def smaller(said):
    """Smaller problems: without a rule, a variable, what is wanted, a symmetry; with a part for a whole."""
    for gone in range(len(said.rules)):
        yield said._replace(rules=said.rules[:gone] + said.rules[gone + 1 :])
    for gone in range(len(said.declared)):
        yield said._replace(declared=said.declared[:gone] + said.declared[gone + 1 :])
    yield said._replace(wanted=())
    yield said._replace(moves=said.moves[:-1])
    for at, rule in enumerate(said.rules):
        for part in parts(rule):
            yield said._replace(rules=(*said.rules[:at], part, *said.rules[at + 1 :]))


def parts(tree):
    """The tree with one of its parts in the place of a whole, or a list with a member less."""
    if isinstance(tree, Name | Raw) or not isinstance(tree, tuple | list):
        return
    if isinstance(tree, tuple) and tree[0] not in ("add", "each"):
        yield from (part for part in tree[1:] if isinstance(part, tuple))
    for at, part in enumerate(tree):
        yield from (type(tree)([*tree[:at], less, *tree[at + 1 :]]) for less in parts(part))
        if isinstance(tree, list) and len(tree) > 1:
            yield [*tree[:at], *tree[at + 1 :]]


def image(tree, moved):
    """The tree with names, or values, in the place of others."""
    if isinstance(tree, list) or (isinstance(tree, tuple) and not isinstance(tree, Name | Raw)):
        return type(tree)(image(each, moved) for each in tree)
    return moved.get(tree, tree)
