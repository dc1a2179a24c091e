"""Read the steps of an LRAT proof from bytes, text or binary.

As text a step is a line, `7 -1 2 0 3 5 0` or `7 d 3 5 0`, and lines that begin with `c` are comments. In
binary it is the byte `a` and its numbers, or `d` and the ids; a number x is 2 x, or 2 |x| + 1 if it is
negative, in groups of seven bits with the lowest first and the high bit on all but the last.

    name    shape     dtype   meaning
    ------  --------  ------  --------------------------------------------------------------------------------
    data    bytes     uint8   the text
    number  numbers   int32   the steps as numbers; as many as there are bytes are enough
    begin   steps     int64   where each of them begins; half as many as bytes, and one, are enough
    state   8         uint64  bytes AT which the first step begins that is not whole; the LINE there, from 0;
                              numbers WRITTEN; STEPS; where the FAULT is

All is given, the state as 0. Only whole steps are read: a caller with more data calls again with what is
left, and what is behind it. Only if it is the `last` of the data, a number may end with it. Returns DONE;
WRONG if no step can continue with what stands at FAULT; CUT if the last data end within a step.

Example: `5 1 0 1 2 0` and `5 d 1 2 0` are 5 1 0 1 2 0 DELETE 1 2 0, which begin at 0 and 6.
"""

from __future__ import annotations

import numpy as np

from accord_native.jit import inline, jit
from accord_native.lrat import layout
from accord_native.lrat.layout import DELETE, LARGEST_ID, LARGEST_VARIABLE, ReadArrays
from accord_native.progress import DONE
from accord_native.words import ONE, Bytes

NOTHING, LITERALS, HINTS, IDS = range(4)  # what comes next: a step, or numbers of one
NEWLINE, SPACE, MINUS, NOUGHT, NINTH = (np.uint8(ord(sign)) for sign in "\n -09")
COMMENT, ADDS, DELETES = (np.uint8(ord(sign)) for sign in "cad")
HIGH = np.uint8(128)


@inline
def _blank(byte: np.uint8) -> bool:
    return bool(byte == SPACE or (byte >= 9 and byte <= 13))


@inline
def _decimal(data: Bytes, at: np.uint64) -> tuple[np.int64, np.uint64]:
    """The number that begins there, and where it ends; where it begins if there is none."""
    end, value, place = np.uint64(len(data)), np.int64(0), at
    negative = data[place] == MINUS
    if negative:
        place += ONE
    digits = place
    while place < end and data[place] >= NOUGHT and data[place] <= NINTH and value <= LARGEST_ID:
        value = value * 10 + np.int64(data[place] - NOUGHT)
        place += ONE
    if place == digits or (place < end and not _blank(data[place])):
        return np.int64(0), at
    return -value if negative else value, place


@inline
def _number(data: Bytes, at: np.uint64) -> tuple[np.int64, np.uint64]:
    """The number of up to five bytes that begins there, and where it ends; where it begins if none ends."""
    end, value, shift, place = np.uint64(len(data)), np.int64(0), np.int64(0), at
    while place < end and shift <= 28:
        byte = data[place]
        value |= np.int64(byte & np.uint8(127)) << shift
        place += ONE
        if byte < HIGH:
            if value == 1:
                return np.int64(0), at
            return -(value >> 1) if value & 1 else value >> 1, place
        shift += 7
    return np.int64(0), at


@inline
def _whole(data: Bytes, at: np.uint64, binary: bool) -> bool:
    """Whether what begins there ends before the data do."""
    place, end = at, np.uint64(len(data))
    while place < end:
        if data[place] < HIGH if binary else _blank(data[place]):
            return True
        place += ONE
    return False


@jit(counted=False)
def read(its: ReadArrays, binary: bool, last: bool) -> np.uint64:
    """Read all steps that are whole; returns DONE, WRONG or CUT."""
    data, number, begin, state = its.data, its.number, its.begin, its.state
    at, line, written, end = state[layout.AT], state[layout.LINE], state[layout.WRITTEN], np.uint64(len(data))
    place, started = NOTHING, written
    while at < end:
        byte = data[at]
        if not binary and _blank(byte):
            line += np.uint64(byte == NEWLINE)
            at += ONE
        elif place == NOTHING and not binary and byte == COMMENT:
            stop = at
            while stop < end and data[stop] != NEWLINE:
                stop += ONE
            if stop == end and not last:
                break
            at = stop
        elif not last and not _whole(data, at, binary):
            break
        elif place == NOTHING and binary and byte in (ADDS, DELETES):
            begin[state[layout.STEPS]] = started = written
            if byte == DELETES:
                number[written] = DELETE
                written += ONE
            place = IDS if byte == DELETES else LITERALS
            at += ONE
            continue
        elif place == LITERALS and written == started + ONE and not binary and byte == DELETES:
            if at + ONE < end and not _blank(data[at + ONE]):
                state[layout.FAULT] = at
                return layout.WRONG
            number[started] = DELETE
            place = IDS
            at += ONE
            continue
        else:
            value, stop = _number(data, at) if binary else _decimal(data, at)
            first = place == NOTHING or (place == LITERALS and written == started)
            most = LARGEST_VARIABLE if place == LITERALS and not first else LARGEST_ID
            if (
                stop == at
                or abs(value) > most
                or (value <= 0 and first)
                or (value < 0 and place == IDS)
                or (place == NOTHING and binary)
            ):
                state[layout.FAULT] = at
                return layout.WRONG
            if place == NOTHING:
                begin[state[layout.STEPS]] = started = written
                place = LITERALS
            number[written] = value
            written += ONE
            at = stop
            if value != 0:
                continue
            place = HINTS if place == LITERALS else NOTHING
            state[layout.STEPS] += np.uint64(place == NOTHING)
        if place == NOTHING:
            state[layout.AT], state[layout.LINE], state[layout.WRITTEN] = at, line, written
    if last and place != NOTHING:
        state[layout.FAULT] = end - ONE
        return layout.CUT
    return DONE
