"""Rules over cells: what a file says under `semantics puzzlescript`, and how it becomes tables of tests and changes.

Under the native semantics a rule speaks of things. Under this one it speaks of cells: what must be in them, and what
they hold then; and what moves is not a thing but whatever lies on a layer of a cell. `nodes.py` has the tables that
the engines read, `brackets.py` a rule as it is written, with its names resolved.
"""
