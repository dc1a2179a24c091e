"""The pigeonhole principle as clauses, and a short proof of it."""

from itertools import combinations, product


def pigeons(holes):
    """One pigeon more than holes: every pigeon in a hole, no hole with two."""
    clauses = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
    pairs = list(combinations(range(holes + 1), 2))
    return clauses + [[-(a * holes + h + 1), -(b * holes + h + 1)] for h in range(holes) for a, b in pairs]


def extended_pigeons(holes):
    """Cook's short proof of the pigeonhole principle: new variables reduce it to one hole fewer."""
    lemmas, number = [], {(p, h): p * holes + h + 1 for p in range(holes + 1) for h in range(holes)}
    free = len(number) + 1
    for n in range(holes - 1, 0, -1):  # holes left after this round
        new = {}
        for p, h in product(range(n + 1), range(n)):
            q = new[p, h] = free
            free += 1
            old, last, into = number[p, h], number[p, n], number[n + 1, h]
            lemmas += [[q, -old], [q, -last, -into], [-q, old, last], [-q, old, into]]
        for h in range(n):
            lemmas += [[-new[a, h], -new[b, h]] for a, b in combinations(range(n + 1), 2)]
        lemmas += [[new[p, h] for h in range(n)] for p in range(n + 1)]
        number = new
    return [*lemmas, []]
