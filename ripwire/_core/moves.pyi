from array import array
from typing import final

from typing_extensions import Buffer

CLASSES: dict[str, dict[str, str]]

@final
class Moved:
    @property
    def docs(self) -> bool: ...
    def relined(self, lines: Buffer) -> array[int]: ...

def moved(old: bytes, new: bytes) -> Moved | None: ...
