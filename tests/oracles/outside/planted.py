"""Faults of lowering, put in one at a time, to see that cases find them: a text in a function for another.

`accord_compare.fuzz.faults` stands for functions as a whole; a change within one is made in its code, which
every holder of the function runs.
"""

import __future__

import inspect
from contextlib import contextmanager
from functools import reduce
from importlib import import_module
from textwrap import dedent

RULES, FORMS, TRUTHS = "problem.lower.rules:Rows", "problem.lower.forms:Forms", "problem.lower.truths:Truths"
GRAPHS, CUTS, UNFOLD = "problem.lower.graphs", "problem.graphs.separation", "problem.lower.unfold"
VIEWS, WRITER, LAID = "problem.lower.views", "problem.lower.model_writer", "families.packing"
PLANTED = [  # the cases that can find it, the function, what is there, what stands there instead
    ("problems", f"{RULES}.different", "elif len(having) > 1:", "elif len(having) > 2:"),
    ("problems", f"{RULES}.different", "not rule.apart\n", "True\n"),
    ("problems", f"{RULES}.table", "len(row) - 1)", "len(row))"),
    ("problems", f"{RULES}.table", " != rule.forbidden", ""),
    ("problems", f"{RULES}.lexicographic", "number == last and", "number == last - 1 and"),
    ("problems", f"{RULES}.inverse", "if outside:", "if not inside:"),
    ("problems", f"{RULES}.precedence", "if after in view:", "if after in view and number > 1:"),
    ("problems", "problem.lower.regular:_layers", "if others:", "if len(others) > 1:"),
    ("problems", f"{TRUTHS}._clause", " or self.to is not self.writer:", ":"),
    ("problems", f"{TRUTHS}._relate", "and len(with_second[some[0]]) == 1:", ":"),
    ("problems", f"{FORMS}.sum", "constant += times * form.constant", "constant += form.constant"),
    ("problems", f"{FORMS}._extreme", "after - before", "min(2, after - before)"),
    ("problems", f"{FORMS}._stay_inside", " if is_inside(value, array)", ""),
    ("problems", f"{FORMS}.stay_inside", "if type(part) not in ATOMS:", "if is_element(part):"),
    ("problems", f"{VIEWS}:among", ".negation()", ""),
    ("problems", f"{VIEWS}:at_most_0", "len(literals) - 1)", "len(literals) - 2)"),
    ("problems", f"{VIEWS}:odd", "(1, 1, -2)", "(1, 1, -1)"),
    ("problems", "problem.lower.conditional:ConditionalWriter.at_most", "[1] - bound)", "[1] - bound - 1)"),
    ("problems", f"{WRITER}:ModelWriter._exclusive", "len(groups) == 1 and", ""),
    ("problems", "problem.lower.passes:_option_permutation", "to[values.get(value, value)]", "to[value]"),
    ("problems", f"{GRAPHS}:_vertices", "low if stated.empty else max(1, low)", "low"),
    ("problems", f"{GRAPHS}:_vertices", 'writer.at_least(f"{words}: its root", root, 1)', "pass"),
    ("problems", f"{GRAPHS}:_through", "if spanning or here.constant:", "if here.constant:"),
    ("problems", f"{GRAPHS}:_rule", "shortest=stated.shortest", "shortest=stated.shortest - 1"),
    ("problems", f"{UNFOLD}:most_levels", "max(0, most - 1)", "max(0, most - 2)"),
    ("problems", f"{UNFOLD}:most_levels", "// 2", "// 3"),
    ("problems", f"{UNFOLD}:_step", "if way is ways[0]:", "if way is not ways[0]:"),
    ("problems", f"{CUTS}:_between", "rule.beside[vertex]))", "rule.beside[vertex]))[1:]"),
    ("problems", f"{CUTS}:_circles", "len(part.vertices) - 1 -", "len(part.vertices) - 2 -"),
    ("problems", f"{CUTS}:_apart", "if rule.spanning else", "if True else"),
    ("packings", f"{LAID}.placements:_fitting", " | (has == 0)", ""),
    ("packings", f"{LAID}.placements:placements", "(rows[:, 1:] != rows[:, :-1])", "(rows[:, 1:] >= 0)"),
    ("packings", f"{LAID}.placements:placements", "range(each.shape[1])", "range(1)"),
    ("packings", f"{LAID}.placements:_around", "kept |= (rows == cells).all(axis=1)", "pass"),
    ("packings", f"{LAID}.model:_need_items", "return any(", "return False and any("),
    ("packings", f"{LAID}.crossings:Crossings.points_passed", "lie | (", "lie & ("),
    ("packings", f"{LAID}.confine:_outside", "[rows].any(axis=1)", "[rows].all(axis=1)"),
    ("packings", f"{LAID}.symmetries:_twins", "spec.turning and (spec.flipping or isometry.proper)", "True"),
]  # fmt: skip


@contextmanager
def put_in(place, text, instead):
    """A context in which the function has another text there."""
    module, _, names = place.partition(":")
    found = reduce(getattr, names.split("."), import_module(f"accord.{module}"))
    forget, function = getattr(found, "cache_clear", lambda: None), inspect.unwrap(found)
    source = dedent(inspect.getsource(function))
    assert source.count(text) == 1, (place, text)
    names = dict(function.__globals__)
    flags = __future__.annotations.compiler_flag
    exec(compile(source.replace(text, instead), place, "exec", flags=flags, dont_inherit=True), names)
    made = inspect.unwrap(names[function.__name__])
    right, function.__code__ = function.__code__, made.__code__
    forget()
    try:
        yield
    finally:
        function.__code__ = right
        forget()
