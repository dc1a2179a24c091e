"""The workbench as a person sees it: in Chromium, with keys and clicks."""

import os
import re
import socket
from pathlib import Path

import pytest
from waiting import is_alive, wait_until
from workbench_server import is_idle

expect = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: no browser test"
).expect
pytestmark = pytest.mark.full

AKARI = "akari:.1./x../..2"
TWO = "sudoku:12....1..1......"
AXE = os.environ.get("ACCORD_AXE", "/tmp/axe-core/package/axe.min.js")


def type_puzzle(page, text, answer):
    page.fill("#text", text)
    page.wait_for_selector(f"#verdict:not([aria-busy]) .answer.{answer}")


def text_of(page):
    return page.input_value("#text")


def cell(page, row, column):
    return page.locator(f'.hit[data-row="{row}"][data-column="{column}"]')


def lit(page, name):
    return page.locator(f".lit.{name}").count()


def ask(page, label):
    page.click(f'#questions button:text-is("{label}")')


def axe(page):
    """The faults that axe-core finds; None where it is not there."""
    if not Path(AXE).exists():
        return None
    page.evaluate(Path(AXE).read_text())  # what a page's policy lets no script tag do
    found = page.evaluate("axe.run()")
    return [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found["violations"]]


def check_axe(page):
    assert not axe(page)


@pytest.mark.skipif(not Path(AXE).exists(), reason="no axe-core (ACCORD_AXE): no page is checked by it")
def test_axe_finds_a_fault(page):
    page.evaluate("document.body.append(document.createElement('img'))")
    assert "image-alt" in {name for name, _ in axe(page)}


def test_a_puzzle_of_the_library(page):
    page.click("#open-library")
    page.fill("#search", "akari 10 x 10")
    page.wait_for_selector("#choices svg")
    check_axe(page)
    page.click("#choices button >> nth=0")
    page.wait_for_selector(".answer.unique")
    assert page.inner_text("#title") == "Akari, 10 x 10"
    assert text_of(page).startswith('family = "akari"')
    page.wait_for_selector("#step")
    assert "for a person: hard" in page.inner_text("#rating")
    check_axe(page)


def test_a_kind_to_begin_with(page):
    page.click("#open-kinds")
    page.fill("#search", "star-battle")
    page.click("#choices button >> nth=0")
    page.wait_for_selector("#verdict .answer:not(.faults)")
    assert text_of(page).startswith("star-battle:")


def test_a_fault_with_its_place(page):
    type_puzzle(page, "akari:.1./x.9/..2", "faults")
    assert "board[2]: found '9' in column 3; expected x (a wall)" in page.inner_text("#verdict")
    check_axe(page)


def test_two_solutions_and_where_they_differ(page):
    type_puzzle(page, TWO, "several")
    page.wait_for_selector("#count")
    assert lit(page, "differ") == 4
    assert page.inner_text("#count") == "6 solutions"
    check_axe(page)


def test_a_contradiction_and_its_clues(page):
    type_puzzle(page, "sudoku:11..............", "impossible")
    page.wait_for_selector(".lit.blame", state="attached")
    assert lit(page, "blame") == 2
    assert "r1c1 is 1" in page.inner_text("#details")


def test_a_clue_that_can_be_left_out_is_dimmed(page):
    type_puzzle(page, "sudoku:1234341221434321", "unique")
    page.wait_for_selector(".lit.spare", state="attached")
    assert lit(page, "spare") > 4


def test_a_board_is_edited_by_clicks_and_by_keys_and_back(page):
    type_puzzle(page, AKARI, "unique")
    page.click('#tools button:text-is("x a wall")')
    cell(page, 2, 0).click()
    expect(page.locator("#text")).to_have_value("akari:.1./x../x.2")
    page.wait_for_selector("#verdict:not([aria-busy])")
    page.click('#tools button:text-is("x a wall")')  # no tool: pick and type
    page.focus("#board")
    page.keyboard.press("1")
    expect(page.locator("#text")).to_have_value("akari:.1./x../1.2")
    page.click("#undo")
    page.click("#undo")
    expect(page.locator("#text")).to_have_value("akari:.1./x../..2")
    page.wait_for_selector(".answer.unique")
    page.click("#redo")
    expect(page.locator("#text")).to_have_value("akari:.1./x../x.2")
    page.reload()
    page.wait_for_selector("#verdict:not([aria-busy]) .answer")
    assert text_of(page) == "akari:.1./x../x.2"


def test_keys_that_follow_quickly_all_arrive(page):
    type_puzzle(page, "akari:.../.../...", "several")
    cell(page, 0, 0).click()
    for _ in range(3):
        page.keyboard.press("x")
        page.keyboard.press("ArrowRight")
    expect(page.locator("#text")).to_have_value("akari:xxx/.../...")


