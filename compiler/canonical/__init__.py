"""The canonical form of a program: what a game is, whatever it is called and however it looks."""

from arcg.compiler.canonical.form import Form, canonical, check_form, shortened

__all__ = ["Form", "canonical", "check_form", "shortened"]
