// Opens addresses in pzpr and lets its own checker judge answers: a line of JSON a question, a line an answer.
//
//   {"url": TEXT, "places": [[X, Y, PROPERTY], ...], "answers": [[VALUE, ...], ...]}
//   A place is counted in half cells, as pzpr does: (1, 1) is the first cell, (2, 1) the side to its right.
//   The property is what pzpr calls it: qans, anum, line. An answer has a value for each place.
//   {"url": TEXT as pzpr writes it, "said": [null for an accepted answer, else the first rule that it breaks]}
//   {"fault": TEXT}
//
// The package is looked for where ACCORD_PZPR says, else where node looks.

"use strict";
const pzpr = require(process.env.ACCORD_PZPR || "pzpr");
const lines = require("readline").createInterface({ input: process.stdin });

function judged(puzzle, places, answers) {
    const objects = places.map(([x, y, property]) => [puzzle.board.getobj(x, y), property]);
    if (objects.some(([object]) => object.isnull)) throw new Error("a place is outside the board");
    return answers.map((answer) => {
        objects.forEach(([object, property], at) => (object[property] = answer[at]));
        puzzle.board.rebuildInfo();
        puzzle.checker.resetCache();
        const checked = puzzle.check(true);
        return checked.complete ? null : checked[0];
    });
}

lines.on("line", (line) => {
    const question = JSON.parse(line);
    let told;
    try {
        const puzzle = new pzpr.Puzzle({ type: "player" });
        puzzle.open(question.url);
        if (!puzzle.ready) throw new Error("it was not opened");
        told = { url: puzzle.getURL(), said: judged(puzzle, question.places, question.answers) };
    } catch (error) {
        told = { fault: String(error) };
    }
    process.stdout.write(JSON.stringify(told) + "\n");
});
