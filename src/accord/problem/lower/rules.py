"""What rules write their rows with; docs/modelling.md shows the rows of each."""

from __future__ import annotations

from accord.problem.lower.forms import Forms
from accord.problem.lower.truths import Truths


class Rows:
    """Writes the rows of one problem's rules: `Rule.write_rows` takes it."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.writer = forms.writer
        self.truths = Truths(forms)
