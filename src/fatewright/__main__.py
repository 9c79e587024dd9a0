"""`python -m fatewright` is the command line."""

import sys

from fatewright.cli import main

sys.exit(main())
