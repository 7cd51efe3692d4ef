"""Build of the compiled kernels; everything else about the package is in pyproject.toml.

`ripwire._core` is Cython. Its parser modules also compile tree-sitter's C runtime, and its regular expressions PCRE2;
neither is in this repository: they come from the first of RIPWIRE_TREE_SITTER_SRC and RIPWIRE_PCRE2_SRC (folders),
pkg-config, and the pinned source distributions of the packages ``tree-sitter`` and ``pcre2``, fetched with pip into the
build folder and checked against their sha256.

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
from collections.abc import Callable
from typing import Any, NamedTuple

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
os.chdir(HERE)

FACTS: dict[str, str] = {}
exec((HERE / "ripwire" / "version.py").read_text(encoding="utf-8"), FACTS)  # importing the package could need the build
CHECKED = os.environ.get("RIPWIRE_CHECKED", "0") not in ("", "0")
MODE = "checked" if CHECKED else "release"

# -ffp-contract=off: on arm64 gcc fuses multiply-add by default, which changes the low bits of a rank.
# The checked build is for tests, which wait longer for the compiler than for its code.
CFLAGS = ["-O1" if CHECKED else "-O3", "-g0", "-std=c11", "-D_GNU_SOURCE"]
CFLAGS += ["-fno-fast-math", "-ffp-contract=off", "-fno-math-errno"]
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


class Source(NamedTuple):
    """C source that a pinned source distribution carries.

    package, version, sha256   of the distribution
    title                      what it is called in messages
    variable                   the environment variable that names a folder with it
    folders                    where it lies below the given folder, and, first, in the distribution
    probe                      files that must be there
    module, fits               what pkg-config calls an installed one, and whether a version of it will do
    """

    package: str
    version: str
    sha256: str
    title: str
    variable: str
    folders: tuple[str, ...]
    probe: tuple[str, ...]
    module: str
    fits: Callable[[str], bool]

    def folder(self, base: pathlib.Path) -> pathlib.Path | None:
        """The folder with the source in a checkout, a distribution or a bare folder."""
        for below in self.folders:
            if all((base / below / name).is_file() for name in self.probe):
                return base / below
        return None

    def installed(self) -> dict[str, list[str]] | None:
        """Compiler and linker words of an installed one."""
        if not shutil.which("pkg-config"):
            return None
        command = ["pkg-config", "--modversion", self.module]
        found = subprocess.run(command, check=False, capture_output=True, text=True)
        if found.returncode or not self.fits(found.stdout.strip()):
            return None
        command = ["pkg-config", "--cflags", "--libs", self.module]
        words = subprocess.run(command, check=True, capture_output=True, text=True)
        out: dict[str, list[str]] = {"include_dirs": [], "library_dirs": [], "libraries": []}
        for word in words.stdout.split():
            for flag, key in (("-I", "include_dirs"), ("-L", "library_dirs"), ("-l", "libraries")):
                if word.startswith(flag):
                    out[key].append(word[2:])
        return out

    def fetched(self) -> pathlib.Path:
        """The source from the pinned distribution, unpacked once into the build folder."""
        name = self.package.replace("-", "_")
        target = pathlib.Path("build") / f"{name}-{self.version}"
        if found := self.folder(target):
            return found
        downloads = pathlib.Path("build") / "downloads"
        downloads.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", self.package]
        command += ["--dest", str(downloads), f"{self.package}=={self.version}"]
        archive = downloads / f"{name}-{self.version}.tar.gz"
        if not archive.is_file() and subprocess.run(command, check=False).returncode:
            raise SystemExit(
                f"ripwire's build needs the C source of {self.title} and could not fetch it with pip.\n"
                f"Without a network, unpack that source anywhere and set {self.variable} to its folder\n"
                f"(the one with {self.folders[-1] or '.'}/{self.probe[0]}, or the unpacked source distribution), or\n"
                f"install its development files so that `pkg-config {self.module}` finds them."
            )
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()
        if digest != self.sha256:
            archive.unlink()
            raise SystemExit(f"{archive.name} is not the pinned one and was removed: sha256 {digest}")
        with tarfile.open(archive) as tar:
            prefix = f"{name}-{self.version}/{self.folders[0]}/"
            partial = pathlib.Path(f"{target}.{os.getpid()}")
            members = [m for m in tar.getmembers() if m.name.startswith(prefix)]
            if hasattr(tarfile, "data_filter"):  # Python 3.11.4 and later; the archive is pinned either way
                tar.extractall(partial, members, filter="data")
            else:
                tar.extractall(partial, members)
        shutil.rmtree(target, ignore_errors=True)
        (partial / f"{name}-{self.version}").rename(target)
        partial.rmdir()
        found = self.folder(target)
        if not found:
            raise SystemExit(f"{archive.name} does not hold the source of {self.title} where it is expected")
        return found

    def folder_to_build(self) -> pathlib.Path | dict[str, list[str]]:
        """The folder of the source, or the words of an installed one."""
        if given := os.environ.get(self.variable):
            found = self.folder(pathlib.Path(given))
            if not found:
                raise SystemExit(f"{self.variable}={given}: there is no {self.probe[0]} and what belongs to it")
            return found
        return self.installed() or self.fetched()


TREE_SITTER = Source(
    "tree-sitter",
    FACTS["TREE_SITTER"],
    "9919cbaf02d17fa9a4cd0e6da496aecf901b758e6eacf122eee393e3ef08aacd",
    f"tree-sitter {FACTS['TREE_SITTER']}",
    "RIPWIRE_TREE_SITTER_SRC",
    ("tree_sitter/core/lib", "", "lib"),
    ("src/lib.c", "include/tree_sitter/api.h"),
    "tree-sitter",
    lambda version: version.split(".")[:2] == FACTS["TREE_SITTER"].split(".")[:2],
)
PCRE2 = Source(
    "pcre2",
    "0.7.1",
    "69ced4288892e2571dd792e7bfb12371bb059f226204bf03300664177c508b64",
    f"PCRE2 {FACTS['PCRE2']} (of the package pcre2 0.7.1)",
    "RIPWIRE_PCRE2_SRC",
    ("src/libpcre2", ""),
    ("src/pcre2_compile.c", "src/pcre2.h.generic", "deps/sljit/sljit_src/sljitLir.c"),
    "libpcre2-8",
    lambda version: [int(part) for part in version.split(".")[:2]] >= [10, 45],
)


def tree_sitter() -> dict[str, list[str]]:
    """Extension arguments that bring tree-sitter's C API."""
    found = TREE_SITTER.folder_to_build()
    if isinstance(found, dict):
        return found
    return {"sources": [str(found / "src" / "lib.c")], "include_dirs": [str(found / "include"), str(found / "src")]}


