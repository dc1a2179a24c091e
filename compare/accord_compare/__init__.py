"""The harness: runs every engine on the same puzzle, and reports disagreement first. Private to Accord."""
