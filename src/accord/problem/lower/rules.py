"""What rules write their rows with; docs/modelling.md shows the rows of each."""

from __future__ import annotations

from accord.problem.graphs.rules import GraphRule
from accord.problem.lower import graphs
from accord.problem.lower.forms import Forms
from accord.problem.lower.truths import Truths


class Rows:
    """Writes the rows of one problem's rules: `Rule.write_rows` takes it."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.writer = forms.writer
        self.truths = Truths(forms)

    def graph(self, rule: GraphRule) -> None:
        """Write a rule on a graph."""
        flags = [None if flag is None else self.forms.form(flag) for flag in rule.flags]
        graphs.write(self.writer, rule, flags)
