"""Kernels that write the certificate of a count, and others that check one.

    tree          writes decisions: a search by the item with the fewest choices
    graph         writes decisions: layers of situations, of which equal ones are one
    check         follows the decisions of either, and counts the ways to each situation

    layout        the places of the arrays of `tree` and `graph`; compiles nothing
    check_layout  those of `check`

What is written and what is checked share no code but single instructions (`bits`), so that a fault in one is
not a fault in the other. `accord.certify.count` calls them; docs/certificate-formats.md has the format.
"""
