// Opens addresses in pzpr: a line of JSON a question, a line an answer.
//
//   TEXT, an address
//   {"url": TEXT as pzpr writes it}
//   {"fault": TEXT}
//
// The package is looked for where ACCORD_PZPR says, else where node looks.

"use strict";
const pzpr = require(process.env.ACCORD_PZPR || "pzpr");
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
    let told;
    try {
        const puzzle = new pzpr.Puzzle({ type: "player" });
        puzzle.open(JSON.parse(line));
        if (!puzzle.ready) throw new Error("it was not opened");
        told = { url: puzzle.getURL() };
    } catch (error) {
        told = { fault: String(error) };
    }
    process.stdout.write(JSON.stringify(told) + "\n");
});
