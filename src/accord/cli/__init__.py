r"""The command line: words in, words out. Everything that is asked here can be asked from Python too.

main                            the commands by name, each imported when it runs; errors become exit codes
options, output                 what commands share: options, files that they write
console, line, streams          what they say on stderr; the line of progress; closed streams
keys                            keys of the terminal; a key pauses a run
film                            `film`, and the options that `watch` shares
watch, player, screen           `watch`; how its events are played; what is drawn of it
statistics                      the tree of a search: tables by depth and by item
many, output_options            what commands about many share: results as they come; files and shards
library, families               `list` and `show`; the keys of families
draw, boards                    drawings and sheets of them; the boards that are drawn of one puzzle
candidates                      `show --candidates`
parts                           `count` of one puzzle by shards
search, batch, check            `count`, `solve`, `sample`; files of many; solutions that files state
verdict                         what `solve --unique` prints: the verdict, and where two solutions differ
plan, played                    `plan`; its `--check`
hint, rate                      what follows next, or which move to make, and how hard that is
ink                             boards and moves with signs, and in colour
generate, convert               random puzzles; puzzles for other programs, and their answers
prove, explain                  proofs; reasons why there is no solution
why, repair                     the clues to blame; the fewest changes that leave one solution
fingerprint                     what twins share, and which of many are twins
certify                         certificates of counts, written and checked
compare, fuzz, bench            engines compared with each other, on puzzles and random models; their times
merge                           the files of shards, printed as one command would have
cluster                         workers here, or those of a cluster
serve                           the workbench, a page in the browser
help                            options in groups; `help` and `version`
help                            options in groups; `help` and `version`
doctor                          what is installed; the script for a shell

Only the program `accord` and the commands of families import it.

    >>> from click.testing import CliRunner
    >>> from accord.cli.main import accord
    >>> CliRunner().invoke(accord, ["count", "queens:6", "--backend", "sat", "--quiet"]).stdout
    '4\n'
"""
