"""Certificates: proofs that others can check, and reasons why a puzzle has no solution.

prove             Prove with a SAT solver that a model has no solution, or no other than a given one
certificate       The result of a proof: the claim, whether the proof holds
checker           Check a DRAT proof against a formula and return the verdict
hints             Check LRAT proofs by following their hints, and trim proofs to the lemmas they need
proof_check       Read and check the proof that a solver wrote; add hints and trim it where asked
cuts              Check the cuts in a proof about a model with lazy items
sums              Check a refutation by weights: with these weights of items
explain           Explain why a model has no solution: find a minimal set of items whose demands conflict
explanation       The result of an explanation: a minimal set of conflicting items
core              Find minimal cores: groups of items whose demands conflict
weights           Find integer weights of items, by a linear program, that show why demands cannot all be met
solver            Run SAT solvers of python-sat that write proofs, in a thread of their own
claimed_solution  Check a solution that a file states
count             Certificates of counts: a search is written down by its decisions

`accord prove`, `accord explain`, `accord certify` and `accord check` call it, and so may you; lines of many
puzzles use `explain` and `claimed_solution`.

    >>> import accord
    >>> from accord.certify.prove import prove
    >>> certificate = prove(accord.load("langford:5"))
    >>> certificate.claim, certificate.proved
    ('impossible', True)
"""
