"""The harness: runs every engine on the same puzzle, and reports disagreement first. Private to Accord.

compare       `accord.compare`: count one puzzle by several engines and report whether they agree
harness       Run the jobs of a comparison, one after the other or several at a time
child         Start a module as a child process that may crash or hang; exchange JSON lines with it
job           One job of a comparison: a puzzle counted, or planned, by one backend in a process of its own
isolate       Run a job in a process of its own, so that a crash becomes a row of the report
row           One row of a comparison: how a job ended; and whether rows with the same question agree
repeats       Sum up runs of engines that were repeated: medians and PAR-2; and all rows as CSV
page          Write the comparison report as one HTML file without scripts or network access
plot          Plot the times of a comparison as SVG: a row per question, a mark per backend, a log scale
ledger        The ledger: an SQLite file with every job of every comparison, written as it happens
counts        `make counts`: count every puzzle of a folder by every engine
prebuild      Compile all kernels for generic processors into a folder, for the wheel (`make wheel`)
webassembly   Compile the window kernels to WebAssembly, for pages that search in the browser
gallery       `make gallery`: write a page with pictures and counts of all puzzles of a family
choosing      Measure automatic engine choice: CPU seconds of `auto` beside each engine on many puzzles
fuzz          Cross-validation: random models of every kind, every engine on each
bench         Time two programs in interleaved pairs and check every count: the core of `accord bench`
contests      The comparisons of `accord bench`: our engines against peers, against each other, and alone
instances     The instances of the benchmark: one row each, with the known count and the peers that count it
general       Benchmark of the general engines beside scripts that call the same solver without Accord
sudoku        Benchmark of 9x9 sudokus in batches: our kernel beside other programs
aquarium      Benchmark of Aquarium by stages: parse a text, build its model, prove its solution unique
freecell      Benchmark of FreeCell: whole processes on Microsoft deals, beside Freecell Solver (S
clues         Benchmark of clue search: all 17-clue or 16-clue puzzles of a finished sudoku grid
pencil        Benchmark of pencil puzzles: from a text to the unique solution, beside puzzlekit
certificates  Benchmark of certificates: the time to write one, and the time to check it
peers         Count exact covers by other people's packages (peers), called in this process, to be timed
raw           Scripts that know nothing of Accord
processes     Time whole processes: an Accord command, or a script that does not use Accord
measurement   One row of `accord bench`: times, counts and ratio, and the machine's state when it was measured
tables        Declare the tables of `accord bench`: heading, columns, and the code each one measures
performance   Write the tables of measurements into docs/performance.md, and find stale ones

`accord compare`, `accord fuzz` and `accord bench` call it.

    >>> from accord_compare.job import Job, perform
    >>> job = Job("queens-8", "sat", distinct=True)
    >>> job.title, perform(job).outcome.count
    ('queens-8, distinct', 12)
"""
