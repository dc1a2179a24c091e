"""Measure the workbench: how soon a verdict follows an edit, and whether memory stays flat.

    python tests/workbench speed [EDITS]       # 50 on each board: milliseconds from the input to the verdict
    python tests/workbench memory [MINUTES]    # 20: random edits by two pages; resident memory on the way

`speed` needs Playwright and Chromium. Every second edit is a key or a click, the others take it back. The
time begins at the time stamp that the browser gives to the key or click, and ends when the verdict is in the
document. It contains all requests, the worker's work, and the drawing of the board. The next edit follows
half a second after a verdict, so that clues and ratings are often still under way. The columns after p95 show
the median time of each step, and the CPU time for an edit, clues and ratings included.
"""

import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep

sys.path.append(str(Path(__file__).parents[1] / "plugins"))

from waiting import children_of
from workbench_server import CHROMIUM, Server, cpu_seconds, events, memory

BOARDS = ("akari-10x10", "killer-sudoku-9x9", "pentomino-6x10")
EDITED = (
    *BOARDS, "sudoku:12....1..1......", "slitherlink-10x10", "nonogram-key", "tents-8x8-few", "hitori-6",
    "norinori:AABB/AABB/CCDD/CCDD", "tetrahexes-4x7", "star-battle:AABB/AABB/CCDD/CCDD", "queens:6",
)  # fmt: skip
PAUSE = 0.5  # seconds
STEPS = ("asked", "answered", "board", "verdict")
WATCH = """
window.steps = {};
const begin = (event) => { window.steps = { input: event.timeStamp }; };
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, begin, true);
const fetched = window.fetch;
window.fetch = async (where, how) => {
  if (!(how?.body ?? "").includes('"verb":"edit"')) return fetched(where, how);
  const steps = window.steps;
  steps.asked = performance.now();
  const answer = await fetched(where, how);
  steps.answered = performance.now();
  return answer;
};
addEventListener("DOMContentLoaded", () => {
  for (const id of ["board", "verdict"]) {
    const element = document.getElementById(id);
    const see = () => {
      if (window.steps.answered && !(id === "verdict" && element.hasAttribute("aria-busy")))
        window.steps[id] ??= performance.now();
    };
    new MutationObserver(see).observe(element, { childList: true, attributes: true });
  }
});
"""


def speed(edits=50):
    """Print a row for each board."""
    from playwright.sync_api import sync_playwright

    print(f"{'board':18} {'median':>7} {'p95':>7}   " + " ".join(f"{step:>8}" for step in STEPS), end="")
    print("   CPU: workers server browser (ms)")
    with TemporaryDirectory() as folder, sync_playwright() as running:
        server = Server(Path(folder) / "log")
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for name in BOARDS:
                page = browser.new_page(viewport={"width": 1400, "height": 900}, bypass_csp=True)
                page.add_init_script(WATCH)
                page.goto(server.url)
                print(_row(name, page, server, edits), flush=True)
                page.close()
        finally:
            browser.close()
            server.end()


