"""Validating games: whether levels can be won, how likely by luck or by cheap tricks, and what breaks."""
