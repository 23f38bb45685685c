"""`python -m nomarch`: the command, where no script was installed."""

import sys

from nomarch.cli import main

sys.exit(main())
