"""Goldens: files of what Accord shows, recorded; tests compare, and `make generated` writes them anew.

commands.txt      command lines with all they print, and their exit codes
help.json         command -> what it says, and its parameters
signatures.json   the signatures of the library's public names
rule_words.json   family -> the words of the rules of small puzzles
digests.json      model file -> the fingerprint of its model
efforts.json      instance of the benchmark -> the work its engine does for it
"""

from pathlib import Path

from faces import digests, efforts, helps, rule_words, signatures

FOLDER = Path(__file__).parents[1] / "goldens"
COMMANDS = FOLDER / "commands.txt"
RECORDED = {
    FOLDER / "help.json": helps,
    FOLDER / "signatures.json": signatures,
    FOLDER / "rule_words.json": rule_words,
    FOLDER / "digests.json": digests,
    FOLDER / "efforts.json": efforts,
}
