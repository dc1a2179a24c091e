// Opens addresses in pzpr and lets its own checker judge answers: a line of JSON a question, a line an answer.
//
//   {"url": TEXT, "answer": {"marks": GRID} or {"numbers": GRID} or {"regions": GRID} or {"lines": GRID} or null}
//   marks are 1 for a shaded cell, 2 to 5 for a triangle, 31 and 32 for a diagonal; lines are words such as "se"
//   {"url": TEXT as pzpr writes it, "complete": whether its checker accepts the answer, "said": its words}
//   {"fault": TEXT}
//
// The package is looked for where ACCORD_PZPR says, else where node looks.

"use strict";
const pzpr = require(process.env.ACCORD_PZPR || "pzpr");
const lines = require("readline").createInterface({ input: process.stdin });

function place(board, answer) {
    const centre = (number) => 2 * number + 1;
    const each = (grid, act) => grid.forEach((row, y) => row.forEach((value, x) => act(value, y, x)));
    each(answer.marks || [], (value, y, x) => {
        if (value) board.getc(centre(x), centre(y)).setQans(value);
    });
    each(answer.lines || [], (sides, y, x) => {
        if (sides.includes("e")) board.getb(centre(x) + 1, centre(y)).setLine();
        if (sides.includes("s")) board.getb(centre(x), centre(y) + 1).setLine();
    });
    each(answer.numbers || [], (value, y, x) => {
        if (value !== null) board.getc(centre(x), centre(y)).setAnum(value);
    });
    const grid = answer.regions || [];
    each(grid, (value, y, x) => {
        if (x + 1 < grid[y].length && grid[y][x + 1] !== value) board.getb(centre(x) + 1, centre(y)).setQans(1);
        if (y + 1 < grid.length && grid[y + 1][x] !== value) board.getb(centre(x), centre(y) + 1).setQans(1);
    });
}

lines.on("line", (line) => {
    const question = JSON.parse(line);
    let told;
    try {
        const puzzle = new pzpr.Puzzle({ type: "player" });
        puzzle.open(question.url);
        if (!puzzle.ready) throw new Error("it was not opened");
        if (question.answer) place(puzzle.board, question.answer);
        const checked = puzzle.check(true);
        told = { url: puzzle.getURL(), complete: checked.complete, said: checked.text };
    } catch (error) {
        told = { fault: String(error) };
    }
    process.stdout.write(JSON.stringify(told) + "\n");
});
