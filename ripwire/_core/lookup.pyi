from array import array

from typing_extensions import Buffer

from ripwire._core.trigram import Builder

class Layer:
    def __init__(
        self, paths: Buffer, offsets: Buffer, stamps: Buffer, kinds: Buffer, marks: Buffer, prefix: Buffer
    ) -> None: ...

def ingest(
    paths: Buffer, offsets: Buffer, builder: Builder, anchor: int, most: int
) -> tuple[array[int], bytearray, array[int], int]: ...
def marked(documents: Buffer, n: int) -> bytearray: ...
def sieve(crests: Buffer, bounds: Buffer, marks: Buffer) -> int: ...
def prove(
    layers: list[Layer], paths: Buffer, offsets: Buffer, starts: Buffer, wanted: Buffer, first: int, last: int
) -> tuple[int, int]: ...
def kept(paths: Buffer, offsets: Buffer, named: Buffer, wanted: Buffer) -> tuple[bytes, bytes, bytes]: ...
