from array import array

from typing_extensions import Buffer

MAX_PASSES: int

def undirected(
    out_offset: Buffer, dst: Buffer, in_offset: Buffer, in_src: Buffer
) -> tuple[array[int], array[int]]: ...
def move(offset: Buffer, neighbour: Buffer, weight: Buffer | None = None) -> tuple[array[int], int]: ...
def contract(
    offset: Buffer, neighbour: Buffer, weight: Buffer | None, group: Buffer, count: int
) -> tuple[array[int], array[int], array[float]]: ...
