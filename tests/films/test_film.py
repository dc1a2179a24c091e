"""Films: frames are the tracer's events, and files hold as many as were asked for."""

import re
from dataclasses import replace
from itertools import islice
from xml.etree import ElementTree

import pytest
from commands import called

import accord
from accord import trace
from accord.errors import StoppedError, UsageError
from accord.films.files import SAMPLES, kind, write
from accord.films.frames import frames, visible_events
from accord.scene.shapes import Label

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"


def made(name, most=None, variant=None, **cut):
    found = trace.of(accord.load(name, variant))
    return frames(found, islice(visible_events(trace.select_events(found, **cut)), most))


def labels(frame):
    return [shape.text for shape in frame.scene.shapes if isinstance(shape, Label)]


@pytest.mark.full
def test_frames_tell_the_counters_of_the_tracer():
    """The words in each picture, against a second trace that no film has seen."""
    found = made("meteor", 300)
    events = list(islice(visible_events(trace.of(accord.load("meteor"))), 300))
    assert len(found) == 300
    for frame, event in zip(found, events, strict=True):
        node, depth, dead, solutions = (
            int(number.replace(",", "")) for number in re.findall(r"[\d,]*\d", frame.counters)
        )
        assert (node, depth, dead, solutions) == (event.nodes, event.depth, event.dead_ends, event.solutions)
        assert frame.counters in labels(frame)


def test_the_pieces_of_a_frame_are_those_on_the_board():
    puzzle = accord.load("meteor")
    for frame in made("meteor", 30, first=50):
        signs = {puzzle.model.item_names[puzzle.model.items_of(o)[-1]] for o in frame.event.chosen}
        assert signs == {text for text in labels(frame) if len(text) == 1}


def test_a_whole_search_has_as_many_solutions_as_there_are():
    kinds = [frame.event.kind for frame in made("queens:4")]
    assert kinds.count("solution") == accord.count(accord.load("queens:4")).count == 2


def test_all_frames_are_of_one_size():
    """Also those of cards, whose columns grow and shrink."""
    found = made("freecell-small", 12, "mid-play")
    assert len({(frame.scene.width, frame.scene.height) for frame in found}) == 1
    assert labels(found[0]) != labels(found[1])


def test_a_gif_has_all_frames_and_stops_at_solutions(tmp_path):
    image = pytest.importorskip("PIL.Image")
    found = made("queens:4")
    list(write(found, str(tmp_path / "q.gif"), 12, 0.1, 1.0))
    with image.open(tmp_path / "q.gif") as film:
        assert film.n_frames == len(found)
        lengths = []
        for number in range(film.n_frames):
            film.seek(number)
            lengths.append(film.info["duration"])
    stops = [frame.event.kind == "solution" or frame is found[-1] for frame in found]
    assert lengths == [1000 if stop else 100 for stop in stops]


def test_an_svg_plays_without_a_script(tmp_path):
    found = made("queens:4")
    list(write(found, str(tmp_path / "q.svg"), 12, 0.1, 1.0))
    text = (tmp_path / "q.svg").read_text()
    root = ElementTree.fromstring(text)
    assert root.find(f".//{SVG}script") is None
    assert "@keyframes" in text
    groups = [group for group in root.iter(f"{SVG}g") if "f" in group.get("class", "").split()]
    assert len(groups) == len(found)
    defined = {element.get("id") for element in root.find(f"{SVG}defs")}
    used = [[use.get(XLINK) or use.get("href") for use in group.iter(f"{SVG}use")] for group in groups]
    assert all(reference.removeprefix("#") in defined for group in used for reference in group)
    assert [len(group) for group in used] == [len(frame.scene.shapes) for frame in found]
    delays = [float(re.search(r"animation-delay:(-[\d.]+)s", group.get("style"))[1]) for group in groups]
    assert delays == sorted(delays)


def test_a_folder_has_a_file_a_frame(tmp_path):
    list(write(made("queens:4", 4), f"{tmp_path}/frames/", 12, 0.1, 1.0))
    assert sorted(p.name for p in (tmp_path / "frames").iterdir()) == [f"{n:04}.png" for n in range(1, 5)]


