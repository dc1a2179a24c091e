"""A native engine more is three places: its kernel, its adapter, and a line of the table."""

import json
from pathlib import Path

from processes import printed


def test_a_line_a_kernel_and_an_adapter_are_an_engine_more(tmp_path):
    seen = json.loads(printed(Path(__file__).with_name("new_engine.py"), tmp_path))
    assert seen["engines"][:3] == ["subsets", "window", "bitset"]
    assert "subsets" in seen["taken"], "no family may take the name"
    for name, count in (("queens", 2), ("sums", 7)):
        (engine, *ours), (_, *theirs) = seen[name]
        assert (engine, ours) == ("subsets", theirs)
        assert ours[:2] == [count, True]
        assert ours[2] is not None
    assert seen["first"] == [1, "limit"]
    assert "did you mean 'subsets'?" in seen["subset"]
    assert "subsets takes up to 20 options; there are 36" in seen["subsets"]
