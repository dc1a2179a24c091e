"""The planted faults of the campaign: each is a text that its function has, so none is out of date."""

import pytest
from outside.planted import PLANTED, put_in


@pytest.mark.parametrize(("place", "text", "instead"), [fault[1:] for fault in PLANTED])
def test_a_planted_fault_changes_its_function(place, text, instead):
    with put_in(place, text, instead):
        pass
