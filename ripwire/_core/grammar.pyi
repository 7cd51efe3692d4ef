from typing import final

@final
class Grammar:
    def __init__(
        self,
        language: object,
        query: bytes,
        *,
        self_words: tuple[bytes, ...] = (),
        super_words: tuple[bytes, ...] = (),
        open_params: tuple[bytes, ...] = (),
        spread_args: tuple[bytes, ...] = (),
        arity: int = 0,
        plain_names: bool = False,
        max_depth: int = 0,
        split_dots: bool = True,
        keep_locals: bool = False,
        module_vars: bool = False,
        methods: bool = True,
        climb_through: tuple[bytes, ...] = (),
        climb_to: tuple[bytes, ...] = (),
        split_quoted: bool = False,
        param_nodes: tuple[bytes, ...] = (),
        nested_spread: bool = False,
        arity_names: bool = False,
        switch_breaks: bool = True,
        line_comments: tuple[bytes, ...] = (b"//",),
        values: tuple[tuple[bytes, str], ...] = (),
    ) -> None: ...
