from array import array
from typing import Any

from typing_extensions import Buffer

def holders(columns: dict[str, Any]) -> array[int]: ...
def group(columns: dict[str, Any], files: Buffer, names: Buffer) -> tuple[array[int], array[int]]: ...
