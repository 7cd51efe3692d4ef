def pack(
    sections: list[tuple[bytes, int, int, int, int]], references: list[tuple[str, bytes, int, int]]
) -> bytes: ...

ROLE_NUMBERS: dict[str, int]
