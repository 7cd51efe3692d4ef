"""Write the golden files anew: ``python -m tests.golden.update``, then read every changed line before committing it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.golden.trees import RENDERINGS, TREES
from tests.support.command import answer, plant

HERE = Path(__file__).parent


def golden_file(tree: str, rendering: str) -> Path:
    return HERE / f"{tree}.{rendering}"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for tree, files in TREES.items():
            root = plant(Path(folder) / tree, files)
            for rendering, flags in RENDERINGS.items():
                golden_file(tree, rendering).write_bytes(answer([root, *flags]))


if __name__ == "__main__":
    main()
