"""Ship the model files, which live in models/, inside the wheel as accord/models."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ModelFiles(BuildHookInterface):
    """Adds models/ to a standard wheel; an editable install reads it where it is."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Hatchling calls this before it collects the files of a wheel."""
        if version == "standard":
            build_data["force_include"]["models"] = "accord/models"
