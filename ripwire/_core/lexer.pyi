from array import array

from typing_extensions import Buffer

def tokens(data: Buffer, how: int) -> array[int]: ...
