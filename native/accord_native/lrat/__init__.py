"""Kernels for LRAT proofs, in which each clause says which others it follows from: its hints.

    read          the bytes of a file, text or binary -> numbers, step by step
    check         follows the hints of each step
    trim          leaves out what no hint leads to, and deletes clauses after their last use

    layout        the places of their arrays; compiles nothing

`check` shares no code with the checker of DRAT proofs, which can write such numbers as well.

A proof is numbers, step behind step; the clauses of the formula have the ids from 1 on. A step that adds a
clause is its id, its literals, 0, its hints, 0. A hint is the id of a clause; where one is negative, the
clause with that id is a candidate, and the hints behind it are for what it gives together with the added
clause. A step that deletes clauses is DELETE, their ids, 0.
"""
