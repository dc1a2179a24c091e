r"""The command line: words in, words out. Everything that is asked here can be asked from Python too.

main                            the commands by name, each imported when it runs; errors become exit codes
options, output                 what commands share: options, files that they write
console, line, streams          what they say on stderr; the line of progress; streams that nobody reads
keys, pause                     keys of the terminal; a key pauses a run
traced, film                    what `watch` and `film` share; `film`
watch, player, screen           `watch`; how its events are played; what is drawn of it
statistics                      the tree of a search: tables by depth and by item
many, output_options            what commands about many share: results as they come; files and shards
library, draw, families         `list` and `show`; drawings; the keys of families
parts                           `count` of one puzzle by shards
search, batch, check            `count` and `solve`; `solve` of a file of many; solutions that files state
plan, played, sample            `plan`; its `--check`; solutions by number
hint, next_move, rate           what follows next, or which move to make, and how hard that is
ink                             boards and moves with signs, and in colour
generate, convert               random puzzles; puzzles for other programs, and their answers
prove, explain                  proofs; reasons why there is no solution
certify, check_count            certificates of counts; `check` of them
compare, fuzz, bench            engines held against each other, on puzzles and random models; their times
merge                           the files of shards, told as one command would have
cluster                         workers here, or those of a cluster
doctor, completion              what is installed; the script for a shell

Nobody imports it but the program `accord`, and families' own commands.

    >>> from click.testing import CliRunner
    >>> from accord.cli.main import accord
    >>> CliRunner().invoke(accord, ["count", "queens:6", "--backend", "sat", "--quiet"]).stdout
    '4\n'
"""
