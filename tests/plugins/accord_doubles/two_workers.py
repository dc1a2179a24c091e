"""The real fault that the harness must notice."""

from accord.backends.cpsat import CpSat
from accord.backends.cpsat.parameters import set_parameters


def two_workers(chosen, parameters):
    set_parameters(chosen, parameters)
    parameters.num_workers = 2


class CpSatTwoWorkers(CpSat):
    """CP-SAT as it must not be used: several workers enumerate wrongly, with status OPTIMAL."""

    name = "cpsat-two-workers"
    set_parameters = staticmethod(two_workers)