def test_clues_beside_a_board_and_regions(page):
    type_puzzle(page, "tents-8x8-few", "unique")
    page.select_option("#form", "toml")
    expect(page.locator("#text")).to_have_value(re.compile(re.escape("columns = ")))
    page.click('#tools button:text-is("columns")')
    page.locator('.hit[data-column="0"]').click()
    page.keyboard.press("9")
    page.wait_for_selector(".answer.faults")
    assert "columns[1]: found '9'" in page.inner_text("#verdict")
    page.keyboard.press("Delete")
    page.wait_for_selector("#verdict:not([aria-busy]) .answer:not(.faults)")
    type_puzzle(page, "norinori:AABB/AABB/CCDD/CCDD", "several")
    before, after = cell(page, 0, 1).bounding_box(), cell(page, 0, 2).bounding_box()
    page.mouse.move(before["x"] + 9, before["y"] + 9)
    page.mouse.down()
    page.mouse.move(after["x"] + 9, after["y"] + 9, steps=4)
    page.mouse.up()
    expect(page.locator("#text")).to_have_value(re.compile("^norinori:AAAB/"))


def test_rows_and_columns_more(page):
    type_puzzle(page, AKARI, "unique")
    page.click('[data-size="rows+"]')
    expect(page.locator("#text")).to_have_value("akari:.1./x../..2/...")
    page.click('[data-size="columns-"]')
    expect(page.locator("#text")).to_have_value("akari:.1/x./../..")


def test_a_loop_is_drawn_edge_by_edge_and_checked(page):
    type_puzzle(page, "slitherlink:33/..", "unique")
    page.click("#solving")
    page.locator('.edge-hit[data-name="line[1,1,1,2]"]').click(force=True)
    expect(page.locator("#spot")).to_have_text(re.compile("^right so far"))
    assert page.locator(".mark-line").count() == 1
    for name in ("line[1,1,2,1]", "line[1,2,2,2]", "line[2,1,2,2]"):
        page.locator(f'.edge-hit[data-name="{name}"]').click(force=True)
    expect(page.locator("#spot")).to_have_text(re.compile("^wrong"))
    assert page.locator(".mark-line").count() == 4
    page.click("#undo")
    expect(page.locator(".mark-line")).to_have_count(3)


def test_a_puzzle_is_solved_by_hand_to_its_end(page):
    type_puzzle(page, "sudoku:123434122143432.", "unique")
    page.click("#solving")
    page.locator('.hit[data-name="r4c4"]').click()
    page.keyboard.press("2")
    expect(page.locator("#spot")).to_have_text(re.compile("^wrong"))
    page.focus("#board")
    page.keyboard.press("1")
    expect(page.locator("#spot")).to_have_text("solved")


def test_cells_of_a_hexagonal_packing_are_marked_with_pieces(page):
    type_puzzle(page, "meteor", "several")
    page.click("#solving")
    assert page.locator(".hit[data-name]").count() == 50
    page.click('#tools button:text-is("5")')
    page.locator('.hit[data-name="r1c1"]').click()
    expect(page.locator("#spot")).to_have_text(re.compile("^right so far"))
    page.locator('.hit[data-name="r10c5"]').click()
    expect(page.locator("#spot")).to_have_text("wrong: no solution has these marks")
    assert page.locator(".mark").all_text_contents() == ["5", "5"]
    check_axe(page)
    page.click("#undo")
    expect(page.locator("#spot")).to_have_text(re.compile("^right so far"))
    page.locator('.hit[data-name="r1c1"]').click()
    expect(page.locator(".mark")).to_have_count(0)


def test_the_grid_of_a_problem_file_is_a_board(page):
    type_puzzle(page, "hitori-6", "unique")
    cell(page, 0, 0).click()
    page.keyboard.press("2")
    page.keyboard.press("1")
    expect(page.locator("#text")).to_have_value(re.compile(re.escape("161332\n351431")))
    page.wait_for_selector("#verdict:not([aria-busy]) .answer")
    assert page.is_hidden("#sizes")


def test_the_best_solution_and_a_count_that_ends_early(page):
    type_puzzle(page, "knapsack", "several")
    ask(page, "Best")
    page.wait_for_selector("#result:has-text('value 15')")
    type_puzzle(page, "queens:6", "several")
    assert page.is_disabled('#questions button:text-is("Best")')
    type_puzzle(page, "one-sided-9x10", "several")
    page.wait_for_selector("#count:has-text('the count was stopped')")
    assert "at least 0" not in page.inner_text("#count")


