"""Export: a game as one file for the official toolkit, with the reference engine's own source in it."""
