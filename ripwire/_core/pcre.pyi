from typing_extensions import Buffer

def compiled_limits() -> dict[str, int]: ...

class BadPattern(ValueError):
    detail: str
    at: int

class Program:
    groups: int
    literal: bool
    names: dict[bytes, int]
    def __init__(
        self,
        source: bytes,
        *,
        utf: bool = ...,
        literal: bool = ...,
        caseless: bool = ...,
        newline: bytes = ...,
        dotall: bool = ...,
    ) -> None: ...
    def search(self, data: Buffer, start: int = ...) -> list[int] | None: ...
