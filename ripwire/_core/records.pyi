from typing import Any

KIND_NAMES: tuple[str, ...]
ROLE_NAMES: tuple[str, ...]
RECEIVER_NAMES: tuple[str, ...]

def record_flags(record: bytes) -> int: ...
def unpack(record: bytes) -> dict[str, list[dict[str, Any]]]: ...
