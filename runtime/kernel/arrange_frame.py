"""The frame of `arrange.py` in the pool: what its words are, tables, and what nodes can be sorted by."""

from __future__ import annotations

(
    F_TABLES,    # number of tables
    F_NODES,     # number of nodes
    F_PRESENT,   # those of the first table: nodes 0 to PRESENT - 1
    F_STRIDE,    # words per table in the arrays by table and node
    F_TOP,       # first free word behind the arrays
    F_HASH,      # handles to nodes; 0: not needed
    F_MASK,
    F_SLOT,      # slots of the first table to nodes
    F_REC,       # per table and node: its record, or -1
    F_ORDER,     # the nodes in order
    F_SPARE,     # room for sorting, one word a node
    F_CUT,       # per place: the depth at which a class began there, or NO_CUT
    F_COLOUR,    # per node: where its class begins
    F_REFERRED,  # per table and world attribute: the node that it refers to, or -1
    F_OUT_AT,    # per node and one more: where its references begin in OUT
    F_OUT,       # label, node referred to: by label
    F_IN_AT,     # likewise for the references to a node
    F_IN,        # label, node referring or WORLD_NODE: by label, then colour
    F_AROUND,    # the same with SELF for the node itself, by label, then node
    F_TWIN,      # per node of an open class: the first node that has the same references
    F_CLASS,     # per table and node: where its class begins in the table's own order, or -1
    F_FILL,      # per such class: the next free place
    F_PLACE,     # per node: its place in the table laid out last
    F_LIST,      # the nodes of that table in order
    F_SEARCHED,  # 1: references did not settle the order
    # the search
    F_OPENS,     # nodes of open classes
    F_OPEN_AT,   # their places
    F_OPEN,      # per node: its number among them, or -1
    F_PARENT,    # for joining what symmetries exchange
    F_CHOSEN,    # per depth: the node set first,
    F_SPLIT,     # the place of its class,
    F_TRIED,     # where the list of those tried begins
    F_TRIED_TOP,
    F_TRIED_END,
    F_WRITING,   # the writing of the present arrangement
    F_SECOND,    # the writing of another one
    F_BEST,      # the smallest writing, and the open nodes in its order
    F_BEST_ORDER,
    F_HAS_BEST,
    F_SEEN,      # different writings so far
    F_SEEN_HASH,
    F_SEEN_AT,   # per writing: depth, what was chosen, the open nodes in order
    F_SEEN_TOP,
    F_SEEN_END,
    F_SYMMETRIES,
    F_SYMMETRY_AT,
    F_SYMMETRY_END,
) = range(47)  # fmt: skip
F_TABLE = 48
"""Where the list of tables begins in the frame: form, world, records, number of records."""
FRAME = F_TABLE

T_FORM, T_WORLD, T_RECORDS, T_COUNT = range(4)
TABLE_WORDS = 4
SLOTS_FORM, SAVE_FORM, HANDLES_FORM = range(3)
"""A block whose references are slots; a save; a block whose references are handles."""

NO_CUT = 1 << 30
WORLD_NODE, SELF = -1, -2
BY_SEQUENCE, BY_KEYS, BY_KEY, BY_REFERENCES, BY_AROUND, BY_NUMBER, BY_RECORD = range(7)
