"""The document that the studio edits: a text, where things stand in it, what was done to it. It knows no window."""
