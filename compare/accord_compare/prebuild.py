"""Compile all kernels for generic processors into a folder, for the wheel (`make wheel`).

Each kernel is compiled once, for this machine, and translated for the processors that wheels serve. The build
of a wheel takes the folder along if it is there (`hatch_build.py`); without it all kernels are compiled where
they are used.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from accord.kernels import kernels_of_package
from accord.stored_kernels import PROCESSORS, SUFFIX, prebuild
from accord_native.sources import OURS


def main(folder: Path) -> None:
    """Write the kernels into a folder, and print how many they are."""
    shutil.rmtree(folder, ignore_errors=True)
    kernels = [*kernels_of_package(OURS)]
    written = sum(prebuild(module, name, kernel, folder) for module, name, kernel in kernels)
    size = sum(file.stat().st_size for file in folder.rglob(f"*{SUFFIX}"))
    print(f"{written} of {len(kernels)} kernels for {' and '.join(PROCESSORS)}, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
