"""Problems: a puzzle said in variables, rules and graphs, and made a model."""
