"""Certificates: proofs that others can check, and reasons why a puzzle has no solution."""
