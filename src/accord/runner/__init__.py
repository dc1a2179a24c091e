"""Orchestration: which backend, which parts, limits, verification, digests."""
