"""Numba kernels: arrays in, arrays out. Private to Accord, and its lowest layer: imports nothing of it.

    cover/        covers and demands on sums of ones: bitset, cells, general, memo
    window/       exact covers of ordered cells, the first empty one at a time
    layers/       counting such covers by layers of states, without walking to them; loops and trees in graphs
    sums/         demands on sums of any amounts, with clauses learnt from conflicts
    sudoku/       the 9x9 board: solving, counting, a second solution, the least grid of a class
    clues/        clue sets of a 9x9 grid, and its unavoidable sets
    freecell/     FreeCell and its relatives: plans that are any, short, shortest, impossible; their replay
    certificate/  writers of certificates of counts, and checkers that share no code with them
    drat          checks proofs that a formula has no model, and notes them with hints
    drat_notes    how it notes them
    lrat/         checks such proofs by their hints; reads and trims them

    jit           how a kernel is compiled and cached; others may compile theirs with it
    disk_cache    what was compiled, on disk: in which folders; damaged files are dropped
    numba_settings  no file of the working directory changes those of numba
    profile       statistics of a search, for kernels that are compiled to keep them
    bits          single instructions on words
    progress      how every kernel may end, and the counters that all of them keep
    words         array types, small numbers as words
    sources       a hash of packages' sources: what was compiled from others is not used

Every higher layer may import what compiles nothing: `progress`, `words`, `sources`, and all modules that are
named `layout`, or end in `_layout`. They have the places of the arrays, so that none is written down twice. A
module with a kernel is never imported by a statement, as that would compile it, but by `accord.kernels.load`.
Kernels may import all of these, and other kernels of their own folder. One uses another folder: `clues` asks
the solver of `sudoku`.

A kernel's file opens with its arrays (name, shape, type, meaning), the method and its source, and one small
example that a test has too. It returns when its budget is used, and continues when it is called again with
the same arrays: all that it knows is in them.
"""
