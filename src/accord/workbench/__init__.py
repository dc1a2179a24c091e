"""The workbench: a page in the browser where a person types a puzzle and sees the verdict while typing.

The server holds no puzzle. A page asks, a warm worker process answers, and events stream back.

server     bind the port, print the address, run the loop
guard      refuse requests that are not from a page of ours: host, origin, token, size, time
app        routes: the page, its files, questions
workers    the pool of warm processes: a queue with places, stop, kill
process    the loop of a worker process
ask        what a page may ask, with limits on all sizes
answers    from an ask to its puzzle and its events
verdict    what a page shows while somebody types
editor     from a puzzle to cells, edges and what may be written there
marks      what a person marked on a board: right so far, and the next step
counting   a count with its progress, and about how many in all
runs       counts, solutions, plans, comparisons, a search to watch
setting    candidates, clues to blame, repair, rating
listing    the library and the kinds
files      downloads

The folder `static` is the page: ES modules and one style sheet. The command `accord serve` calls all this; it
needs the extra `accord[serve]`.

    >>> from threading import Event
    >>> from accord.workbench.answers import events
    >>> from accord.workbench.ask import Ask
    >>> question = Ask(verb="edit", text="queens:6", details=False)
    >>> [event["event"] for event in events(question, Event(), print)]
    ['puzzle', 'board', 'verdict']
"""
