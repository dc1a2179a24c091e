"""What people see of Accord stays as it is, until somebody changes it on purpose: see `tests/generated`."""

import pytest
from transcripts import record, sections, transcript

from goldens import COMMANDS

pytestmark = pytest.mark.full


@pytest.mark.parametrize("heading", sections(COMMANDS.read_text()))
def test_commands_print_what_they_printed(heading):
    text = COMMANDS.read_text()
    assert record(sections(text)[heading]) == transcript(text, heading).rstrip("\n") + "\n"