def _row(name, page, server, edits):
    edit = Edits(page, name)
    before, found = _cpu(server), []
    for number in range(edits):
        steps = edit.next(undo=number % 2 == 1)
        found.append([steps[step] - steps["input"] for step in STEPS])
        sleep(PAUSE)
    took = [1000 * (b - a) / edits for a, b in zip(before, _cpu(server), strict=True)]
    columns = [sorted(column) for column in zip(*found, strict=True)]
    middle = [column[len(column) // 2] for column in columns]
    p95 = columns[-1][min(edits - 1, -(-95 * edits // 100) - 1)]
    row = f"{name:18} {middle[-1]:7.0f} {p95:7.0f}   " + " ".join(f"{step:8.0f}" for step in middle)
    return row + "        " + " ".join(f"{each:7.0f}" for each in took)


def _cpu(server):
    """The CPU seconds of the workers, of the server, and of the browser."""
    browser = [pid for pid in _offspring() if pid not in (server.process.pid, *server.children)]
    workers = sum(map(cpu_seconds, server.children))
    return workers, cpu_seconds(server.process.pid), sum(map(cpu_seconds, browser))


def _offspring(pid=None):
    found = children_of(pid)
    return found.union(*map(_offspring, found))


class Edits:
    """Random edits of a board in a page, each followed by its undo."""

    def __init__(self, page, name):
        self.page, self.random, self.at = page, random.Random(7), None
        page.fill("#text", name)
        self._verdict()
        page.wait_for_selector("#details p")
        self._edit = {BOARDS[0]: self._sign, BOARDS[1]: self._sum, BOARDS[2]: self._lay}[name]
        if self._edit == self._lay:
            page.click('#tools button:text-is("piece I")')
            page.locator('.hit[data-row="0"][data-column="0"]').click()
            self._verdict()

    def next(self, *, undo):
        """Edit, or take the last edit back; return when each step was reached. A fault is taken back."""
        while True:
            if undo:
                self.page.keyboard.press("Control+z")
            else:
                self._edit()
            self._verdict()
            if "board" in (steps := self.page.evaluate("window.steps")):
                return steps
            self.page.keyboard.press("Control+z")
            self._verdict()

    def _verdict(self):
        self.page.wait_for_selector("#verdict:not([aria-busy]) .answer")
        self.page.wait_for_function("window.steps.verdict")

    def _pick(self, rows, columns):
        """Click a spot, not the last one, which would change its word; return what the page calls it."""
        spots = [
            (row, column) for row in range(rows) for column in range(columns) if (row, column) != self.at
        ]
        self.at = row, column = self.random.choice(spots)
        self.page.locator(f'.hit[data-row="{row}"][data-column="{column}"]').click()
        return self.page.inner_text("#spot").partition(": ")[2]

    def _sign(self):
        while self._pick(10, 10) not in ("blank", "."):
            pass
        self.page.keyboard.press(self.random.choice("x012"))

    def _sum(self):
        while not 8 <= int(word if (word := self._pick(9, 9)).isdecimal() else 0) <= 14:
            pass
        self.page.fill("#word", str(int(word) + 1))
        self.page.keyboard.press("Enter")

    def _lay(self):
        piece = self.page.locator(f'#tools button:text-is("piece {self.random.choice("FLNPTUVWXYZ")}")')
        if piece.get_attribute("aria-pressed") == "false":
            piece.click()
        said = "does not fit"
        while "does not fit" in said:
            self._pick(6, 10)
            self.page.wait_for_function("document.getElementById('spot').textContent.startsWith('piece')")
            said = self.page.inner_text("#spot")


def resident(minutes=20):
    """Print how much memory the server and its workers take while two pages edit at random."""
    with TemporaryDirectory() as folder:
        server = Server(Path(folder) / "log")
        began, asked = monotonic(), [0, 0]
        pages = [Thread(target=_edit_at_random, args=(server, page, asked), daemon=True) for page in (0, 1)]
        print(f"{'minute':>6} {'edits':>6} {'server':>7}  workers: process and MB")
        try:
            for page in pages:
                page.start()
            while monotonic() - began < 60 * minutes and all(page.is_alive() for page in pages):
                sleep(min(60, 6 * minutes))
                workers = {pid: memory(pid) >> 20 for pid in sorted(server.children)}
                shown = "  ".join(f"{pid} {size}" for pid, size in workers.items())
                minute, own = (monotonic() - began) / 60, memory(server.process.pid) >> 20
                print(f"{minute:6.1f} {sum(asked):6} {own:7}  {shown}", flush=True)
        finally:
            server.end()


def _edit_at_random(server, page, asked):
    """Edit puzzles word by word; a third of the edits come before the last one is answered."""
    draw = random.Random(page)
    while True:
        text, words, sheets = draw.choice(EDITED), None, []
        for _ in range(draw.randrange(5, 40)):
            asked[page] += 1
            patient = draw.random() < 2 / 3
            for event in events(server, verb="edit", page=f"page{page}", text=text, words=words, form="toml"):
                if event["event"] == "board":
                    sheets = [sheet for sheet in event["sheets"] if sheet["on"] != "whole"]
                    words = {sheet["key"]: sheet["words"] for sheet in event["sheets"]}
                elif event["event"] == "verdict" and not patient:
                    break
            if not sheets:
                break
            words = _edited(words, draw.choice(sheets), draw)


def _edited(words, sheet, draw):
    """Words with another one at one spot of a sheet."""
    rows = [[*row] for row in words[sheet["key"]]]
    low, high = sheet.get("numbers") or (1, 0)
    known = [*{word for row in rows for word in row}, sheet.get("blank") or rows[0][0]]
    known += [word for word, _ in sheet.get("choices") or ()] + [
        *map(str, range(low, min(high, low + 9) + 1))
    ]
    row = draw.choice(rows)
    row[draw.randrange(len(row))] = draw.choice(known)
    return {**words, sheet["key"]: rows}


if __name__ == "__main__":
    verb, *given = sys.argv[1:] or ["speed"]
    sys.exit({"speed": speed, "memory": resident}[verb](*map(int, given)))