def test_an_mp4_lasts_as_long_as_its_frames(tmp_path):
    av = pytest.importorskip("av")
    found = made("queens:4", 6)
    list(write(found, str(tmp_path / "q.mp4"), 12, 0.2, 1.0))
    with av.open(str(tmp_path / "q.mp4")) as film:
        assert len(list(film.decode(video=0))) == 25 * (5 * 0.2 + 1.0)


def test_a_film_that_is_left_leaves_no_file(tmp_path):
    place = tmp_path / "q.svg"
    place.write_text("before")
    steps = write(made("queens:4"), str(place), 12, 0.1, 1.0)
    next(steps)
    steps.close()
    assert [path.name for path in tmp_path.iterdir()] == ["q.svg"]
    assert place.read_text() == "before"


def test_what_is_no_film_is_refused(tmp_path):
    assert kind(f"{tmp_path}/") == ""
    with pytest.raises(UsageError, match=r"ends with one of \.gif, \.mp4, \.svg, or a folder"):
        kind("q.avi")
    with pytest.raises(UsageError, match="no frame"):
        list(write([], str(tmp_path / "q.svg"), 12, 0.1, 1.0))


def test_counters_are_those_of_a_search_before_its_first_choice_too():
    assert made("sudoku-17")[-1].counters == "node 0, depth 0, 0 dead ends, 1 solution"


@pytest.mark.full
def test_rare_frames_have_their_colours_in_a_gif(tmp_path):
    image = pytest.importorskip("PIL.Image")
    langford = trace.of(accord.load("langford:8"))
    found = frames(langford, list(islice(visible_events(langford), 348))[236:])
    (place,) = (number for number, frame in enumerate(found) if frame.event.kind == "solution")
    assert place % (len(found) // SAMPLES)  # so that it is none of those that stand for all
    list(write(found, str(tmp_path / "l.gif"), 12, 0.1, 0.1))
    with image.open(tmp_path / "l.gif") as film:
        film.seek(place)
        colours = {colour for _, colour in film.convert("RGB").getcolors(1 << 20)}
    green = (0x11, 0x77, 0x33)
    assert min(sum(abs(a - b) for a, b in zip(green, colour, strict=True)) for colour in colours) < 40


def test_words_fit_into_the_picture():
    queens = trace.of(accord.load("queens:4"))
    long = replace(next(visible_events(queens)), words="words " * 12)
    (frame,) = frames(queens, [long])
    told = [shape for shape in frame.scene.shapes if isinstance(shape, Label) and shape.anchor == "start"]
    assert [shape.text for shape in told] == [frame.counters, long.words]
    assert all(shape.at[0] + 0.62 * shape.size * len(shape.text) <= frame.scene.width for shape in told)


def test_a_film_in_python_is_that_of_the_command(tmp_path):
    queens = accord.load("queens:4")
    made = accord.film(queens, frames=5)
    assert (len(made.frames), made.partial, accord.film(queens).partial) == (5, True, False)
    assert str(made).startswith("queens:4: 5 frames, to node ")
    made.save(tmp_path / "python.svg")
    called("film", "queens:4", "--frames", 5, "-o", tmp_path / "command.svg")
    assert (tmp_path / "python.svg").read_bytes() == (tmp_path / "command.svg").read_bytes()
    assert (tmp_path / "python.svg").read_text() in made._repr_html_()


def test_films_of_persons_and_of_plans():
    assert accord.film(accord.load("aquarium-6x6"), "deductions").frames[-1].event.kind == "solution"
    assert accord.film(accord.load("tiles-8", variant="easy")).frames[-1].counters == "move 8"


@pytest.mark.parametrize(
    ("film", "error", "message"),
    [
        (lambda: accord.film(accord.load("queens:4").model), UsageError, "a bare model has no board to film"),
        (lambda: accord.film(accord.load("queens:4"), "plan"), UsageError, "is a model, no plan problem"),
        (
            lambda: accord.film(accord.load("freecell:11982"), time_limit=1e-6),
            StoppedError,
            "stopped after",
        ),
        (
            lambda: accord.film(accord.load("queens:4"), first=99).save("x.gif"),
            UsageError,
            "there is no frame",
        ),
        (lambda: accord.film(accord.load("queens:4")).save("x.txt"), UsageError, "expected a name that ends"),
    ],
)
def test_what_cannot_be_filmed_in_python_is_a_sentence(film, error, message):
    with pytest.raises(error, match=message):
        film()
