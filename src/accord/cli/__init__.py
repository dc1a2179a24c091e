r"""The command line: words in, words out. Everything that is asked here can be asked from Python too.

main            The command line: commands are imported when they run
options         Make click options from the fields of argument structs: types, help, completion
output          Print a command's output: JSON, boards and tables that fit the terminal
console         Run a command: print its messages on stderr, handle signals
line            The progress line on stderr: a bar where the total is known, the time, and the current step
streams         The standard streams of a command, and clean handling of closed pipes and full disks
keys            Read single keys from the terminal while a command works, and restore the terminal afterwards
watch           `accord watch` and `accord film`
player          Play events as a film in the terminal
statistics      Print the statistics of a search as tables: by depth, by item, by stage
many            Loop of the commands on many puzzles
output_options  Options of commands on many puzzles
library         `accord list` and `accord show`: list the puzzles that come with Accord, and show one of them
families        `accord families`: the families of puzzles, the keys of their model files
draw            `accord draw`: boards, solutions, pieces and facts about cells, alone or on sheets, as SVG
parts           Count one shard of a puzzle's search (`count --shard`), and add up the counts of all shards
search          `accord count`, `solve` and `sample` for one puzzle
batch           `accord solve FILE` and `accord count FILE` on files of many puzzles: print a line per puzzle
check           `accord check`: check the solutions that a file of puzzles states, or a certificate of a count
verdict         `accord solve --unique`: print the verdict, the solutions
plan            `accord plan`: find a plan (a list of moves) for a puzzle, or for every deal of a range
played          `accord plan --check`: replay a user's moves and report the first that the rules do not allow
hint            `accord hint`: what is forced next, and why, by rules that a person can follow
rate            `accord rate`: how hard puzzles are for a person
ink             Print boards and moves of plan problems on stdout, with colours and suit symbols
generate        `accord generate`: random puzzles with one solution, as hard as is wanted
convert         `accord convert`: write a puzzle in the formats of other solvers
prove           `accord prove`: write a proof that a puzzle has no or one solution
explain         `accord explain`: why a puzzle has no solution, in its own words
fingerprint     `accord fingerprint`: what a puzzle shares with its twins, and which of many are twins
compare         `accord compare`: count the same puzzles by every backend and report disagreements first
fuzz            `accord fuzz`: random models of every kind on every engine, against an oracle
bench           `accord bench`: our engines beside their peers, as ratios, with every count checked
merge           `accord merge`: combine the result files of shards and print what one command would have
cluster         `accord cluster`: start a scheduler with workers on this machine
serve           `accord serve`: the workbench, a page in the browser
help            The class of all commands: limits and signals hold over each; its help has options in groups
doctor          `accord doctor`: print what is installed and whether each backend counts right
setters         `accord why`, `accord repair`, `accord show --candidates`: what setters ask of a puzzle

Only the program `accord` and the commands of families import it.

    >>> from click.testing import CliRunner
    >>> from accord.cli.main import accord
    >>> CliRunner().invoke(accord, ["count", "queens:6", "--backend", "sat", "--quiet"]).stdout
    '4\n'
"""
