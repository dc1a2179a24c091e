"""The slow checker of proofs: unit propagation clause by clause, without watches."""


def propagates(clauses, true):
    """Whether unit propagation from these literals ends in a conflict; without watches."""
    true = set(true)
    while True:
        if any(-literal in true for literal in true):
            return True
        units = set()
        for clause in clauses:
            if any(literal in true for literal in clause):
                continue
            left = [literal for literal in set(clause) if -literal not in true]
            if not left:
                return True
            if len(left) == 1:
                units.add(left[0])
        if not units:
            return False
        true |= units


def plainly(clauses, steps):
    """The answer of a slow checker that honours every deletion, but of clauses that force a literal."""
    active = [tuple(clause) for clause in clauses]
    for deletes, literals in steps:
        if propagates(active, ()):
            return "proved"
        if deletes:
            same = [clause for clause in active if set(clause) == set(literals)]
            if same and not forces(active, same):
                active.remove(same[-1])
            continue
        if not propagates(active, [-literal for literal in literals]):
            if not literals:
                return "rejected"
            pivot = literals[0]
            for clause in active:
                if -pivot not in clause:
                    continue
                rest = [-literal for literal in clause if literal != -pivot]
                if not propagates(active, [-literal for literal in literals] + rest):
                    return "rejected"
        active.append(tuple(literals))
    return "proved" if propagates(active, ()) else "incomplete"


def forces(active, same):
    """Whether deleting a clause that has no copy could change what follows from the clauses alone."""
    true = set()
    while True:
        units = set()
        for clause in active:
            left = [literal for literal in set(clause) if -literal not in true]
            if len(left) == 1 and left[0] not in true:
                units.add(left[0])
        if not units:
            break
        true |= units
    clause = same[-1]
    return len(same) == 1 and sum(-literal not in true for literal in set(clause)) == 1
