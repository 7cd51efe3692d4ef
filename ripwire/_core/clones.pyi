from array import array

from typing_extensions import Buffer

def common(a: Buffer, b: Buffer) -> int: ...
def near(
    streams: list[array[int]], *, ratio: float, jaccard: float, similar: float, bucket: int, most: int
) -> tuple[array[int], array[int], array[int], int, bool]: ...
