"""Meaning to program: the IR, the lowering to it, and its verifier."""
