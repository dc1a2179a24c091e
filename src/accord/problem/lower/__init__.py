"""From a problem to a model, pass by pass."""
