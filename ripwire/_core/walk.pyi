from ripwire._core.globs import RuleSet

class Found:
    @property
    def size(self) -> int: ...
    def path(self, index: int) -> bytes: ...
    def buffers(self) -> tuple[bytes, bytes, bytes]: ...

class Walker:
    def __init__(
        self,
        *,
        cwd: bytes,
        overrides: RuleSet | None,
        types: RuleSet | None,
        selected: bool,
        type_genera: list[tuple[int, int, bool]],
        genera: RuleSet | None,
        genera_kept: int,
        global_rules: RuleSet | None,
        explicit_rules: list[RuleSet],
        hidden: bool,
        dot: bool,
        vcs: bool,
        exclude: bool,
        parents: bool,
        require_git: bool,
        fold: bool,
        follow: bool,
        one_device: bool,
        max_depth: int,
        max_size: int,
        skip: tuple[int, int] | None,
    ) -> None: ...
    def add(self, typed: bytes) -> None: ...
    def add_here(self) -> None: ...
    def run(self) -> None: ...
    def stop(self) -> None: ...
    def found(self) -> Found: ...
    def folders(self) -> bytes: ...
    def problems(self) -> list[tuple[bytes, int, bytes]]: ...
    def notes(self) -> list[tuple[bytes, int, int, bytes, bool]]: ...

def read_rules(path: bytes, fold: bool) -> tuple[RuleSet, int, list[tuple[bytes, int, int, bytes, bool]]]: ...
