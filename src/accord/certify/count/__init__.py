"""Certificates of counts: a search is written down by its decisions, and all else is worked out again.

matrix     Turn a model into the matrices that a certificate of its count is about: one, or one per symmetry
graph      Write a count's certificate as a decision graph: the arrays, queues and loop of the kernel `graph`
write      Count a model's solutions and write the certificate to a file, which appears only when complete
checked    Check a certificate of a count: read the file and return the number of solutions that it proves
quotients  Check the symmetry group in a certificate, and derive the searches whose counts are divided by it
follow     Check a certificate of a count: follow its decisions on a matrix, refuse what does not hold

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
