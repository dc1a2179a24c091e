"""Pictures to text."""
