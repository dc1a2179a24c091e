"""Write all files that are made from the code: `make generated`. Look at the difference before you commit it.

python tests/generated            # write those that are stale, and print their names
python tests/generated --check    # print them, write nothing, and end with 1 if there are any
"""

import os
import sys
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / name) for name in ("plugins", "oracles")]

from generated_files import QUICK, ROOT, SLOWER, TABLES

check, stale = "--check" in sys.argv, []
for file, make in {**QUICK, **SLOWER}.items():
    text = make()
    if file.exists() and file.read_text("utf-8") == text:
        continue
    stale.append(file)
    print(file.relative_to(ROOT), flush=True)
    if not check:
        file.write_text(text, "utf-8")
        if file in TABLES:  # what comes next is made with the new rows
            os.execv(sys.executable, [sys.executable, *sys.argv])
sys.exit(check and bool(stale))
