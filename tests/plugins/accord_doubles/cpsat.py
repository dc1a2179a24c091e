"""The real faults that the harness must notice: CP-SAT as it must not be used."""

from accord.backends.cpsat import CpSat
from accord.backends.cpsat.parameters import set_parameters


def two_workers(chosen, parameters):
    set_parameters(chosen, parameters)
    parameters.num_workers = 2


def presolving(chosen, parameters):
    set_parameters(chosen, parameters)
    parameters.cp_model_presolve = True


class CpSatTwoWorkers(CpSat):
    """Several workers enumerate wrongly, with status OPTIMAL."""

    name = "cpsat-two-workers"
    set_parameters = staticmethod(two_workers)


class CpSatPresolving(CpSat):
    """Presolved sums lose solutions, with status OPTIMAL."""

    name = "cpsat-presolving"
    set_parameters = staticmethod(presolving)
