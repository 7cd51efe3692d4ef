from typing import Any

from typing_extensions import Buffer

def resolve(
    columns: dict[str, Any],
    *,
    file_family: Buffer,
    file_group: Buffer,
    family_rules: Buffer,
    file_dir: Buffer,
    path_text: Buffer,
    path_offsets: Buffer,
    file_document: Buffer,
    max_targets: int,
    ref_group: Buffer,
    decided: Buffer,
    list_offset: Buffer,
    list_target: Buffer,
    list_provenance: Buffer,
    closure_of: Buffer,
    traced: Buffer,
    include_first: Buffer,
    include_to: Buffer,
) -> dict[str, Any]: ...
