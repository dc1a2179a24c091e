"""Versions and entry points of installed packages, beside what `importlib.metadata` says of them."""

import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
from importlib.metadata import (
    Distribution,
    DistributionFinder,
    MetadataPathFinder,
    PackageNotFoundError,
    distributions,
    version,
)
from zipfile import ZipFile

import pytest

from accord.versions import has_entry_points, version_of

METADATA = "Metadata-Version: 2.1\nName: {}\nVersion: {}\n"
GROUP = "accord.a_group_of_nobody"
POINTS = f"[{GROUP}]\nname = module:attribute\n"


@pytest.fixture(autouse=True)
def pythons_own_finder(monkeypatch):
    """Each test asks the finder of Python, and anew: once imported, `importlib_metadata` replaces it."""
    others = [each for each in sys.meta_path if not hasattr(each, "find_distributions")]
    monkeypatch.setattr(sys, "meta_path", [*(each for each in others if each is not PathFinder), PathFinder])
    find = staticmethod(MetadataPathFinder.find_distributions)
    monkeypatch.setattr(PathFinder, "find_distributions", find, raising=False)
    version_of.cache_clear()
    yield
    version_of.cache_clear()


def install(folder, name="Some_Package.Of_others", number="1.2.post3"):
    """Write what an installer would write about a package with entry points."""
    about = folder / f"{name}-{number}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(METADATA.format(name, number))
    (about / "entry_points.txt").write_text(POINTS)
    return about


def test_every_installed_package_has_the_version_that_its_metadata_state():
    names = {each.metadata["Name"] for each in distributions()}
    assert len(names) > 20
    assert {name: version_of(name) for name in names} == {name: version(name) for name in names}


@pytest.mark.parametrize(
    "name", ["Some_Package.Of_others", "some-package-of-others", "some.package__OF.others"]
)
def test_a_name_may_be_written_in_any_way(tmp_path, monkeypatch, name):
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert version(name) == "1.2.post3"
    monkeypatch.setattr("importlib.metadata.version", None)  # it takes long to import, and is not asked
    assert version_of(name) == "1.2.post3"


def test_the_first_folder_of_the_path_decides(tmp_path, monkeypatch):
    install(tmp_path / "later", "p", "1")
    install(tmp_path / "first", "p", "2")
    monkeypatch.syspath_prepend(tmp_path / "later")
    monkeypatch.syspath_prepend(tmp_path / "first")
    assert version_of("p") == version("p") == "2"


def test_what_is_left_of_a_package_that_was_removed_is_none(tmp_path, monkeypatch):
    (install(tmp_path / "first", "p", "2") / "METADATA").unlink()
    install(tmp_path / "later", "p", "1")
    monkeypatch.syspath_prepend(tmp_path / "later")
    monkeypatch.syspath_prepend(tmp_path / "first")
    assert version_of("p") == "1"
    with pytest.raises(PackageNotFoundError):
        version_of("nobody-has-this")


def test_entry_points_are_seen_where_there_are_any(tmp_path, monkeypatch):
    assert not has_entry_points(GROUP)
    monkeypatch.syspath_prepend(tmp_path / "nowhere")
    assert not has_entry_points(GROUP)
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert has_entry_points(GROUP)
    assert not has_entry_points("accord.another_group")


def test_packages_in_an_archive_are_left_to_python(tmp_path, monkeypatch):
    with ZipFile(tmp_path / "packages.zip", "w") as archive:
        archive.writestr("zipped-3.1.dist-info/METADATA", METADATA.format("zipped", "3.1"))
    monkeypatch.syspath_prepend(tmp_path / "packages.zip")
    assert version_of("zipped") == version("zipped") == "3.1"
    assert has_entry_points(GROUP)  # there may be some


def test_packages_of_another_finder_are_left_to_python(tmp_path, monkeypatch):
    class Elsewhere(MetaPathFinder):
        def find_distributions(self, context=DistributionFinder.Context()):  # noqa: B008
            return [Distribution.at(about)] if context.name in (None, "hidden") else []

    about = install(tmp_path, "hidden", "7")
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Elsewhere()])
    assert version_of("hidden") == version("hidden") == "7"
    assert has_entry_points(GROUP)
