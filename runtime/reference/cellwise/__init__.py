"""Games under `semantics puzzlescript` on the reference engine: rules over cells instead of rules over things.

`tables.py` makes a program's rules ready, `board.py` holds the cells of one level, `matching.py` finds where rows of
cells fit, `running.py` runs groups of rules, `resolving.py` moves what was asked to move, `turn.py` is one turn, and
`play.py` all that an answer of the engine needs: turns that follow by themselves, restarts, undo.
"""
