"""d4 for Accord: the number of solutions as the number of models of a formula, without walking to them.

backend     the backend `d4`: what it takes, and what it asks
formula     what is asked: clauses as d4 takes them, and the question whether hidden options are determined
process     a process with d4 in it, which can be ended at any time
asked       that process: reads one question, answers, and ends; it imports nothing of Accord
circuit     the circuit (d-DNNF) that d4 writes: read, and walked through, solution by solution
decisions   the same circuit as the guide of a search, whose decisions certify the count
"""
