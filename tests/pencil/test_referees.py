"""The referees accept what is right, and refuse what is wrong in the words of the rule that it breaks."""

import ast
import re
import sys
from pathlib import Path

import kinds
import pytest
from kinds import KINDS, of
from kinds.blocks import block, read


def board(text):
    return [row.split() for row in text.split("|" if "|" in text else "/")]


# -- right and wrong, by hand ---------------------------------------------------------------------------

#: kind: puzzles (sizes and lines), each with a solution and with wrong ones and what is said of them
BY_HAND = {
    "akari": [
        (
            "3 3/- - -/- 2 -/- - x",
            "- o -/- 2 o/o - x",
            {
                "- o -/- 2 -/o - x": "the wall at row 2, column 2 has not 2 lamps at its sides",
                "- o o/- 2 o/- - x": "a lamp lights another from row 1, column 1 to row 1, column 3",
                "- o -/- 2 o/- - x": "row 2, column 1 is not lit",
                "- o -/- 3 o/o - x": "row 2, column 2 is 3, but may be 2",
            },
        ),
    ],
    "battleship": [
        (
            "3 4 1 1/1 1 0 1/2 1 0/- - - -/- - - -/x - - -",
            "w e - -/- - - o/- - - -",
            {
                "w e - o/- - - -/- - - -": "row 1 has not 2 cells of ships",
                "w e - -/- - o -/- - - -": "column 3 has not 0 cells of ships",
                "w e - -/- - - -/o - - -": "row 3, column 1 is o, but may be -",
            },
        ),
        (
            "3 4 1 1/- - - -/- - -/- - - -/- - - -/x - - -",
            "- n - -/- s - o/- - - -",
            {
                "w e - -/- - o -/- - - -": "ships touch by a corner at row 1, column 2 and row 2, column 3",
                "w m - -/- - - o/- - - -": "row 1, column 2 does not fit its neighbours",
                "w n - -/- - - o/- - - -": "row 1, column 2 does not fit its neighbours",
                "o - - -/- - - o/- - - -": "the ships are not those of the fleet",
                "w m e -/- - - -/- - - o": "the ships are not those of the fleet",
            },
        ),
    ],
    "binairo": [
        (
            "4 4/1 - - -/- - - -/- - - -/- - - -",
            "1 2 1 2/2 1 2 1/1 2 2 1/2 1 1 2",
            {
                "1 1 1 2/2 1 2 1/1 2 2 1/2 1 1 2": "row 1 has not as many 1 as 2",
                "1 2 1 2/1 2 2 1/1 2 2 1/2 1 1 2": "column 1 has not as many 1 as 2",
                "2 1 2 1/1 2 1 2/1 2 2 1/2 1 1 2": "row 1, column 1 is 2, but may be 1",
            },
        ),
        (
            "2 6/- - - - - -/- - - - - -",
            "1 1 2 1 2 2/2 2 1 2 1 1",
            {"1 1 1 2 2 2/2 2 2 1 1 1": "three cells that are the same begin at row 1, column 1 in row 1"},
        ),
        (
            "6 2/- -/- -/- -/- -/- -/- -",
            "1 2/1 2/2 1/1 2/2 1/2 1",
            {"2 1/1 2/1 2/1 2/2 1/2 1": "three cells that are the same begin at row 2, column 1 in column 1"},
        ),
    ],
    "country-road": [
        (
            "2 4/- - 4 -/- - - -/1 1 2 2/1 1 2 2",
            "se ew ew sw/ne ew ew nw",
            {
                "se ew sw -/ne ew nw -": "not 4 cells of country 2 are on the loop",
                "se sw se sw/ne nw ne nw": "the loop does not visit country 1 once",
                "se ew ew sw/ne ew ew -": "the lines of row 1, column 4 and row 2, column 4 do not meet",
            },
        ),
        (
            "3 4/- - - -/- - - -/- - - -/1 1 2 2/1 1 2 2/1 1 2 2",
            None,
            {
                "se ew ew sw/ne ew ew nw/- - - -": "the loop passes neither row 3, column 2 "
                "nor row 3, column 3"
            },
        ),
        (
            "2 5/- - - - -/- - - - -/1 1 1 1 1/1 1 1 1 1",
            "se ew sw - -/ne ew nw - -",
            {"se sw - se sw/ne nw - ne nw": "the line is not one loop"},
        ),
    ],
    "creek": [
        (
            "3 3/- - - -/- 1 3 -/- 2 ? -/- - - 1",
            "- - x/- x x/- x x",
            {
                "- - x/- x x/- x -": "not 1 cells are shaded around the upper left corner of row 4, column 4",
                "- x x/- x x/- x x": "not 1 cells are shaded around the upper left corner of row 2, column 2",
                "x - -/- - -/- - o": "row 3, column 3 is o, but may be - or x",
            },
        ),
        ("2 2/- - -/- 2 -/- - -", "- x/- x", {"- x/x -": "the white cells are not connected"}),
    ],
    "dominosa": [
        (
            "2 3/0 0 1/1 1 0",
            "1 1 2/3 3 2",
            {
                "1 2 1/3 3 2": "piece 1 is not a domino",
                "1 1 1/3 3 2": "piece 1 is not a domino",
                "1 2 2/1 3 3": "dominoes 1 and 2 are both 0 and 1",
            },
        ),
        ("2 3/0 0 5/1 1 0", None, {"1 1 2/3 3 2": "no domino is 0 and 1"}),
        ("2 2/0 0/1 0", None, {"1 1/2 2": "no set of dominoes fills the board"}),
    ],
    "fillomino": [
        (
            "2 3/- 2 -/3 - -",
            "3 2 2/3 3 1",
            {
                "3 2 2/3 3 3": "the part at row 1, column 1 has 4 cells, not 3",
                "3 2 1/3 3 2": "the part at row 1, column 2 has 1 cells, not 2",
                "3 3 3/2 2 1": "row 1, column 2 is 3, but may be 2",
            },
        ),
    ],
    "heyawake": [
        (
            "2 3/1 - -/- - -/1 2 3/1 2 3",
            "x - -/- - x",
            {
                "x - -/x - x": "room 1 has not 1 black cells",
                "x - x/- - -": "a white line through three rooms begins at row 2, column 1",
                "x - -/- x -": "the white cells are not connected",
            },
        ),
        (
            "2 2/- -/- -/1 1/1 1",
            "- -/- -",
            {"x x/- -": "the black cells at row 1, column 1 and row 1, column 2 touch"},
        ),
    ],
    "galaxies": [
        (
            "2 3/2 1 -/- 1 -",
            "1 2 2/1 3 3",
            {
                "1 2 2/3 4 4": "piece 1 cuts a centre",
                "1 2 2/1 2 2": "piece 2 has 2 centres, not 1",
            },
        ),
        (
            "1 5/- - 0 - -",
            "1 1 1 1 1",
            {
                "1 2 1 2 1": "piece 1 is not joined",
                "1 2 2 2 1": "piece 1 has 0 centres, not 1",
            },
        ),
        (
            "3 5/- - - - @/0 - 0 - 0/- - - - -",
            None,
            {
                "1 2 2 2 @/1 1 2 3 3/1 2 2 2 3": "piece 1 is not the same after half a turn",
                "1 2 2 2 3/1 2 2 2 3/1 2 2 2 3": "what is no cell is not where it is",
            },
        ),
    ],
    "hashi": [
        (
            "3 3/2 - 2/- - -/2 - 2",
            "- 1 -/a - a/- 1 -",
            {
                "- 2 -/- - -/- 2 -": "not all islands hang together",
                "- 1 -/a - a/- 2 -": "the island at row 3, column 1 has not 2 bridges",
                "- a -/a - a/- 1 -": "row 1, column 2 is a, but may be - or 1 or 2",
            },
        ),
        (
            "1 4/1 - - 1",
            "- 1 1 -",
            {"- 1 - -": "the bridge between row 1, column 1 and row 1, column 4 is broken"},
        ),
        ("1 4/1 1 - 1", None, {"- - 1 -": "islands are side by side, or there are none"}),
    ],
    "hitori": [
        (
            "3 3/1 1 2/2 3 1/2 1 3",
            "- x -/- - -/x - -",
            {
                "x - -/- - -/x - x": "column 2 has 1 twice",
                "x - -/x - -/- x -": "the black cells at row 1, column 1 and row 2, column 1 touch",
                "- x -/x - -/- x -": "the white cells are not connected",
            },
        ),
    ],
    "kakurasu": [
        ("2 2/1 2/1 -", "x -/- x", {"x x/- -": "row 1 does not add up to 1"}),
        ("2 2/1 2/- -", "x -/- x", {"x x/- -": "column 2 does not add up to 2"}),
    ],
    "kakuro": [
        (
            "3 3/- 4, 3,/,3 0 0/,4 0 0",
            "- - -/- 1 2/- 3 1",
            {
                "- - -/- 1 2/- 2 2": "the run across from row 3, column 2 repeats a digit",
                "- - -/- 2 1/- 2 3": "the run down from row 2, column 2 repeats a digit",
                "- - -/- 1 2/- 3 4": "the run down from row 2, column 3 does not add up to 3",
                "- - -/- 3 1/- 1 2": "the run across from row 2, column 2 does not add up to 3",
                "- - 1/- 1 2/- 3 1": "row 1, column 3 is 1, but may be -",
            },
        ),
        (
            "2 3/- - -/- 0 0",
            "- - -/- 1 9",
            {"- - -/- 9 9": "the run across from row 2, column 2 repeats a digit"},
        ),
    ],
    "killer-sudoku": [
        (
            "4 4/3 - 7 -/7 - 3 -/3 - 7 -/7 - 3 -/1 1 2 2/3 3 4 4/5 5 6 6/7 7 8 8",
            "1 2 3 4/3 4 1 2/2 1 4 3/4 3 2 1",
            {
                "1 1 3 4/3 4 1 2/2 1 4 3/4 3 2 1": "row 1 repeats a digit",
                "1 2 3 4/1 4 3 2/2 1 4 3/4 3 2 1": "column 1 repeats a digit",
                "1 2 3 4/2 3 4 1/3 4 1 2/4 1 2 3": "box 1 repeats a digit",
                "3 2 1 4/1 4 3 2/2 3 4 1/4 1 2 3": "cage 1 does not add up to 3",
            },
        ),
        (
            "4 4/- - - -/- - - -/- - - -/- - - -/1 2 3 3/1 2 2 2/4 4 5 5/4 4 5 5",
            None,
            {"1 2 3 4/3 4 1 2/2 1 4 3/4 3 2 1": "cage 2 repeats a digit"},
        ),
        (
            "4 4 D/- - - -/- - - -/- - - -/- - - -/1 1 2 2/3 3 4 4/5 5 6 6/7 7 8 8",
            "1 2 3 4/3 4 1 2/4 3 2 1/2 1 4 3",
            {"1 2 3 4/3 4 1 2/2 1 4 3/4 3 2 1": "diagonal 1 repeats a digit"},
        ),
    ],
    "kuromasu": [
        (
            "3 3/- 3 -/- - -/3 - -",
            "- - x/- - -/- x -",
            {
                "x x -/- - -/- - -": "row 1, column 2 is x, but may be -",
                "x - -/- - x/- - -": "from row 1, column 2 not 3 white cells are seen",
            },
        ),
        (
            "2 3/- 2 -/- - -",
            "x - x/- - -",
            {
                "- - x/- x -": "the white cells are not connected",
                "x - x/x - -": "the black cells at row 1, column 1 and row 2, column 1 touch",
            },
        ),
    ],
    "lits": [
        (
            "3 4/1 1 1 2/1 2 2 2/1 1 2 2",
            "L - - S/L - S S/L L S -",
            {
                "x - - x/- - x x/x x x -": "region 1 has not 4 shaded cells",
                "x x - x/- - x x/x x x -": "the shaded cells of region 1 are no piece",
                "L - - L/L - S S/L L S -": "row 1, column 4 is L, but may be - or x",
            },
        ),
        (
            "4 4/1 1 2 2/1 1 2 2/1 1 2 2/1 1 2 2",
            None,
            {
                "- x x -/- x x -/- x x -/- x x -": "equal pieces of regions 1 and 2 touch",
                "- x x -/- x x x/x x - x/- - - -": "the square at row 1, column 2 is all shaded",
                "x - - x/x - - x/x x - x/- - - x": "the shaded cells are not connected",
            },
        ),
    ],
    "magnets": [
        (
            "2 3/1 0 1/0 1 1/2 0/1 1/1 1 2/3 3 2",
            "+ - +/x x -",
            {
                "+ x +/x x -": "domino 1 is neither a magnet nor blank",
                "- + x/x x x": "row 1 has not 2 positive halves",
                "- + +/x x -": "column 1 has not 1 positive halves",
            },
        ),
        (
            "2 3/- - -/- - -/- -/0 -/1 1 2/3 3 2",
            "x x +/x x -",
            {"x x -/x x +": "row 1 has not 0 negative halves"},
        ),
        (
            "2 3/- - -/- - 1/- -/- -/1 1 2/3 3 2",
            "x x +/x x -",
            {"+ - x/x x x": "column 3 has not 1 negative halves"},
        ),
        (
            "2 3/- - -/- - -/- -/- -/. . ./. . +/1 1 2/@ @ 2",
            "- + -/x x +",
            {
                "+ - -/x x +": "row 1, column 2 and row 1, column 3 are equal halves side by side",
                "+ - +/x x -": "row 2, column 3 is -, but may be +",
                "- + -/- + +": "row 2, column 1 is -, but may be x",
            },
        ),
    ],
    "masyu": [
        (
            "2 5/- - - - -/- - - - -",
            "se ew ew ew sw/ne ew ew ew nw",
            {
                "- - - - -/- - - - -": "the line is not one loop",
                "se sw - se sw/ne nw - ne nw": "the line is not one loop",
            },
        ),
        (
            "3 3/b - -/- - -/- - -",
            "se ew sw/ns - ns/ne ew nw",
            {
                "se ew sw/ns - ns/ne - nw": "the lines of row 3, column 1 and row 3, column 2 do not meet",
                "- - -/- se sw/- ne nw": "the line does not pass row 1, column 1",
                "se sw -/ne nw -/- - -": "not straight on both sides of the black pearl at row 1, column 1",
            },
        ),
        (
            "3 4/- - w -/- - - -/- - - -",
            "- se ew sw/- ne ew nw/- - - -",
            {
                "- se sw -/- ne nw -/- - - -": "the line is not straight at the white pearl at row 1, "
                "column 3",
            },
        ),
        (
            "3 5/- b - - -/- - - - -/- - - - -",
            None,
            {
                "se ew ew ew sw/ns - - - ns/ne ew ew ew nw": "the line does not turn at the black "
                "pearl at row 1, column 2",
            },
        ),
        (
            "3 5/- - w - -/- - - - -/- - - - -",
            None,
            {
                "se ew ew ew sw/ns - - - ns/ne ew ew ew nw": "no turn beside the white pearl "
                "at row 1, column 3",
            },
        ),
    ],
    "mosaic": [
        (
            "2 3/3 - -/- - -",
            "x x -/- x -",
            {"x - x/- x x": "not 3 cells are shaded at row 1, column 1 and around it"},
        )
    ],
    "norinori": [
        (
            "2 4/- - - -/- - - -/1 1 2 2/1 1 2 2",
            "x - - x/x - - x",
            {
                "x - - -/x - - -": "region 2 has not 2 shaded cells",
                "x - - x/- x x -": "the shaded cell at row 1, column 1 has not exactly one shaded neighbour",
                "- x x -/- x x -": "the shaded cell at row 1, column 2 has not exactly one shaded neighbour",
            },
        ),
    ],
    "nurikabe": [
        (
            "3 3/- 3 -/- - -/3 - -",
            "- - -/x x x/- - -",
            {
                "x - x/- x x/- x x": "the square at row 2, column 2 is all shaded",
                "x - -/- x x/- x -": "the sea is not connected",
                "- - -/x x x/- x -": "an island has no number",
                "- - -/- x x/- - x": "an island has two numbers",
                "- - x/x x x/- - -": "an island has not as many cells as its number",
            },
        ),
    ],
    "nurimisaki": [
        (
            "5 5/- ? - - -/? - - - -/- - - 2 -/- - - - -/? - - - -",
            "x - - - -/- x x x -/- - x - -/x - x x -/- - - - -",
            {
                "x - x x -/- x x x -/- - x - -/x - x x -/- - - - -": "the square at row 1, column 3 has one "
                "colour",
                "x - x - -/- x - x -/- - x - -/x - x x -/- - - - -": "the circle at row 1, column 2 is no "
                "end",
            },
        ),
        (
            "2 3/2 - -/- - -",
            None,
            {
                "- - -/x x x": "from row 1, column 1 not 2 white cells are seen",
                "- - x/x x x": "row 1, column 2 is an end without a circle",
                "- x x/- - -": "row 2, column 3 is an end without a circle",
            },
        ),
        ("1 5/? - - - ?", None, {"- - x - -": "row 1, column 2 is an end without a circle"}),
        ("1 5/? ? - ? ?", None, {"- - x - -": "the white cells are not connected"}),
    ],
    "numberlink": [
        (
            "2 3/1 - 1/2 - 2",
            "e ew w/e ew w",
            {
                "s - s/n - n": "a cell is on no line",
                "s ew w/n ew w": "the lines of row 1, column 1 and row 1, column 2 do not meet",
            },
        ),
        ("2 2/1 2/1 2", "s s/n n", {"e w/e w": "a line joins two numbers that differ"}),
        ("3 3/1 1 -/- - -/- - -", None, {"e w -/- - -/- - -": "a cell is on no line"}),
        (
            "2 4/1 1 - -/2 2 - -",
            None,
            {"e w se sw/e w ne nw": "a line leads to no number"},
        ),
        ("2 2/1 1/1 2", None, {"e w/e w": "not each number is there twice"}),
    ],
    "sashigane": [
        (
            "2 3/- - s/- - -",
            "1 1 2/1 2 2",
            {
                "1 1 1/2 2 2": "piece 1 is no L",
                "1 2 2/1 1 2": "piece 2 has an arrow that is no end",
            },
        ),
        ("2 3/4 - -/- - -", None, {"1 1 2/1 2 2": "piece 1 has 3 cells, not 4"}),
        ("2 3/- - o/- - -", None, {"1 1 2/1 2 2": "piece 2 has a circle beside its corner"}),
        ("2 3/- n -/- - -", None, {"1 1 2/1 2 2": "piece 1 has an arrow that does not point to its corner"}),
    ],
    "shakashaka": [
        (
            "2 3/- - x/- - 1",
            "nw ne x/sw se 1",
            {
                "- - x/- - 1": "not 1 cells beside row 2, column 3 are half black",
                "nw ne x/- se 1": "the white part at row 1, column 1 is no rectangle",
                "- - x/- 1 1": "row 2, column 2 is 1, but may be - or nw or ne or se or sw",
            },
        ),
    ],
    "shikaku": [
        (
            "2 3/2 - 4/- - -",
            "1 2 2/1 2 2",
            {
                "1 1 2/2 2 2": "piece 2 is not a rectangle",
                "1 1 1/1 1 1": "piece 1 has 2 numbers, not 1",
                "1 2 3/1 2 3": "piece 2 has 0 numbers, not 1",
                "1 1 2/1 1 2": "piece 1 has 4 cells, not 2",
                "1 @ @/1 @ @": "some cells are in no piece",
            },
        ),
    ],
    "skyscrapers": [
        (
            "3 3 3/2 2 1/2 1 3/3 1 2/1 2 2/1 - -/- - -/- - -",
            "1 2 3/3 1 2/2 3 1",
            {
                "1 2 2/3 1 2/2 3 1": "row 1 has not each height once",
                "1 3 2/3 2 1/2 1 3": "from the start of row 1 not 3 buildings are seen",
                "1 2 3/3 2 1/2 1 3": "column 2 has not each height once",
                "1 2 3/2 3 1/3 1 2": "from the start of row 2 not 1 buildings are seen",
                "2 1 3/3 2 1/1 3 2": "row 1, column 1 is 2, but may be 1",
            },
        ),
        (
            "3 3 3/3 - -/- - -/- - -/- - -/- - -/- - -/- - -",
            "1 3 2/2 1 3/3 2 1",
            {
                "1 2 3/1 2 3/1 2 3": "column 1 has not each height once",
                "3 1 2/1 2 3/2 3 1": "from the start of column 1 not 3 buildings are seen",
            },
        ),
        (
            "3 3 3/- - -/- 3 -/- - -/- - -/- - -/- - -/- - -",
            "2 3 1/1 2 3/3 1 2",
            {"1 2 3/2 3 1/3 1 2": "from the end of column 2 not 3 buildings are seen"},
        ),
        (
            "3 3 2/2 - -/- - -/- - 1/- - -/- - -/- - -/- - -",
            "0 1 2/1 2 0/2 0 1",
            {"0 0 2/1 2 0/2 0 1": "row 1 has not each height once"},
        ),
        (
            "4 4 4 D/- - - -/- - - -/- - - -/- - - -/- - - -/- - - -/- - - -/- - - -",
            "1 2 3 4/3 4 1 2/4 3 2 1/2 1 4 3",
            {
                "1 2 3 4/2 1 4 3/3 4 1 2/4 3 2 1": "diagonal 1 has not each height once",
            },
        ),
        (
            "3 3 1 D/- - -/- - -/- - -/- - -/- - -/- - -/- - -",
            None,
            {"0 1 0/1 0 0/0 0 1": "diagonal 2 has not each height once"},
        ),
    ],
    "slitherlink": [
        (
            "3 3/3 - -/- - -/- - -",
            "x - -/x x -/- x -",
            {
                "- - -/- - -/- - -": "not 3 sides of row 1, column 1 are on the loop",
                "x x -/- - -/x x -": "the line is not one loop",
            },
        ),
        (
            "3 3/- - -/- - -/- - -",
            "x x x/x x x/x x x",
            {
                "- - -/- - -/- - -": "the line is not one loop",
                "x x x/x - x/x x x": "the line is not one loop",
                "x - -/- x -/- - -": "the line is not one loop",
                "x x -/x - x/x x x": "the line is not one loop",
            },
        ),
    ],
    "slant": [
        (
            "2 2/- 2 -/- - -/- - 1",
            "/ \\|\\ \\",
            {
                "/ \\|\\ /": "not 1 lines meet at the corner 2, 2",
                "\\ \\|\\ \\": "not 2 lines meet at the corner 0, 1",
                "x \\|\\ \\": "row 1, column 1 is x, but may be / or \\",
            },
        ),
        ("2 2/- - -/- - -/- - -", None, {"/ \\|\\ /": "lines make a loop"}),
    ],
    "star-battle": [
        (
            "4 4 1/1 1 2 2/1 1 2 2/3 3 4 4/3 3 4 4",
            "- x - -/- - - x/x - - -/- - x -",
            {
                "- x - x/- - - -/x - - -/- - x -": "row 1 has not 1 stars",
                "- x - -/- x - -/x - - -/- - x -": "column 2 has not 1 stars",
                "x - - -/- x - -/- - x -/- - - x": "region 1 has not 1 stars",
                "x - - -/- - x -/- x - -/- - - x": "the stars at row 2, column 3 and row 3, column 2 touch",
            },
        ),
    ],
    "suguru": [
        (
            "2 2/- 2/- -/1 1/1 1",
            "1 2/3 4",
            {
                "1 2/1 4": "region 1 has not each number from 1 to 4 once",
                "2 1/3 4": "row 1, column 2 is 1, but may be 2",
            },
        ),
        (
            "1 3/- - -/1 1 2",
            "1 2 1",
            {
                "2 1 1": "row 1, column 2 and row 1, column 3 are equal and touch",
                "1 2 3": "row 1, column 3 is 3, but may be 1",
            },
        ),
    ],
    "yajilin": [
        (
            "3 3/- - -/- - -/- - -",
            "se ew sw/ns x ns/ne ew nw",
            {
                "se ew sw/ns ns ns/ne ew nw": "the lines of row 1, column 2 and row 2, column 2 do not meet",
                "se sw x/ne nw x/x x x": "row 1, column 3 and row 2, column 3 are shaded side by side",
            },
        ),
        (
            "2 5/- - ? - -/- - ? - -",
            None,
            {"se sw - se sw/ne nw - ne nw": "the line is not one loop"},
        ),
        *(
            (
                f"3 3/{'/'.join(rows)}",
                None,
                {"/".join(solution): f"not 1 cells are shaded to the {side} of row {row}, column {column}"},
            )
            for side, row, column, rows, solution in (
                ("e", 1, 1, ("1e - -", "- - -", "- - -"), ("- se sw", "se nw ns", "ne ew nw")),
                ("w", 1, 3, ("- - 1w", "- - -", "- - -"), ("se sw -", "ns ne sw", "ne ew nw")),
                ("s", 1, 1, ("1s - -", "- - -", "- - -"), ("- se sw", "se nw ns", "ne ew nw")),
                ("n", 3, 3, ("- - -", "- - -", "- - 1n"), ("se ew sw", "ns se nw", "ne nw -")),
            )
        ),
    ],
    "tapa": [
        (
            "5 5/3 - - - -/- - - - 5/- - 311 - -/31 - - - -/- - - - 2",
            "- x x x x/x x - x -/x - - x x/- x - x -/x x x x -",
            {
                "- x x x x/x x x x -/x - - x x/- x - x -/x x x x -": "the square at row 1, column 2 is all "
                "shaded",
                "- x x x x/x x - x -/x - - x x/- x - x -/- x x x -": "the groups around row 4, column 1 are "
                "not those of its clue",
                "- x - x x/x x - x -/x - - x x/- x - x -/x x x x -": "the black cells are not connected",
            },
        ),
    ],
    "tents": [
        (
            "3 3/1 0 1/1 0 1/- x -/- - -/- x -",
            "o x -/- - -/- x o",
            {
                "o x -/- - -/- x -": "row 3 has not 1 tents",
                "o x -/- - -/o x -": "column 1 has not 1 tents",
                "o o -/- - -/- x -": "row 1, column 2 is o, but may be x",
            },
        ),
        (
            "3 3/- - -/- - -/- x -/- x -/- - -",
            "o x -/- x o/- - -",
            {
                "o x -/o x -/- - -": "the tents at row 1, column 1 and row 2, column 1 touch",
                "o x -/- x o/o - -": "the tent at row 3, column 1 has no tree at its sides",
                "o x -/- x -/- - -": "the tree at row 2, column 2 has no tent at its sides",
            },
        ),
        ("1 3/- - -/-/x - x", None, {"x o x": "trees and tents do not make pairs"}),
        ("1 4/- - - -/-/- x x -", "o x x o", {}),
    ],
    "yin-yang": [
        (
            "2 3/- w -/- - -",
            "b w b/b b b",
            {
                "b w w/b w w": "the square at row 1, column 2 is of one colour",
                "b w b/b w b": "the black circles are not connected",
            },
        ),
        ("1 3/- w -", "b w w", {"w b w": "row 1, column 2 is b, but may be w"}),
        ("1 3/- - -", "b w w", {"w b w": "the white circles are not connected"}),
    ],
}

