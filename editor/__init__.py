"""The designer's desk: playing a game by hand while its file is being edited."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # pygame greets on standard output when it is imported
