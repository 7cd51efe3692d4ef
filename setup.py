"""Build of the compiled kernels; everything else about the package is in pyproject.toml.

`ripwire._core` is Cython. Its parser module also compiles tree-sitter's C runtime, which is not in this repository: it
comes from the first of RIPWIRE_TREE_SITTER_SRC (a folder), pkg-config, and the pinned source distribution of the
``tree-sitter`` package, fetched with pip into the build folder and checked against its sha256.

RIPWIRE_CHECKED=1 builds with bounds checks and C assertions.
"""

from __future__ import annotations

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
os.chdir(HERE)

FACTS: dict[str, str] = {}
exec((HERE / "ripwire" / "version.py").read_text(encoding="utf-8"), FACTS)  # importing the package could need the build
TREE_SITTER = FACTS["TREE_SITTER"]
TREE_SITTER_SHA256 = "9919cbaf02d17fa9a4cd0e6da496aecf901b758e6eacf122eee393e3ef08aacd"
CHECKED = os.environ.get("RIPWIRE_CHECKED", "0") not in ("", "0")
MODE = "checked" if CHECKED else "release"

# -ffp-contract=off: on arm64 gcc fuses multiply-add by default, which changes the low bits of a rank.
CFLAGS = ["-O3", "-std=c11", "-D_GNU_SOURCE", "-fno-fast-math", "-ffp-contract=off", "-fno-math-errno"]
CFLAGS += ["-fvisibility=hidden", "-fno-semantic-interposition"]
CFLAGS += ["-DRIPWIRE_CHECKED=1", "-UNDEBUG"] if CHECKED else ["-DNDEBUG"]

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "initializedcheck": CHECKED,
    "wraparound": False,
    "cdivision": not CHECKED,
    "embedsignature": True,
    "freethreading_compatible": True,
}


def runtime_folder(folder: pathlib.Path) -> pathlib.Path | None:
    """The folder with include/ and src/lib.c in a checkout, an sdist or a bare lib folder of tree-sitter."""
    for candidate in (folder, folder / "lib", folder / "tree_sitter" / "core" / "lib"):
        if (candidate / "src" / "lib.c").is_file() and (candidate / "include" / "tree_sitter" / "api.h").is_file():
            return candidate
    return None


def pkg_config() -> dict[str, list[str]] | None:
    """Compiler and linker words of an installed tree-sitter of the pinned minor version."""
    if not shutil.which("pkg-config"):
        return None
    need = ".".join(TREE_SITTER.split(".")[:2])
    found = subprocess.run(["pkg-config", "--modversion", "tree-sitter"], check=False, capture_output=True, text=True)
    if found.returncode or not found.stdout.startswith(need + "."):
        return None
    command = ["pkg-config", "--cflags", "--libs", "tree-sitter"]
    words = subprocess.run(command, check=True, capture_output=True, text=True)
    out: dict[str, list[str]] = {"include_dirs": [], "library_dirs": [], "libraries": []}
    for word in words.stdout.split():
        for flag, key in (("-I", "include_dirs"), ("-L", "library_dirs"), ("-l", "libraries")):
            if word.startswith(flag):
                out[key].append(word[2:])
    return out


