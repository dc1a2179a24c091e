"""The process in which d4 works: it reads one question, answers it, and ends.

    stdin     a line of JSON, {"task": "count" or "compile", "engine": "large-arity", "variables": n,
              "shown": [], "integers": k}, and k integers of 32 bits: clauses, with a 0 behind each.
              Where variables are shown, models count as one if they differ in other variables only.
              Closing it later ends the process, whatever it does
    stdout    a line of JSON, {"count": "92", "branches": 203, "splits": 0, "bytes": 0}, and so many bytes:
              the circuit, if it was compiled

d4 cannot be interrupted, and what it prints goes to stdout. So that is led elsewhere before it begins.
"""

from __future__ import annotations

import fcntl
import json
import os
import sys
import tempfile
from array import array
from select import select
from typing import Any

import py_d4

PAGE = 1 << 26  # bytes that the cache takes at a time; by itself d4 would take 4 GB at once


def main() -> None:
    """Answer the question on stdin."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    asked = json.loads(sys.stdin.buffer.readline())
    stream = array("i")
    stream.fromfile(sys.stdin.buffer, asked["integers"])
    _end_with_stdin()
    answer, circuit = _answer(_clauses(stream), asked)
    answers.write(json.dumps(answer | {"bytes": len(circuit)}).encode() + b"\n" + circuit)
    answers.flush()
    os._exit(0)  # without the time that freeing all of it takes


def _answer(clauses: list[list[int]], asked: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """What d4 says, and its circuit.

    It is not asked about no clauses, where it divides by 0, nor about an empty one, which no file may have.
    """
    variables, compiled = asked["variables"], asked["task"] == "compile"
    if not clauses:
        free = len(asked["shown"]) or variables
        return {"count": str(1 << free), "branches": 0, "splits": 0}, b"t 1 0\n" if compiled else b""
    if [] in clauses:
        return {"count": "0", "branches": 0, "splits": 0}, b"f 1 0\n" if compiled else b""
    if asked["shown"]:
        solver = _projecting_solver(clauses, variables, asked["shown"])
    else:
        solver = py_d4.Solver(clauses, variables, _options(asked["engine"]))
    if not compiled:
        counted = solver.count()
        return _result(counted.getIntResult(), counted), b""
    circuit = solver.compile()
    return _result(circuit.count([]), circuit), circuit.getNNFString().encode()


def _result(count: str, result: py_d4.SolverResult) -> dict[str, Any]:
    return {"count": count, "branches": result.getNbDecisionNodes(), "splits": result.getNbSplits()}


def _end_with_stdin() -> None:
    """From now on, SIGIO ends this process when stdin is closed."""
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)
    if select([0], [], [], 0)[0]:  # closed already
        sys.exit()


def _clauses(stream: array[int]) -> list[list[int]]:
    """The clauses; d4 1.0 writes beyond its memory where one has a literal twice, or says x or not x."""
    clauses, begin = [], 0
    for end, literal in enumerate(stream):
        if literal == 0:
            clause = set(stream[begin:end])
            if not any(-x in clause for x in clause):
                clauses.append(sorted(clause))
            begin = end + 1
    return clauses


def _projecting_solver(clauses: list[list[int]], variables: int, shown: list[int]) -> py_d4.Solver:
    """A solver that counts by these variables: only a file can say that."""
    with tempfile.NamedTemporaryFile("w", suffix=".cnf") as file:
        file.write(f"p cnf {variables} {len(clauses)}\nc p show {' '.join(map(str, shown))} 0\n")
        file.writelines(f"{' '.join(map(str, clause))} 0\n" for clause in clauses)
        file.flush()
        return py_d4.Solver(file.name, _options("classic"))  # it knows no other way then


def _options(engine: str) -> py_d4.OptionDpllStyleMethod:
    options = py_d4.dump_options_to_dict(py_d4.OptionDpllStyleMethod())
    if engine != "tree-decomposition":  # which is d4's own choice, with scores for what the tree leaves open
        options["branching"]["branchingHeuristicType"] = engine
        options["branching"]["partialOrder"]["partialOrderMethod"] = "none"
    options["cache"]["bucket"].update(sizeFirstPage=str(PAGE), sizeAdditionalPage=str(PAGE))
    return py_d4.load_options_from_dict(options)


if __name__ == "__main__":
    main()
