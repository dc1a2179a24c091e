"""Ship what lies outside of the packages: the model files, as accord/models, and compiled kernels."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class OtherFiles(BuildHookInterface):
    """Adds folders to a standard wheel; an editable install reads the models where they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Hatchling calls this before it collects the files of a wheel."""
        if version == "standard":
            build_data["force_include"]["models"] = "accord/models"
            if Path(self.root, "prebuilt").is_dir():  # made by `make wheel`; all works without it
                build_data["force_include"]["prebuilt"] = "accord/prebuilt"
