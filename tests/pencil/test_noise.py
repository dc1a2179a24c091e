"""No code reads the words of a rule: hints, clues and pictures are the same where words are noise."""

from dataclasses import replace
from itertools import islice

import pytest

import accord
from accord.hints import Hints
from accord.pencil.kind import Kind
from accord.problem import Problem, Topic
from accord.puzzles import table

KINDS = [name for name in table.rows() if table.family(name).texts.block]
MOST = 30  # hints of a puzzle
formulate = Kind.formulate


class Noise:
    """Words without a meaning in the place of the words of rules, and what they stand for."""

    def __init__(self):
        self.code = {}

    def of(self, words):
        return self.code.setdefault(words, f"<{len(self.code)}>")

    def formulate(self, kind, puzzle):
        """Return what a kind makes of a puzzle, with noise for the words of each rule."""
        made = formulate(kind, puzzle)
        if not isinstance(made, Problem):
            return replace(made, topics=lambda: [each and self.topic(each) for each in made.topic_of])
        noisy = made.copy()
        noisy.rules = [
            replace(each, called=self.of(each.words), about=each.about and self.topic(each.topic))
            for each in made.rules
        ]
        return noisy

    def topic(self, topic):
        return Topic(self.of(topic.words), topic.tag, topic.cells, topic.of)

    def undo(self, text):
        for words, code in self.code.items():
            text = text.replace(code, words)
        return text


def shown(puzzle):
    """Return the hints of a puzzle: each as data, with the board; the sentences; the clue of each item."""
    hints = Hints(puzzle)
    data, sentences = [], []
    for hint in islice(hints, MOST):
        data.append((hint.rule, hints.step, [scene.svg() for scene in hint.drawings]))
        sentences.append(hint.words)
    clues = puzzle.record.made.clues
    return data, sentences, clues and [*clues(puzzle.spec).of_item]


@pytest.mark.parametrize("kind", KINDS)
def test_noise_for_words_changes_no_hint_no_picture_and_no_clue(kind, monkeypatch):
    text = f"{kind}:{table.family(kind).texts.example}"
    data, sentences, clues = shown(accord.load(text))
    noise = Noise()
    monkeypatch.setattr(Kind, "formulate", lambda *arguments: noise.formulate(*arguments))
    noisy, words, others = shown(accord.load(text))
    assert noisy == data
    assert others == clues
    assert [*map(noise.undo, words)] == sentences
    assert noise.code
    assert not any(code in sentence for code in noise.code.values() for sentence in sentences)
