from typing_extensions import Buffer

class BadPattern(ValueError):
    detail: str
    at: int

class Program:
    groups: int
    literal: bool
    jit: bool
    utf: bool
    names: list[tuple[bytes, int]]
    def __init__(
        self,
        source: bytes,
        *,
        utf: bool = ...,
        literal: bool = ...,
        caseless: bool = ...,
        newline: bytes = ...,
        dotall: bool = ...,
        user: bool = ...,
        run: tuple[int, int] | None = ...,
        near: tuple[bytes, bool] | None = ...,
        within: tuple[bytes, int] | None = ...,
    ) -> None: ...
    def search(self, data: Buffer, start: int = ...) -> tuple[int, ...] | None: ...
    def spans(self, data: Buffer) -> list[tuple[int, int]]: ...

def compiled_limits() -> dict[str, int]: ...
