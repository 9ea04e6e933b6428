"""`python -m qed25519.cli` is `qed25519`."""

import sys

from qed25519.cli import main

sys.exit(main())
