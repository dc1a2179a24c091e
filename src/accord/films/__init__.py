"""Films of a search, of a person's steps or of a plan: frames as scenes, written as GIF, MP4, SVG or PNG.

frames     events (`accord.trace`) as scenes, with counters below the board
files      a folder of numbered PNG files, a GIF, or an MP4, which needs the extra `accord[film]`
svg        one SVG that plays in a browser without scripts
film       `accord.film`, which makes one

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
