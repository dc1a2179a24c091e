"""Items that a lazy part finds: whether one is a clause, and which."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from accord.model.lazy import Cut


@given(
    st.lists(st.sampled_from([1, -1, 1, -1, 2]), min_size=1, max_size=4),
    st.integers(-4, 4),
    st.none() | st.integers(-4, 4),
)
def test_a_cut_that_is_a_clause_is_met_where_one_of_its_literals_holds(amounts, low, high):
    options = tuple(range(len(amounts)))
    cut = Cut("a cut", options, tuple(amounts), low, high)
    ways = [
        {o for o, chosen in zip(options, way, strict=True) if chosen}
        for way in product((0, 1), repeat=len(options))
    ]
    unmet = [way for way in ways if not cut.is_met(way)]
    if cut.clause is None:
        one_bound = high is None and low > -sum(amount < 0 for amount in amounts)
        assert len(unmet) != 1 or not one_bound or any(abs(amount) != 1 for amount in amounts)
    else:
        assert unmet == [way for way in ways if not any((o in way) == chosen for o, chosen in cut.clause)]
