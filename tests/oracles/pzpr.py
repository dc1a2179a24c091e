"""pzpr (npm, MIT), which puzz.link and other sites run: it opens addresses, and writes them.

It is asked through node. `ACCORD_PZPR` says where the package is, if node does not find it by itself.
"""

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

DRIVER = Path(__file__).with_suffix(".js")


class Pzpr:
    """A node that answers as long as the tests run."""

    def __init__(self, node):
        self.process = subprocess.Popen(
            [node, str(DRIVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, url):
        """The address as it writes it again, or why it does not open it."""
        self.process.stdin.write(json.dumps(url) + "\n")
        return json.loads(self.process.stdout.readline())

    def close(self):
        """Leave."""
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def found():
    """Where node is, if it finds the package; else None."""
    node = shutil.which("node")
    return node if node and _has_package(node) else None


@cache
def _has_package(node):
    look = 'require.resolve(process.env.ACCORD_PZPR || "pzpr")'
    done = subprocess.run(
        [node, "-e", look], cwd=DRIVER.parent, capture_output=True, env=os.environ, check=False
    )
    return done.returncode == 0
