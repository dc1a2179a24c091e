"""Write all files that are made from the code: `make generated`. Look at the difference before you commit it.

python tests/generated            # write those that are stale, and print their names
python tests/generated --check    # print them, write nothing, and end with 1 if there are any
"""

import os
import sys
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / name) for name in ("plugins", "oracles")]

import rules_on_graphs
import rules_on_lists

CHECK = "--check" in sys.argv


def is_stale(file: Path, text: str) -> bool:
    """Whether a file has another text; without --check it has this one now."""
    if file.exists() and file.read_text("utf-8") == text:
        return False
    print(file.relative_to(Path(__file__).parents[2]), flush=True)
    if not CHECK:
        file.write_text(text, "utf-8")
    return True


def write_first(file: Path, text: str) -> bool:
    """Whether a table is stale by which all else is made; without --check, begin anew with the new one."""
    stale = is_stale(file, text)
    if stale and not CHECK:
        os.execv(sys.executable, [sys.executable, *sys.argv])
    return stale


stale = write_first(rules_on_graphs.PLACE, rules_on_graphs.text())  # without these nothing can be imported
stale |= write_first(rules_on_lists.PLACE, rules_on_lists.text())
if not stale:
    import registry

    stale = write_first(registry.FILE, registry.text(registry.found()))
if not stale:
    from generated_files import FILES

    for file, make in FILES.items():
        stale |= is_stale(file, make())
sys.exit(CHECK and stale)
