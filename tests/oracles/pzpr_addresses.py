"""The table of what sites decode in addresses of our kinds, extracted from pzprjs itself.

    export ACCORD_PZPRJS=FOLDER ACCORD_PZPRJS_COMMIT=0401fc64
    PYTHONPATH=tests/oracles:docs .venv/bin/python -m pzpr_addresses

FOLDER is pzprjs (github.com/robx/pzprjs, MIT), which puzz.link runs, as its Gruntfile builds it; or the
folder `ppbench/vendor/pzprjs` of the package ppbench (PyPI), an older one, without suguru. It needs node.

The table `tests/data/pzpr-addresses.json` is written anew: facts only, no code.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

from accord_site.addresses import DATA, SITES

SCRIPT = Path(__file__).with_suffix(".js")
SOURCE = "decodePzpr of pzprjs, github.com/robx/pzprjs, MIT license; by tests/oracles/pzpr_addresses.py"


def names():
    """What sites that run pzpr call the kinds that we read."""
    return sorted(name for site in SITES.values() for name in site.kinds)


def extracted(folder):
    """The rows of a pzprjs in that folder."""
    node = shutil.which("node")
    assert node, "node is not on the path"
    done = subprocess.run([node, str(SCRIPT), folder, *names()], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def main():
    """Write the table."""
    folder = os.environ["ACCORD_PZPRJS"]
    rows = extracted(folder)
    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    head = f' "source": {json.dumps(SOURCE)},\n "commit": {json.dumps(os.environ["ACCORD_PZPRJS_COMMIT"])},\n'
    DATA.write_text(f'{{\n{head} "kinds": [\n{lines}\n ]\n}}\n')


if __name__ == "__main__":
    main()