def test_solutions_are_printed_as_pdf(page):
    type_puzzle(page, "queens:6", "several")
    ask(page, "Solutions")
    with page.expect_download() as waiting:
        page.click('#boards button:text-is("PDF")')
    assert Path(waiting.value.path()).read_bytes().startswith(b"%PDF-")
    assert page.locator("#boards svg").count() == 4


def test_an_address_is_pasted(page):
    type_puzzle(page, "https://puzz.link/p?akari/2/2/a", "unique")
    assert page.input_value("#form") == "url"
    assert "akari" in page.title()


def test_all_solutions_of_meteor_by_pages(page):
    type_puzzle(page, "meteor", "several")
    ask(page, "Solutions")
    page.wait_for_selector("#page:has-text('1 to 6 of 2098')")
    assert "2,098 solutions" in page.inner_text("#result")
    page.click('#boards button:text-is("Next")')
    page.wait_for_selector("#page:has-text('7 to 12 of 2098')")
    assert page.locator("#boards svg").count() == 6
    ask(page, "Count")
    page.wait_for_selector("#result:has-text('2,098 solutions')")


def test_a_long_run_is_stopped_and_its_process_is_gone(page, server):
    type_puzzle(page, "one-sided-9x10", "several")
    page.wait_for_selector("#verdict:not([aria-busy])")
    before = set(server.children)
    ask(page, "Count")
    page.wait_for_selector("#progress-words:has-text('so far')")
    page.click("#stop")
    page.wait_for_selector("#result:has-text('partial')")
    wait_until(lambda: not page.is_visible("#running"), "the run is no longer shown")
    wait_until(lambda: len(before - set(server.children)) == 1, "the process of the run is gone")


def test_backends_are_compared(page):
    type_puzzle(page, "queens:6", "several")
    ask(page, "Compare backends")
    page.wait_for_selector("#result table", timeout=120_000)
    assert "all agree" in page.inner_text("#result")
    assert page.locator("#result tr").count() == 4


def test_candidates_repair_and_a_search_to_watch(page):
    type_puzzle(page, TWO, "several")
    ask(page, "Shares")
    page.wait_for_selector("#result:has-text('r1c3: 3 50%, 4 50%')")
    ask(page, "Repair")
    page.wait_for_selector("#result:has-text('1 change leaves exactly one solution')")
    ask(page, "Watch")
    page.wait_for_selector("#frame:has-text('node 0')")
    page.click('#boards button:text-is("Forward")')
    ask(page, "Repair")
    page.wait_for_selector('#result button:text-is("Take the repaired puzzle")')
    page.click('#result button:text-is("Take the repaired puzzle")')
    page.wait_for_selector(".answer.unique")


def test_candidates_at_every_edit(page):
    type_puzzle(page, TWO, "several")
    page.check("#live")
    cell(page, 0, 2).click()
    page.keyboard.press("4")
    page.wait_for_selector("#result:has-text('cells have several values')")
    page.wait_for_selector("#boards svg")


def test_files_are_downloaded(page):
    type_puzzle(page, TWO, "several")
    for form, begins in (("svg", b"<?xml"), ("dimacs", b"c "), ("certificate", b"\x1f\x8b")):
        page.select_option("#download", form)
        with page.expect_download() as waiting:
            page.click("#fetch")
        assert Path(waiting.value.path()).read_bytes().startswith(begins)
    with page.expect_download() as waiting:
        page.click("#save")
    assert Path(waiting.value.path()).read_text() == TWO


def test_a_link_holds_the_whole_puzzle(page, browser, server):
    type_puzzle(page, TWO, "several")
    page.click("#share")
    expect(page).to_have_url(re.compile("#p="))
    context = browser.new_context()
    other = context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".answer.several")
    assert text_of(other) == TWO
    other.goto(f"{server.url}#p=AAAA")
    other.wait_for_selector(".answer.error")
    context.close()
    assert not any("#" in line or TWO in line for line in server.lines)


def test_a_link_runs_nothing(page, browser, server):
    title = '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>'
    type_puzzle(page, f"family = 'queens'\ntitle = '{title}'\nrule = '{title}'\nsize = 6\n", "several")
    assert page.inner_text("#title") == title
    assert page.evaluate("window.harmed") is None


def test_a_piece_is_laid_and_turned(page):
    type_puzzle(page, "pentomino-6x10", "several")
    page.select_option("#form", "toml")
    expect(page.locator("#text")).to_have_value(re.compile(re.escape("board = ")))
    page.click('#tools button:text-is("piece I")')
    cell(page, 0, 0).click()
    expect(page.locator("#text")).to_have_value(re.compile(re.escape("I")))
    page.wait_for_selector("#spot:has-text('way 1 of 2')")
    cell(page, 0, 0).click()
    page.wait_for_selector("#spot:has-text('way 2 of 2')")
    expect(page.locator("#text")).to_have_value(re.compile(re.escape("IIIII.....")))
    page.wait_for_selector("#verdict:not([aria-busy]) .answer")
    page.click('#tools button:text-is(". blank")')
    cell(page, 0, 2).click()
    expect(page.locator("#text")).not_to_have_value(re.compile(re.escape("I.")))


