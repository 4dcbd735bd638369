"""A process of ours that ends with the one that started it, however that one ended."""

import multiprocessing
import os
import threading


def end_with_parent() -> None:
    """To be called first in the process: what was killed can't end its children any more."""
    threading.Thread(target=_wait, name="klondike-parent", daemon=True).start()


def _wait() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
