"""Diagnostics for what other languages let pass in silence: each module one analysis over the checked game."""