@pytest.mark.parametrize(
    "name", ["hexiamonds-coin", "tetrasticks-5x5", "soma-wall", "freecell-1", "nonogram-key"]
)
def test_a_board_of_any_lattice_is_drawn(page, name):
    page.fill("#text", name)
    page.wait_for_selector("#board > svg.paper")
    page.wait_for_selector("#verdict:not([aria-busy]) .answer", timeout=60_000)
    assert page.locator("#verdict .answer.error").count() == 0


def test_a_deal_is_edited(page):
    type_puzzle(page, "freecell-1", "solved")
    page.select_option("#form", "toml")
    expect(page.locator("#text")).to_have_value(re.compile("deal = 1"))
    page.fill("#whole-deal-0", "617")
    page.keyboard.press("Tab")
    expect(page.locator("#text")).to_have_value(re.compile("deal = 617"))
    page.wait_for_selector("#verdict:not([aria-busy]) .answer.solved")
    page.fill("#whole-board-2", "")
    page.keyboard.press("Tab")
    page.wait_for_selector(".answer.faults")
    page.click("#undo")
    page.wait_for_selector("#verdict:not([aria-busy]) .answer.solved")
    ask(page, "Plan")
    page.wait_for_selector("#result li")


def test_with_keys_only(page):
    page.focus("#text")
    page.keyboard.insert_text(AKARI)
    page.wait_for_selector(".answer.unique")
    page.focus("#board")
    for key in ("ArrowDown", "ArrowUp", "ArrowRight", "ArrowRight", "x"):
        page.keyboard.press(key)
    expect(page.locator("#text")).to_have_value("akari:.1x/x../..2")
    assert page.inner_text("#spot") == "row 1, column 3: x"
    page.keyboard.press("Control+z")
    expect(page.locator("#text")).to_have_value("akari:.1./x../..2")
    order = []
    page.focus("#open-library")
    for _ in range(40):
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.id || document.activeElement.textContent"))
    assert {"undo", "board", "text", "form", "Count"} - {"undo"} <= {*order} | {"undo"}
    page.focus('#questions [data-verb="count"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#result:has-text('1 solution')")


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_in_the_light_and_in_the_dark(browser, server, dark):
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, color_scheme="dark" if dark else "light", has_touch=True
    )
    page = context.new_page()
    page.goto(server.url)
    type_puzzle(page, "akari-10x10", "unique")
    page.wait_for_selector("#step")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("document.documentElement.classList.contains('dark')") is dark
    cell(page, 0, 0).tap()
    assert page.inner_text("#spot").startswith("row 1, column 1")
    check_axe(page)
    context.close()


def test_what_is_printed(page):
    type_puzzle(page, "akari-10x10", "unique")
    page.emulate_media(media="print")
    assert page.is_visible("#board svg.paper")
    assert not page.is_visible("#text-side")
    assert not page.is_visible("#board svg.overlay")


def test_the_newest_edit_wins(page):
    type_puzzle(page, "pentomino-6x10", "several")
    for size in range(4, 12):
        page.fill("#text", f"queens:{size}")
    page.wait_for_selector("#title:has-text('queens 11')")
    page.wait_for_selector("#count:has-text('2,680 solutions')")


def address_of_this_machine():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent
        return probe.getsockname()[0]


def test_elsewhere_the_printed_token_opens_the_page(browser, new_server, tmp_path):
    try:
        host = address_of_this_machine()
    except OSError:
        pytest.skip("this machine has no address but loopback: a page elsewhere was not looked at")
    one = new_server(tmp_path / "log", "--processes", "1", "--host", host)
    address, _, token = one.url.partition("#token=")
    assert address.startswith(f"http://{host}:")
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    page.fill("#text", AKARI)
    page.wait_for_selector(".answer.error:has-text('found no token')")
    page.goto("about:blank")
    page.goto(one.url)
    page.fill("#text", AKARI)
    page.wait_for_selector(".answer.unique")
    assert page.url == address  # which no longer has the token
    context.close()
    assert one.end() == 130
    assert not any(token in line for line in one.lines)


def test_a_page_that_closes_leaves_no_work(browser, server):
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url)
    type_puzzle(page, "one-sided-9x10", "several")
    ask(page, "Count")
    page.wait_for_selector("#progress-words:has-text('so far')")
    context.close()
    wait_until(lambda: len(server.children) <= 2 and all(map(is_idle, server.children)), "the workers rest")
    assert all(map(is_alive, server.children))
