"""Kernels for LRAT proofs, in which each clause says which others it follows from: its hints.

    read    Read the steps of an LRAT proof from bytes, text or binary
    check   Check an LRAT proof by following its hints, in time that is linear in what they name
    trim    Kernel that trims an LRAT proof: drops unused lemmas and deletes clauses after their last use

    layout  The places of the arrays of the kernels of LRAT, which explain them; compiles nothing

`check` shares no code with the checker of DRAT proofs, which can write such numbers as well.

A proof is numbers, step behind step; the clauses of the formula have the ids from 1 on. A step that adds a
clause is its id, its literals, 0, its hints, 0. A hint is the id of a clause; where one is negative, the
clause with that id is a candidate, and the hints behind it are for what it gives together with the added
clause. A step that deletes clauses is DELETE, their ids, 0.
"""
