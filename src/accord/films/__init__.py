"""Films of a search, of a person's steps or of a plan: frames as scenes, written as GIF, MP4, SVG or PNG.

frames  Turn events into the frames of a film: a scene each, with counters below the board
files   Write a film to a file: GIF, MP4, SVG or numbered PNG files, by the suffix of the name
film    `accord.film`: a film of a puzzle's search, steps or plan; notebooks play it, `save` writes it

The command `film` calls it.

    >>> import accord
    >>> from accord import trace
    >>> from accord.films.frames import frames
    >>> queens = trace.of(accord.load("queens:4"))
    >>> for frame in frames(queens, list(queens)[1:5]):
    ...     print(frame.number, frame.event.kind, "-", frame.counters)
    1 place - node 1, depth 1, 0 dead ends, 0 solutions
    2 place - node 2, depth 2, 0 dead ends, 0 solutions
    3 dead end - node 2, depth 2, 1 dead end, 0 solutions
    4 remove - node 2, depth 1, 1 dead end, 0 solutions
"""
