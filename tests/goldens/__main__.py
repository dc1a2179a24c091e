"""Write all goldens anew: `make goldens`. Look at the difference before you commit it."""

import json
import sys
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / name) for name in ("plugins", "oracles")]

from transcripts import rerun

from goldens import COMMANDS, RECORDED

COMMANDS.write_text(rerun(COMMANDS.read_text()))
for file, recorded in RECORDED.items():
    file.write_text(json.dumps(recorded(), indent=1, ensure_ascii=False) + "\n")
