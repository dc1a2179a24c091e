"""The group of a model, and counting solutions up to it. Returns models; never runs them."""
