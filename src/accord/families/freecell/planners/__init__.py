"""Planners that know FreeCell and its relatives."""
