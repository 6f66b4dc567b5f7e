"""`python -m arcg`: the command line for a Python that has no `arcg` on its path."""

import sys

from arcg.cli import main

sys.exit(main())
