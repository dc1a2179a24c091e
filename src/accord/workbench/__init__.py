"""The workbench: a page in the browser where a person types a puzzle and sees the verdict while typing.

The server holds no puzzle. A page asks, a warm worker process answers, and events stream back.

server   Serve the workbench until a signal: bind the port, print the address, run the loop
guard    Refuse requests that are not from a page of ours: host, origin, token, size, time
workers  A pool of warm worker processes
process  A worker process: it reads asks on standard input and writes events on standard output
ask      The questions of a page: one struct, which refuses what it does not know, with limits on all sizes
answers  Answer an ask in a worker process: find its function, read its puzzle, send progress on the way
listing  The library and the kinds of puzzles as lists, and small pictures of them
editor   The answers while somebody types: faults, the board, the verdict, then what takes longer
runs     Questions that a person asks by a button

The folder `static` is the page: ES modules and one style sheet. The command `accord serve` calls all this; it
needs the extra `accord[serve]`.

    >>> from threading import Event
    >>> from accord.workbench.answers import events
    >>> from accord.workbench.ask import Ask
    >>> question = Ask(verb="edit", text="queens:6", details=False)
    >>> [event["event"] for event in events(question, Event(), print)]
    ['puzzle', 'board', 'verdict']
"""
