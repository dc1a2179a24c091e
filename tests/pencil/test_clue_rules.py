"""The rules of clues, found in few formulations, of puzzles whose rules are known beforehand."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import EngineError
from accord.pencil.possible_clues import turns_of
from accord.puzzles.family import SpecError

BASE = ("a rule of all puzzles", None)


@dataclass
class Known:
    """What stands for a formulation: its keys."""

    keys: tuple

    def signs(self, own):
        return {key for key in self.keys if key in own}


@dataclass
class Made:
    """Puzzles whose rules are known: a word has one of its own, and those of its spot with some words."""

    shared: dict  # of a spot and a word: the names of rules
    apart: bool = False  # whether equal words in spots that follow each other make no puzzle
    unfit: frozenset = frozenset()  # spots and words that make no puzzle
    by_two: frozenset = frozenset()  # spots whose words have a rule if both have some
    formulations: Counter = field(default_factory=Counter)

    def formulation(self, words, among=None):
        beside = any(b - a == 1 and words[a] == words[b] for a, b in pairwise(sorted(words)))
        if self.unfit & words.items() or (self.apart and beside):
            raise SpecError([])
        self.formulations[among is None] += 1
        keys = [f"{word} at {spot}" for spot, word in words.items()]
        keys += sorted(
            {f"{name} of {spot}" for spot, word in words.items() for name in self.shared[spot, word]}
        )
        keys += ["a rule of two"] * bool(self.by_two and self.by_two <= words.keys())
        return Known((*BASE, *(key for key in keys if among is None or key in among)))

    def fits(self, spot, word):
        return (spot, word) not in self.unfit


@st.composite
def puzzles(draw):
    """Words of each spot, and puzzles with them."""
    letters = "abcdefg"
    sizes = draw(st.lists(st.integers(1, 7), min_size=1, max_size=20))
    words = {spot + 3: letters[:size] for spot, size in enumerate(sizes)}
    every = [(spot, word) for spot, some in words.items() for word in some]
    names = st.frozensets(st.sampled_from(["one", "other"]))
    shared = {each: draw(names) for each in every}
    unfit = draw(st.frozensets(st.sampled_from(every), max_size=5))
    return words, Made(shared, draw(st.booleans()), unfit)


@given(puzzles())
def test_each_rule_is_of_the_spot_that_has_it(drawn):
    words, made = drawn
    seen = Counter()
    for turn in turns_of(words, made, Known(BASE)):
        seen.update(turn.words.items())
        expected = {f"{word} at {spot}": spot for spot, word in turn.words.items()}
        expected |= {f"{n} of {s}": s for s, word in turn.words.items() for n in made.shared[s, word]}
        assert turn.spot_of == expected
        assert {*turn.made.keys} == {*BASE, *expected}
    every = {(spot, word) for spot, some in words.items() for word in some}
    assert seen == Counter(every - made.unfit)


def test_a_rule_of_two_clues_is_refused():
    words = dict.fromkeys(range(9), "abc")
    made = Made({(spot, word): () for spot in words for word in "abc"}, by_two=frozenset((2, 5)))
    with pytest.raises(EngineError, match="a rule of two depends on several clues"):
        [*turns_of(words, made, Known(BASE))]


def test_a_rule_that_a_clue_takes_away_is_refused():
    made = Made({(0, "a"): ()})
    with pytest.raises(EngineError, match="rules change where clues are left out: another"):
        [*turns_of({0: "a"}, made, Known((*BASE, "another")))]


def test_formulations_are_few():
    words = dict.fromkeys(range(100), "abcdefghi")
    made = Made({(spot, word): () for spot in words for word in words[0]})
    assert len([*turns_of(words, made, Known(BASE))]) == 9
    assert made.formulations == {True: 9, False: 2 * 11}  # two digits to the base 11
