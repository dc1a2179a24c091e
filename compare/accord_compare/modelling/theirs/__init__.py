"""The problems said in CPMpy as its examples say them: a model, and its variables in the order of ours."""
