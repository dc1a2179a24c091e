"""The table of families says of each, before its module is imported, what its record says then."""

import pytest

from accord.errors import UsageError
from accord.puzzles import table
from accord.puzzles.freecell_spec import ALIASES
from accord.puzzles.freecell_spec import GAMES as PLAYED

RECORDS = {name: table.family(name) for name in table.FAMILIES}


def test_each_name_leads_to_the_record_of_that_name_and_to_no_other():
    assert {name: record.name for name, record in RECORDS.items()} == {name: name for name in RECORDS}
    assert len({record.spec for record in RECORDS.values()}) == len(RECORDS) > 10


@pytest.mark.parametrize("name", RECORDS)
def test_a_family_makes_models_or_plan_problems(name):
    record = RECORDS[name]
    assert (record.build is None) != (record.problem is None)
    assert (record.begins is None) == (record.several is None)
    assert (record.recognise is None) == (record.of_file is None)


def test_families_with_files_of_their_own_are_those_in_the_table():
    assert set(table.SEVERAL) == {name for name, record in RECORDS.items() if record.several}
    assert set(table.RECOGNISED) == {name for name, record in RECORDS.items() if record.recognise}


def test_names_of_games_stand_for_freecell_and_none_is_a_family():
    assert set(table.GAMES) == (PLAYED.keys() | ALIASES.keys()) - {"freecell"}
    assert not set(table.GAMES) & set(table.FAMILIES)
    assert table.of_text("bakers_game:12") == ("freecell", "bakers_game:12")
    assert table.of_text("queens:8") == ("queens", "8")
    assert table.of_text("chess:8") is table.of_text("queens") is None


def test_an_unknown_family_is_a_usage_error_that_names_those_there_are():
    with pytest.raises(UsageError, match="unknown family 'chess'; there are aquarium, clue-sets, cover"):
        table.family("chess")
