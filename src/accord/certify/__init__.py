"""Certificates: proofs that others can check, and reasons why a puzzle has no solution.

prove             a proof that there is no solution, or no other: the steps to a certificate
certificate       what is claimed, how it is proved, and what has to be trusted
checker           checks a formula and a proof of any writer, and can note hints
hints             checks a proof by its hints, and leaves out what it does not need
proof_check       a solver's proof, read and checked
cuts              derives the lazy items that a proof uses
sums              checks weights that no choice of options can reach
explain           a few items whose demands cannot all be met
explanation       what it says, in words
core              makes such a set of items so small that none can be spared
groups            what is left out as one: an item, or all items of a rule
weights           a reason of arithmetic, if there is one; what comes first: a short run, and arithmetic
solver            solvers that write proofs
claimed_solution  whether a solution that a file states is the only one
count             certificates of counts: a package

`accord prove`, `accord explain`, `accord certify` and `accord check` call it, and so may you; lines of many
puzzles use `explain` and `claimed_solution`.

    >>> import accord
    >>> from accord.certify.prove import prove
    >>> certificate = prove(accord.load("langford:5"))
    >>> certificate.claim, certificate.proved
    ('impossible', True)
"""