def fetch_runtime() -> pathlib.Path:
    """tree-sitter's C runtime from the pinned sdist, unpacked once into the build folder."""
    target = pathlib.Path("build") / f"tree_sitter-{TREE_SITTER}"
    found = runtime_folder(target)
    if found:
        return found
    downloads = pathlib.Path("build") / "downloads"
    downloads.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "tree-sitter"]
    command += ["--dest", str(downloads), f"tree-sitter=={TREE_SITTER}"]
    archive = downloads / f"tree_sitter-{TREE_SITTER}.tar.gz"
    if not archive.is_file() and subprocess.run(command, check=False).returncode:
        raise SystemExit(
            f"ripwire's build needs the C source of tree-sitter {TREE_SITTER} and could not fetch it with pip.\n"
            "Without a network, unpack that source anywhere and set RIPWIRE_TREE_SITTER_SRC to its folder\n"
            "(the one with lib/src/lib.c, or the unpacked source distribution), or install tree-sitter's\n"
            "development files so that `pkg-config tree-sitter` finds them."
        )
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    if digest != TREE_SITTER_SHA256:
        archive.unlink()
        raise SystemExit(f"{archive.name} is not the pinned one and was removed: sha256 {digest}")
    with tarfile.open(archive) as tar:
        prefix = f"tree_sitter-{TREE_SITTER}/tree_sitter/core/lib/"
        partial = pathlib.Path(f"{target}.{os.getpid()}")
        members = [m for m in tar.getmembers() if m.name.startswith(prefix)]
        if hasattr(tarfile, "data_filter"):  # Python 3.11.4 and later; the archive is pinned either way
            tar.extractall(partial, members, filter="data")
        else:
            tar.extractall(partial, members)
    shutil.rmtree(target, ignore_errors=True)
    (partial / f"tree_sitter-{TREE_SITTER}").rename(target)
    partial.rmdir()
    found = runtime_folder(target)
    if not found:
        raise SystemExit(f"{archive.name} does not hold tree-sitter's C runtime where it is expected")
    return found


def tree_sitter() -> dict[str, list[str]]:
    """Extension arguments that bring tree-sitter's C API."""
    given = os.environ.get("RIPWIRE_TREE_SITTER_SRC")
    if given:
        folder = runtime_folder(pathlib.Path(given))
        if not folder:
            raise SystemExit(f"RIPWIRE_TREE_SITTER_SRC={given}: no src/lib.c with include/tree_sitter/api.h there")
    else:
        installed = pkg_config()
        if installed:
            return installed
        folder = fetch_runtime()
    return {"sources": [str(folder / "src" / "lib.c")], "include_dirs": [str(folder / "include"), str(folder / "src")]}


def extensions() -> list[Extension]:
    # All modules that call the runtime link it: it is stateless (one process-wide allocator hook, left at malloc),
    # so a query made by one copy may be run by the other.
    runtime = tree_sitter()
    modules = []
    for path in sorted(pathlib.Path("ripwire/_core").glob("*.pyx")):
        extra = dict(runtime) if path.stem in ("bindings", "capture", "grammar", "match", "parse") else {}
        sources = [str(path), *extra.pop("sources", [])]
        modules.append(Extension(f"ripwire._core.{path.stem}", sources, extra_compile_args=CFLAGS, **extra))  # type: ignore[arg-type]
    return modules


class BuildExt(build_ext):
    """Parallel, and never reusing objects of the other mode."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count() or 1
        self.build_temp = os.path.join(self.build_temp, MODE)
        stamp = pathlib.Path("build") / "mode"
        if not stamp.is_file() or stamp.read_text() != MODE:
            self.force = True
            stamp.parent.mkdir(exist_ok=True)
            stamp.write_text(MODE)


# Asking for metadata must not compile, fetch or translate anything.
BUILDS = any(arg.startswith(("build", "bdist", "install", "develop", "editable")) for arg in sys.argv[1:])

setup(
    packages=[*find_packages(include=["ripwire", "ripwire.*"]), "ripwire.queries"],
    package_dir={"ripwire.queries": "queries"},
    package_data={
        "ripwire": ["py.typed"],
        "ripwire._core": ["*.pyi", "*.pxd"],
        "ripwire.queries": ["*/*.scm"],
        "ripwire.verbs": ["page/*"],
    },
    data_files=[("share/man/man1", ["man/ripwire.1"])],
    cmdclass={"build_ext": BuildExt},
    ext_modules=cythonize(
        extensions(),
        build_dir=f"build/cython-{MODE}",
        compiler_directives=DIRECTIVES,
        nthreads=os.cpu_count() or 1,
        quiet=True,
    )
    if BUILDS
    else [],
)
