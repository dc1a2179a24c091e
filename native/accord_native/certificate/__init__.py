"""Kernels that write the certificate of a count, and others that check one.

    tree    Kernel that counts by depth-first search and writes its decisions as a tree certificate
    graph   Kernel that counts by dynamic programming and writes its decisions as a graph certificate
    check   Kernel that checks a certificate: follows its decision tree or graph and adds up the ways to each

    layout  The places of the arrays of `tree` and `graph`, which explain them; compiles nothing

What is written and what is checked share no code but single instructions (`bits`), so that a fault in one is
not a fault in the other. `accord.certify.count` calls them; docs/certificate-formats.md has the format.
"""
