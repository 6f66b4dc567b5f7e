"""The studio: one window in which a game is painted, played, recorded and looked into."""
