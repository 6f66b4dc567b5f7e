"""How games act: two games on the same levels, position by position; the reachable positions of a level as a hash."""
