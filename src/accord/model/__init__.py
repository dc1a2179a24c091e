"""Models: items, options and demands. Data and its algebra; nothing here runs a solver."""

from accord.model.kind import Kind
from accord.model.model import Model

__all__ = ["Kind", "Model"]
