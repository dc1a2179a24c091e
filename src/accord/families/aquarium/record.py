"""Aquarium as a family: what general code asks of it."""

from __future__ import annotations

from functools import partial

from accord.families.aquarium import formats
from accord.families.aquarium.files import begins, puzzles
from accord.families.aquarium.generate import generate
from accord.families.aquarium.model import build, picture
from accord.families.aquarium.spec import Aquarium
from accord.families.aquarium.words import words
from accord.puzzles.family import Family, Made, Random, Shown, Texts


def written(form: str, spec: Aquarium, name: str = "", title: str = "") -> str:
    """The puzzle in a format of its own; see `accord.families.aquarium.formats`."""
    return formats.write(spec, form, name=name, title=title)


RECORD = Family(
    name="aquarium",
    spec=Aquarium,
    texts=Texts(
        parse=formats.read,
        emit=partial(written, "task"),
        example="1_2_2_1;1,1,2,2",
        addresses=("aquarium",),
        forms={form: partial(written, form) for form in ("aqt", "url", "toml")},
        begins=begins,
        several=puzzles,
    ),
    shown=Shown(picture=picture, words=words, signs={"#": "water", "x": "dry"}),
    made=Made(model=build),
    random=Random(generate=generate),
)
