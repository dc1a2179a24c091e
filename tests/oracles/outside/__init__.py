"""An outside generator and brute force: they know the pages of the project, and nothing of how it lowers.

    meaning    what the words of problem files mean, in plain Python
    said       problems as trees of words: as a file, to accord.Problem, for plain Python; smaller ones
    drawn      random problems: all rules, graph rules, what is wanted, symmetries
    problems   a problem beside its brute force
    packings   random packings, beside pieces laid by hand (`laid`)
    pencil     puzzles beside their referees (`kinds`)
    asked      which engines are asked, and how
    planted    faults of lowering that cases must find
    campaign   cases by seed and number: `python -m outside.campaign problems 3000 --seed 7`

Dice, shrinker and probes are those of `accord fuzz`.
"""
