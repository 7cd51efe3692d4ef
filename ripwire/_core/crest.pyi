from array import array

from typing_extensions import Buffer

CLASSES: tuple[bytes, ...]

def crest_of(text: Buffer) -> array[int]: ...
