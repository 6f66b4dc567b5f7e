"""Agents: players that see frames and offered actions only; many runs of them, and what these show."""
