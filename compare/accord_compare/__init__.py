"""The harness: runs every engine on the same puzzle, and reports disagreement first. Private to Accord.

compare, view                    `accord.compare`, and the ledger as a table
harness                          which jobs a comparison has, and running them
child                            a process of its own, which may crash or hang: both of its ends
job, isolate                     a job, and its run in such a process
row, report                      how a job ended, what rows say together, and the table of them
repeats                          several runs of a job: medians, PAR-2, CSV
page, pictures, plot             the report as a page: its facts, its boards, its times
ledger                           every job of every session, in one SQLite file
counts                           `make counts`: the lists `checked` of model files
prebuild                         `make wheel`: the compiled kernels that a wheel brings
webassembly                      `make webassembly`: the kernels of pages that search in the browser
gallery, thumbnails              `make gallery`: the page of all packings; its small pictures
choosing                         what the choice of `auto` costs, beside each engine
fuzz                             random models on every engine
bench                            timing two sides in pairs
contests, instances              what is timed: the contests, and their instances
general, sudoku, calls           the contests of general engines, of many sudokus, of whole library calls
aquarium, freecell, clues        the contests of these families
pencil                           those of pencil puzzles
certificates                     contests of counts that are written down, and checked
peers, raw, processes            programs of others; scripts that know nothing of us; whole processes
measurement                      a row of `accord bench`
tables, performance              the table of each section; the page with the tables

`accord compare`, `accord fuzz` and `accord bench` call it.

    >>> from accord_compare.job import Job, perform
    >>> job = Job("queens-8", "sat", distinct=True)
    >>> job.title, perform(job).outcome.count
    ('queens-8, distinct', 12)
"""
