"""`python -m games.solver` on the command line."""

import sys

from games.solver.cli import main

if __name__ == "__main__":
    sys.exit(main())
