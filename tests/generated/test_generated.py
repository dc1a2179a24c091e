"""Files that are made from the code are as the code makes them; `make generated` writes them."""

import pytest
from generated_files import FILES, QUICK, ROOT, SLOWER

from goldens import COMMANDS

CASES = [
    *(pytest.param(file, id=str(file.relative_to(ROOT))) for file in QUICK),
    *(
        pytest.param(file, id=str(file.relative_to(ROOT)), marks=pytest.mark.full)
        for file in SLOWER
        if file != COMMANDS  # `tests/goldens` compares it command by command
    ),
]


@pytest.mark.parametrize("file", CASES)
def test_a_file_is_as_the_code_makes_it(file):
    assert FILES[file]() == file.read_text("utf-8"), "call `make generated`"
