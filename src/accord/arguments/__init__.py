"""The arguments of each verb: a struct for each, whose fields carry all metadata.

    seed: int = argument(0, "Seed for engines that use random numbers.", "N", question=True)

Much is derived from these structs: the options of the command line; the signatures and texts of
`accord.count` and the like; which arguments exclude each other; the request that an engine gets
(`accord.backends.contract.Request`); the terms of a checkpoint or a shard; and the names that are looked up
in backends. So a new argument is one line in one of these modules, and the code that acts on it.

field      an argument and its metadata; the base of the structs
keywords   functions and classes that take the arguments of a struct
run        runs, and what their engines get
plan       searches for plans
proof      proofs, explanations, certificates of counts
puzzle     samples, hints, ratings, random puzzles
drawing    drawings, films, events, files in other formats
harness    comparison, benchmark, fuzzing
workbench  the server of the workbench
commands   the commands that count and solve; work on many: files, shards, clusters

Names of `field` and `run` are here as well; the others are imported from their modules, which a command
of another verb need not load. Commands of a family have structs of their own, made of the same fields.

    >>> from accord.arguments import about, flag
    >>> from accord.arguments.run import Arguments
    >>> flag("time_limit", Arguments), about(Arguments)["time_limit"].help
    ('--time-limit', 'Stop after this time, including the time to build the model.')
"""

from accord.arguments.field import About as About
from accord.arguments.field import BackendArgument as BackendArgument
from accord.arguments.field import Cancel as Cancel
from accord.arguments.field import Found as Found
from accord.arguments.field import Limited as Limited
from accord.arguments.field import Query as Query
from accord.arguments.field import Show as Show
from accord.arguments.field import Watched as Watched
from accord.arguments.field import about as about
from accord.arguments.field import argument as argument
from accord.arguments.field import default_of as default_of
from accord.arguments.field import defaults as defaults
from accord.arguments.field import fields_of as fields_of
from accord.arguments.field import flag as flag
from accord.arguments.field import query_of as query_of
from accord.arguments.field import refuse_unknown as refuse_unknown
from accord.arguments.field import unseen as unseen
from accord.arguments.field import values as values
from accord.arguments.run import ABOUT as ABOUT
from accord.arguments.run import DEFAULTS as DEFAULTS
from accord.arguments.run import HANDED as HANDED
from accord.arguments.run import METHODS as METHODS
from accord.arguments.run import SYMMETRIES as SYMMETRIES
from accord.arguments.run import Arguments as Arguments
from accord.arguments.run import EngineArguments as EngineArguments
from accord.arguments.run import asking as asking

Cancel.__module__ = Found.__module__ = __name__  # signatures say where they are public