CASES = [(kind, *case) for kind in KINDS for case in BY_HAND[kind]]


@pytest.mark.parametrize(("kind", "puzzle", "right", "wrong"), CASES)
def test_a_wrong_solution_is_refused_with_the_words_of_the_rule_that_it_breaks(kind, puzzle, right, wrong):
    referee, asked = of(kind), block("", board(puzzle))
    assert right is None or referee.broken(asked, board(right)) is None
    assert {text: referee.broken(asked, board(text)) for text in wrong} == wrong


def unnumbered(words):
    """The words of a rule, without the place and the numbers."""
    return re.sub(r"\d+", "#", re.sub(r"\b(column|row) (?=\d+ |\d+$)", "line ", words))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if hasattr(of(kind), "rules")])
def test_each_rule_of_a_kind_is_broken_by_a_wrong_solution(kind):
    """By the words of all rules of the puzzles that are drawn, and of those made by hand."""
    referee = of(kind)
    drawn = [read(referee.small(seed))[0] for seed in range(20)]
    hand = [block("", board(puzzle)) for puzzle, _, _ in BY_HAND[kind]]
    rules = {unnumbered(rule.words) for one in drawn + hand for rule in referee.rules(one)}
    seen = {unnumbered(words) for _, _, wrong in BY_HAND[kind] for words in wrong.values()}
    assert rules <= seen


