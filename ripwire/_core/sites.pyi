from typing import Any

from typing_extensions import Buffer

def closed_names(columns: dict[str, Any]) -> bytearray: ...
def surface(
    columns: dict[str, Any], closed: Buffer, meant: dict[int, int], tag: Buffer
) -> list[tuple[int, int, int, int]]: ...
