from array import array

from typing_extensions import Buffer

def pagerank(
    in_offset: Buffer,
    in_src: Buffer,
    in_weight: Buffer,
    out_weight: Buffer,
    teleport: Buffer,
    *,
    alpha: float = 0.85,
    tolerance: float = 1e-6,
    max_iterations: int = 100,
) -> tuple[array[float], int, bool]: ...
def to_single(values: Buffer) -> array[float]: ...
def hits(
    in_offset: Buffer,
    in_src: Buffer,
    in_weight: Buffer,
    out_offset: Buffer,
    out_dst: Buffer,
    out_edge_weight: Buffer,
    *,
    tolerance: float = 1e-6,
    max_iterations: int = 100,
) -> tuple[array[float], array[float], int, bool]: ...
def prior(
    name_ids: Buffer, str_offsets: Buffer, str_bytes: Buffer, teleport: Buffer | None = None
) -> array[float]: ...
