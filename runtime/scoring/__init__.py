"""Scores as ARC-AGI-3 gives them: of a game from the actions in each level, of a scorecard from all answers played."""
