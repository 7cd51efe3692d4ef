"""Flags of system calls that more than one stage uses."""

from __future__ import annotations

import os

OPEN_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NOCTTY
"""To read a file that may turn out to be anything: nothing is waited for, and no link in its last part followed."""