PCRE2_PARTS = (
    "auto_possess chkdint compile compile_cgroup compile_class config context convert dfa_match error extuni"
    " find_bracket jit_compile maketables match match_data match_next newline ord2utf pattern_info script_run serialize"
    " string_utils study substitute substring tables ucd valid_utf xclass"
)


def pcre2() -> dict[str, list[Any]]:
    """Extension arguments that bring PCRE2 with its compiler to machine code, for bytes."""
    found = PCRE2.folder_to_build()
    if isinstance(found, dict):
        return {**found, "define_macros": [("PCRE2_CODE_UNIT_WIDTH", "8")]}
    source = found / "src"
    ours = pathlib.Path("build") / "pcre2-configured"
    ours.mkdir(parents=True, exist_ok=True)
    given = ("config.h.generic", "pcre2.h.generic", "pcre2_chartables.c.dist")
    for name in given:
        text, wanted = (source / name).read_bytes(), ours / name.rpartition(".")[0]
        if not wanted.is_file() or wanted.read_bytes() != text:  # a newer file would compile all of it again
            wanted.write_bytes(text)
    macros = ("HAVE_CONFIG_H", "PCRE2_STATIC", "SUPPORT_JIT", "SUPPORT_UNICODE")
    parts = [str(source / f"pcre2_{part}.c") for part in PCRE2_PARTS.split()]
    return {
        "sources": [str(ours / "pcre2_chartables.c"), *parts],
        "include_dirs": [str(ours), str(source)],
        # Links of four bytes: with two, a compiled pattern ends at 64 KiB, which repeated classes in UTF-8 exceed.
        "define_macros": [("PCRE2_CODE_UNIT_WIDTH", "8"), ("LINK_SIZE", "4"), *((name, "1") for name in macros)],
    }


def extensions() -> list[Extension]:
    # All modules that call the runtime link it: it is stateless (one process-wide allocator hook, left at malloc),
    # so a query made by one copy may be run by the other.
    runtime, regex = tree_sitter(), pcre2()
    modules = []
    for path in sorted(pathlib.Path("ripwire/_core").glob("*.pyx")):
        extra: dict[str, list[Any]] = {}
        if path.stem in ("bindings", "capture", "grammar", "match", "parse"):
            extra = dict(runtime)
        elif path.stem == "pcre":
            extra = dict(regex)
        sources = [str(path), *extra.pop("sources", [])]
        modules.append(Extension(f"ripwire._core.{path.stem}", sources, extra_compile_args=CFLAGS, **extra))
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
    data_files=[("share/man/man1", ["man/ripwire.1", "man/ripwire-search.1"])],
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
