"""The canonical form of a program: what a game is, whatever it is called and however it looks."""

from arcg.compiler.canonical.form import Form, canonical, shortened

__all__ = ["Form", "canonical", "shortened"]
