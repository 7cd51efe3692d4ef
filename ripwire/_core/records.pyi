from collections.abc import Callable
from typing import Any

KIND_NAMES: tuple[str, ...]
ROLE_NAMES: tuple[str, ...]
RECEIVER_NAMES: tuple[str, ...]
BINDING_NAMES: tuple[str, ...]
SOURCE_NAMES: tuple[tuple[str, int], ...]
WHY_NAMES: tuple[str, ...]
METRIC_NAMES: tuple[str, ...]

FILE_HAS_ERROR: int
FILE_ABANDONED: int
FILE_MATCHES_LOST: int
FILE_NOT_UTF8: int
PARAMS_UNKNOWN: int

def unpack(record: bytes) -> dict[str, list[dict[str, Any]]]: ...
def recode(record: bytes, encoding: str) -> bytes: ...
def remap(record: bytes, map_line: Callable[[int], int], map_byte: Callable[[int], int]) -> bytes: ...
