"""The native backend: our numba kernels, fed with arrays and called for a few milliseconds at a time.

backend                           which engine takes a model, and its search
engine                            the base class of engines, and how a search is cut into jobs
walks                             the loop over a search tree in slices and threads
measure, probe, trial             choosing an engine: samples of trees, and trials of the likely winners
window, window_tables             an engine: the first empty cell is filled
in_order                          a search of packings in a stated order, with the nodes before each solution
window_places                     options as pieces at places, for the tables of window and layers
bitset                            an engine: amounts of 1, the item that can spare the fewest options
cells                             an engine: dancing cells
sums                              an engine: sums of any amounts, with learning
general                           an engine: every model
layers, layers_tables             an engine that counts without walking, layer after layer
layers_control, layers_memory     how a count in layers grows, shares, saves; its tables, memory and forecast
memo, memo_tables                 an engine that counts without walking, and remembers
narrow                            an order in which few items are open, for layers and memo
components                        an engine that counts independent parts apart
frontier, frontier_order          an engine that counts what a graph rule says; its order of options
distribution                      what layers know besides: the n-th solution, samples, frequencies
profile                           what kernels count of their tree, where statistics are asked for
linear, arrays                    what several lowerings share
oracle                            one model that is asked many times
many                              many puzzles of one family in one call

The table of backends finds `Native` here. Engines of families derive from `engine.Engine`, and may be run by
`walks`.

    >>> from accord.backends import table
    >>> table.backend("native").engines[:8]
    ('window', 'bitset', 'cells', 'sums', 'general', 'layers', 'memo', 'frontier')
"""

from accord.backends.native.backend import Native

__all__ = ["Native"]