@pytest.mark.parametrize("kind", KINDS)
def test_a_board_of_another_size_is_refused(kind):
    puzzle, right, _ = BY_HAND[kind][0]
    asked, rows = block("", board(puzzle)), board(right)
    said = f"the board is not {asked.sizes[0]} rows of {asked.sizes[1]} cells"
    assert of(kind).broken(asked, rows[1:]) == said
    assert of(kind).broken(asked, [rows[0][1:], *rows[1:]]) == said


# -- readings -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "puzzle", "solution", "reading", "without", "within"),
    [
        ("binairo", "2 2/- -/- -", "1 2/2 1", "different", None, None),
        ("binairo", "4 2/- -/- -/- -/- -", "1 2/2 1/1 2/2 1", "different", None, "row 1 and row 3 are equal"),
        (
            "binairo",
            "2 4/- - - -/- - - -",
            "1 1 2 2/2 2 1 1",
            "different",
            None,
            "column 1 and column 2 are equal",
        ),
        (
            "kakuro",
            "3 3/- 2, 2,/,2 0 0/,2 0 0",
            "- - -/- 1 1/- 1 1",
            "repeated",
            "the run across from row 2, column 2 repeats a digit",
            None,
        ),
        (
            "killer-sudoku",
            "4 4/- 9 - -/- - - -/- - - -/- - - -/1 2 3 3/1 2 2 2/4 4 5 5/4 4 5 5",
            "1 2 3 4/3 4 1 2/2 1 4 3/4 3 2 1",
            "repeated",
            "cage 2 repeats a digit",
            None,
        ),
    ],
)
def test_a_reading_that_differs_is_asked_by_name(kind, puzzle, solution, reading, without, within):
    referee, asked = of(kind), block("", board(puzzle))
    assert reading in referee.READINGS
    assert referee.broken(asked, board(solution)) == without
    assert referee.broken(asked, board(solution), **{reading: True}) == within


def test_what_is_no_answer_is_written_in_several_ways():
    akari = block("", board("3 3/- - -/- 2 -/- - x"))
    three = [board("- o -/- 2 o/o - x"), board("- o -/- x o/o - x"), board("- o -/- - o/o - -")]
    assert [of("akari").broken(akari, one) for one in three] == [None] * 3
    assert [of("akari").plain(akari, one) for one in three] == [three[0]] * 3
    tents = block("", board("1 3/- - -/-/- x -"))
    assert of("tents").broken(tents, board("o - -")) is None
    assert of("tents").plain(tents, board("o - -")) == board("o x -")
    for kind in ("dominosa", "shikaku"):
        assert of(kind).plain(None, board("7 7 0/a a 0")) == board("1 1 2/3 3 2")


def test_referees_share_nothing_with_the_library():
    """They import plain Python, and each other's helpers."""
    for path in Path(kinds.__file__).parent.glob("*.py"):
        for line in ast.walk(ast.parse(path.read_text())):
            if isinstance(line, ast.ImportFrom):
                assert line.module.partition(".")[0] in {"kinds", *sys.stdlib_module_names}, path
            if isinstance(line, ast.Import):
                assert {name.name for name in line.names} <= sys.stdlib_module_names, path
