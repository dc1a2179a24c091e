"""The plain checker of LRAT proofs: the text, a dictionary of clauses, and nothing else."""


def follows(lemma, hints, clauses):
    """Whether a clause follows by its hints, or may be added: RUP or RAT."""
    true = {-literal for literal in lemma}
    conflict, groups = any(-literal in true for literal in true), {}
    for place, hint in enumerate(hints):
        if hint < 0 and not conflict:
            ends = [*(p for p, other in enumerate(hints) if other < 0 and p > place), len(hints)]
            if -hint in groups or -hint not in clauses:
                return False
            groups[-hint] = hints[place + 1 : ends[0]]
        elif not groups and not conflict:
            conflict = draws(hint, true, clauses)
            if conflict is None:
                return False
    if conflict or not lemma:
        return conflict
    for candidate in (identity for identity, clause in clauses.items() if -lemma[0] in clause):
        if candidate not in groups:
            return False
        rest = true | {-literal for literal in clauses[candidate] if literal != -lemma[0]}
        conflict = any(-literal in rest for literal in rest)
        for hint in groups.pop(candidate):
            conflict = conflict or draws(hint, rest, clauses)
            if conflict is None:
                return False
        if not conflict:
            return False
    return not groups


def draws(hint, true, clauses):
    """Whether a clause is a conflict; if it leaves one literal, that is true; None if it leaves more."""
    left = {literal for literal in clauses.get(hint, (0, 0.5)) if -literal not in true}
    if len(left) == 1:
        true |= left
    return None if len(left) > 1 else not left


def proves(formula, text):
    """Whether an LRAT proof proves that a formula, a list of clauses, has no model."""
    clauses, last = {number: set(clause) for number, clause in enumerate(formula, 1)}, len(formula)
    if set() in clauses.values():
        return True
    for words in map(str.split, text.splitlines()):
        if words[1] == "d":
            for word in words[2:-1]:
                clauses.pop(int(word), None)
            continue
        identity, *numbers = map(int, words)
        lemma, hints = numbers[: numbers.index(0)], numbers[numbers.index(0) + 1 : -1]
        if identity <= last or not follows(lemma, hints, clauses):
            return False
        if not lemma:
            return True
        clauses[identity], last = set(lemma), identity
    return False
