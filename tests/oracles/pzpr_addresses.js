// What pzprjs decodes in addresses of kinds: their parts in order, and what each flag changes.
//
//   node pzpr_addresses.js FOLDER KIND...      FOLDER is a pzprjs that is built: it has dist/js/pzpr.js
//
// Writes a JSON array with a row for each KIND, as sites call it:
//
//   {"kind": KIND, "pid": its name within, "written": what its addresses have, or null if the kind is unknown,
//    "parts": [the decoder of each part], "flags": {LETTER: [the settings and decoders that it changes]}}
//
// The kind's own `decodePzpr` runs; each decoder that it calls, each flag that it asks for and each setting that
// it makes is noted instead of done. It runs without a flag, and with each flag that it asks for.

"use strict";
const [folder, ...kinds] = process.argv.slice(2);
const pzpr = require(require("path").resolve(folder, "dist/js/pzpr.js"));

function decoded(puzzle, flags) {
    const encode = new puzzle.klass.Encode();
    const seen = { parts: [], asked: new Set(), settings: {} };
    for (const name in encode) {
        const does_nothing = /\{\s*\}$/.test(String(encode[name]));
        if (/^decode/.test(name) && !["decodePzpr", "decodeConfigFlag"].includes(name)) {
            encode[name] = () => { if (!does_nothing) seen.parts.push(name); };
        }
    }
    encode.checkpflag = (flag) => { seen.asked.add(flag); return flags.includes(flag); };
    const set = puzzle.setConfig;
    puzzle.setConfig = (name, value) => { seen.settings[name] = value; };
    encode.outbstr = "z".repeat(99);
    encode.decodePzpr(pzpr.parser.URL_PZPRV3);
    puzzle.setConfig = set;
    return seen;
}

function row(kind) {
    const pid = pzpr.variety.toPID(kind);
    if (!pid) return { kind, pid: null, written: null, parts: [], flags: {} };
    const puzzle = new pzpr.Puzzle({ type: "player" });
    puzzle.open(`${kind}/4/4`);
    const plain = decoded(puzzle, []);
    const flags = {};
    for (const flag of [...plain.asked].sort()) {
        const with_flag = decoded(puzzle, [flag]);
        const settings = Object.keys(with_flag.settings).filter((name) => with_flag.settings[name] !== plain.settings[name]);
        flags[flag] = [...settings, ...with_flag.parts.filter((name) => !plain.parts.includes(name))];
    }
    return { kind, pid, written: pzpr.variety(kind).urlid, parts: plain.parts, flags };
}

process.stdout.write(JSON.stringify(kinds.map(row)) + "\n");
