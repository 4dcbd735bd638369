"""Benchmarks. Their servers run on this machine alone, so a fixed secret key will do."""

import os

os.environ.setdefault("INSECURE_LOCAL", "1")
