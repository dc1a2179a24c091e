"""Numba kernels: arrays in, arrays out. Private to Accord, and its lowest layer: imports nothing of it.

    cover/          Kernels for covers: any items and options, no geometry
    window/         Kernels for exact covers of ordered cells, such as packings
    layers/         Kernels that count layer by layer, without walking to each solution
    sums/           The kernel for demands on sums of any amounts
    sudoku/         Kernels for the 9x9 sudoku by the standard rules
    clues/          Kernels for clue sets of a 9x9 grid
    freecell/       Kernels for plans of FreeCell and its relatives, of one deck
    certificate/    Kernels that write the certificate of a count, and others that check one
    drat            Check a DRAT proof forward: every lemma by unit propagation
    drat_notes      Record, while a DRAT proof is checked, the hints that turn it into an LRAT proof
    lrat/           Kernels for LRAT proofs, in which each clause says which others it follows from: its hints

    jit             The one way kernels are compiled
    disk_cache      Where compiled kernels are on disk, and which files there are read
    numba_settings  Numba's settings come from the environment alone, not from the working directory
    profile         Kernel functions that count nodes, dead ends and solutions by depth and by item
    bits            Single instructions on 64-bit words, for kernels; plain Python where nothing is compiled
    progress        The values that every kernel returns, the counters in every state, and statistics
    words           Names of array types for kernels' signatures, and constants of bit words; compiles nothing
    sources         Hash the sources of packages: stored kernels and saved states are valid for one hash only

Every higher layer may import what compiles nothing: `progress`, `words`, `sources`, and all modules that are
named `layout`, or end in `_layout`. They have the places of the arrays, so that none is written down twice. A
module with a kernel is never imported by a statement, as that would compile it, but by `accord.kernels.load`.
Kernels may import all of these, and other kernels of their own folder. One uses another folder: `clues` asks
the solver of `sudoku`.

A kernel's file opens with its arrays (name, shape, type, meaning), the method and its source, and one small
example that a test has too. It returns when its budget is used, and continues when it is called again with
the same arrays: all that it knows is in them.
"""
