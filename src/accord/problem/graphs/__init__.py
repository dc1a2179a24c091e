"""Graph rules: what is connected, one loop, a path, a tree, regions."""
