"""Nonograms as a family: what general code asks of them."""

from accord.families.nonogram.model import (
    Nonogram,
    build,
    generate,
    parse,
    picture,
    read_block,
    write,
    write_block,
)
from accord.families.nonogram.words import marks, seen_as, words
from accord.picture import EMPTY, FULL
from accord.puzzles.family import Block, Family, Made, Random, Shown, Texts
from accord.puzzles.stated import Signs

RECORD = Family(
    name="nonogram",
    spec=Nonogram,
    texts=Texts(
        parse=parse,
        emit=write,
        example="6x5:2.1;1;4;5;5;2.1;1.2;1.4;4;3;6",
        block=Block(read=read_block, write=write_block, solution=Signs({FULL: "x", EMPTY: "-"})),
    ),
    shown=Shown(picture=picture, words=words, seen_as=seen_as, marks=marks, signs={"#": "ink", "x": "blank"}),
    made=Made(model=build),
    random=Random(generate=generate),
)
