"""One self-contained HTML page: what all our pages have in common; nothing is loaded from elsewhere.

Text is dark on light or light on dark, as the reader's system has it.
"""

from __future__ import annotations

from html import escape

START = "<!doctype html>"
"""What every page begins with; a file that begins otherwise is none of ours."""

STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --error: #c62828; --warning: #b26a00; --note: #1565c0;
  --fine: #2e7d32; --bar: #5b7fa6; }
@media (prefers-color-scheme: dark) { :root { --error: #ff8a80; --warning: #ffcc80; --note: #90caf9; --fine: #a5d6a7;
  --bar: #7fa3ca; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.3rem; margin-top: 3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0 0 .5rem; }
table { border-collapse: collapse; }
th, td { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
.scroll { overflow-x: auto; }
code { font-size: .85em; overflow-wrap: anywhere; }
"""


def page(title: str, style: str, body: str) -> str:
    """A page: its title, which is its heading too, what it adds to the style, and the HTML below the heading."""
    return (
        f"{START}\n<html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style>\n<h1>{escape(title)}</h1>\n{body}</html>\n"
    )
