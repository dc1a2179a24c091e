"""Certificates of counts: a search is written down by its decisions, and all else is worked out again.

matrix     a model -> what its certificate is about: items, options, a matrix for each symmetry
tree       a matrix -> decisions, followed in depth
graph      a matrix -> decisions, in layers; equal situations are one
write      a model -> a file: which kind, limits, streamed
checked    a file -> the number that it proves
heading    the first line of a file: items, options, a group
quotients  the group of a file: where it takes options, and what the searches are of
follow     the arrays of the kernels that follow decisions
named      whether a certificate is about a puzzle that one names

The first four write, and the rest check: these two share no code.
`accord certify` and `accord check` call both, and so may you; the format is in docs/certificate-formats.md.

    >>> import accord, tempfile
    >>> from pathlib import Path
    >>> from accord.certify.count import check, write
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "langford.count")
    ...     written = write(accord.load("langford:7").model, file, puzzle="langford:7", distinct=True)
    ...     verdict = check(file)
    >>> written.count, verdict.proved, verdict.count, verdict.order
    (26, True, 26, 2)
"""

from accord.certify.count.checked import Verdict, check
from accord.certify.count.write import Written, write

__all__ = ["Verdict", "Written", "check", "write"]
