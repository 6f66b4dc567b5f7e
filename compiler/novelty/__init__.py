"""Novelty: how much of one game's mechanics is new beside another's, by the lengths of codes."""
