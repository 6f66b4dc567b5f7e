"""PuzzleScript games: `reading.py` turns a text into a `Source`, `writing.py` a `Source` into `.arcg` text."""
