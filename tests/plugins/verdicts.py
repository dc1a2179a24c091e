"""Small puzzles of each family of models, with one solution, with several and with none."""

from kinds import KINDS, of

# a text of each family with one solution, with several, and with none; None where no small one is known
TEXTS = {
    "aquarium": ("1_1_0_2;1,1,2,2", "1_1_1_1;1,2,3,4", "1_1_1_1;1,1,2,2"),
    "clue-sets": (None, "4:1234341221434321", "1:1234341221434321"),
    "costas": ("1", "6", None),
    "golomb": ("2", "6", "4,5"),
    "langford": (None, "7", "5"),
    "latin": ("1", "5", None),
    "macmahon": ("1x1", "4x6", "2x3"),
    "nonogram": ("6x5:2.1;1;4;5;5;2.1;1.2;1.4;4;3;6", "2x2:1;1;1;1", "2x2:2;0;0;2"),
    "queens": ("1", "8", "3"),
    "steiner": ("3", "7", "8"),
    "sudoku": ("12343412214343..", "1...3...4...2...", "12....1...1....."),
    "thermometers": ("2_1_1_2;o>,o>", "1_1_1_1;oo,oo", "0_1_1_0;o>,o>"),
    "word-square": ("bit,ice,ten", "ab,ba", "ab,cd"),
}
TEXTS = dict(sorted((TEXTS | {kind: of(kind).ROW.texts for kind in KINDS}).items()))
