"""Exploring, solving and judging levels: what follows from all positions that a player can come to."""
