"""Games tested with people: sessions, what is kept of them, and what they say about a game."""
