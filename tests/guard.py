"""Runs one command and ends it when whoever asked for it is gone.

``python guard.py SIGNAL USER DIRECTORY COMMAND…`` starts COMMAND as the numeric USER ("-" keeps
the present one), writes its process id as the first line of standard output, and waits. When
standard input closes, which also happens when the parent is killed, the command gets SIGNAL and
ten seconds later SIGKILL. Then DIRECTORY ("-" for none) is removed, unless ``k`` (keep) was
written to standard input before. The command's own output goes to standard error.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import threading

GRACE = 10.0


def start(user: str, command: list[str]) -> "subprocess.Popen[bytes]":
    identity = {"user": int(user), "group": int(user), "extra_groups": []} if user != "-" else {}
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, **identity)


def end(child: "subprocess.Popen[bytes]", number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        child.send_signal(number)
    try:
        child.wait(GRACE)
    except subprocess.TimeoutExpired:
        child.kill()


def main(number: str, user: str, directory: str, *command: str) -> int:
    child = start(user, list(command))
    os.write(1, f"{child.pid}\n".encode())
    said = []

    def watch() -> None:
        while words := os.read(0, 64):
            said.append(words)
        end(child, int(number))

    watcher = threading.Thread(target=watch)
    watcher.start()
    code = child.wait()
    watcher.join()
    if directory != "-" and b"k" not in b"".join(said):
        shutil.rmtree(directory, ignore_errors=True)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
