"""The real fault that the harness must notice."""

from accord.backends.cpsat import CpSat


class CpSatTwoWorkers(CpSat):
    """CP-SAT as it must not be used: several workers enumerate wrongly, with status OPTIMAL."""

    name = "cpsat-two-workers"
    workers = 2
