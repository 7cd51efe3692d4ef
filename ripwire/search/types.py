"""File types for -t and -T: names and the globs of file names they stand for.

Purpose: the table, and what --type-add and --type-clear make of it. Invariant: every row of `rg --type-list` stands
here with the same globs; `code`, `docs` and `data` are no rows but genera (genus.py). Cost: the table is split at
the first use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from ripwire.errors import echo
from ripwire.search.globs import TypesError

# names: globs. Names of one row are the same type; a line that begins with a blank goes on with the row above.
_TABLE = r"""
ada: *.adb *.ads
agda: *.agda *.lagda
aidl: *.aidl
alire: alire.toml
amake: *.bp *.mk
asciidoc: *.adoc *.asc *.asciidoc
asm: *.S *.asm *.s
asp: *.ascx *.ascx.cs *.ascx.vb *.asp *.aspx *.aspx.cs *.aspx.vb
ats: *.ats *.dats *.hats *.sats
avro: *.avdl *.avpr *.avsc
awk: *.awk
bat batch: *.bat
bazel: *.BUILD *.bazel *.bazelrc *.bzl BUILD MODULE.bazel WORKSPACE WORKSPACE.bazel WORKSPACE.bzlmod
bitbake: *.bb *.bbappend *.bbclass *.conf *.inc
boxlang: *.bx *.bxm *.bxs
brotli: *.br
buildstream: *.bst
bzip2: *.bz2 *.tbz2
c: *.[chH] *.[chH].in *.cats
cabal: *.cabal
candid: *.did
carp: *.carp
cbor: *.cbor
ceylon: *.ceylon
cfml: *.cfc *.cfm
clojure: *.clj *.cljc *.cljs *.cljx
cmake: *.cmake CMakeLists.txt
cmd: *.bat *.cmd
cml: *.cml
coffeescript: *.coffee
config: *.cfg *.conf *.config *.ini
container: *Containerfile* *Dockerfile*
coq rocq: *.v
cpp: *.[ChH] *.[ChH].in *.[ch]pp *.[ch]pp.in *.[ch]xx *.[ch]xx.in *.cc *.cc.in *.hh *.hh.in *.inl
creole: *.creole
crystal: *.cr *.ecr Projectfile shard.yml
cs csharp: *.cs
cshtml: *.cshtml
csproj: *.csproj
css: *.css *.scss
csv: *.csv
cuda: *.cu *.cuh
cython: *.pxd *.pxi *.pyx
d: *.d
dart: *.dart
devicetree: *.dts *.dtsi *.dtso
dhall: *.dhall
diff: *.diff *.patch
dita: *.dita *.ditamap *.ditaval
docker: *Dockerfile*
dockercompose: docker-compose.*.yml docker-compose.yml
dts: *.dts *.dtsi
dvc: *.dvc Dvcfile
ebuild: *.ebuild *.eclass
edn: *.edn
elisp: *.el
elixir: *.eex *.ex *.exs *.heex *.leex *.livemd
elm: *.elm
erb: *.erb
erlang: *.erl *.hrl
fennel: *.fnl
fidl: *.fidl
fish: *.fish
flatbuffers: *.fbs
fortran: *.F *.F77 *.F90 *.F95 *.f *.f77 *.f90 *.f95 *.pfo
fsharp: *.fs *.fsi *.fsx
fut: *.fut
gap: *.g *.gap *.gd *.gi *.tst
gdscript: *.gd
gleam: *.gleam
gn: *.gn *.gni
go: *.go
gprbuild: *.gpr
gradle: *.gradle *.gradle.kts gradle-wrapper.* gradle.properties gradlew gradlew.bat
graphql: *.graphql *.graphqls
groovy: *.gradle *.groovy
gzip: *.gz *.tgz
h: *.h *.hh *.hpp
haml: *.haml
hare: *.ha
haskell: *.c2hs *.cpphs *.hs *.hsc *.lhs
hbs: *.hbs
hs: *.hs *.lhs
html: *.ejs *.htm *.html
hurl: *.hurl
hy: *.hy
idris: *.idr *.lidr
janet: *.janet
java: *.java *.jsp *.jspx *.properties
jinja: *.j2 *.jinja *.jinja2
jl julia: *.jl
js: *.cjs *.js *.jsx *.mjs *.vue
json: *.json *.sarif composer.lock
jsonl: *.jsonl
jupyter: *.ipynb *.jpynb
k: *.k
kconfig: Kconfig Kconfig.*
kotlin: *.kt *.kts
lean: *.lean
less: *.less
license: *[.-]LICEN[CS]E* AGPL-*[0-9]* APACHE-*[0-9]* BSD-*[0-9]* CC-BY-* COPYING COPYING[.-]* COPYRIGHT
    COPYRIGHT[.-]* EULA EULA[.-]* GFDL-*[0-9]* GNU-*[0-9]* GPL-*[0-9]* LGPL-*[0-9]* LICEN[CS]E LICEN[CS]E[.-]*
    MIT-*[0-9]* MPL-*[0-9]* NOTICE NOTICE[.-]* OFL-*[0-9]* PATENTS PATENTS[.-]* UNLICEN[CS]E UNLICEN[CS]E[.-]*
    agpl[.-]* gpl[.-]* lgpl[.-]* licen[cs]e licen[cs]e.*
lilypond: *.ily *.ly
lisp: *.el *.jl *.lisp *.lsp *.sc *.scm
llvm: *.ll
lock: *.lock package-lock.json
log: *.log
lua: *.lua
lz4: *.lz4
lzma: *.lzma
m4: *.ac *.m4
make: *.mak *.mk Makefile.* [Gg][Nn][Uu]makefile [Gg][Nn][Uu]makefile.am [Gg][Nn][Uu]makefile.in [Mm]akefile
    [Mm]akefile.am [Mm]akefile.in
mako: *.mako *.mao
man: *.[0-9][cEFMmpSx] *.[0-9lnpx]
markdown md: *.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn
matlab: *.m
mdc: *.mdc
meson: meson.build meson.options meson_options.txt
minified: *.min.css *.min.html *.min.js
mint: *.mint
mk: mkfile
ml: *.ml
mojo: *.mojo
motoko: *.mo
msbuild: *.csproj *.fsproj *.proj *.props *.sln *.slnf *.targets *.vcxproj
nim: *.nim *.nimble *.nimf *.nims
nix: *.nix
objc: *.h *.m
objcpp: *.h *.mm
ocaml: *.ml *.mli *.mll *.mly
org: *.org *.org_archive
pants: BUILD
pascal: *.dpr *.inc *.lpr *.pas *.pp
pdf: *.pdf
perl: *.PL *.perl *.pl *.plh *.plx *.pm *.t
php: *.php *.php3 *.php4 *.php5 *.php7 *.php8 *.pht *.phtml
pkgbuild: PKGBUILD
plist: *.plist
po: *.po
pod: *.pod
postscript: *.eps *.ps
prolog: *.P *.pl *.pro *.prolog
proto protobuf: *.proto
ps: *.cdxml *.ps1 *.ps1xml *.psd1 *.psm1
puppet: *.epp *.erb *.pp *.rb
purs: *.purs
py python: *.py *.pyi
qmake: *.prf *.pri *.pro
qml: *.qml
qrc: *.qrc
qui: *.ui
r: *.R *.Rmd *.Rnw *.r *.rmd *.rnw
racket: *.rkt
raku: *.p6 *.pl6 *.pm6 *.raku *.rakudoc *.rakumod *.rakutest
rdoc: *.rdoc
readme: *README README*
reasonml: *.re *.rei
red: *.r *.red *.reds
rescript: *.res *.resi
robot: *.robot
rst: *.rst
ruby: *.gemspec *.rake *.rb *.rbw .irbrc Gemfile Rakefile config.ru
rust: *.rs
sass: *.sass *.scss
scala: *.sbt *.scala
scdoc: *.scd *.scdoc
seed7: *.s7i *.sd7
sh: *.bash *.bashrc *.csh *.cshrc *.env *.ksh *.kshrc *.sh *.tcsh *.zsh .bash_login .bash_logout .bash_profile
    .bashrc .cshrc .env .kshrc .login .logout .profile .tcshrc .zlogin .zlogout .zprofile .zshenv .zshrc bash_login
    bash_logout bash_profile bashrc profile zlogin zlogout zprofile zshenv zshrc
slim: *.skim *.slim *.slime
smarty: *.tpl
sml: *.sig *.sml
solidity: *.sol
soy: *.soy
spark: *.spark
spec: *.spec
sql: *.psql *.sql
ssa: *.ssa
stylus: *.styl
sv: *.h *.sv *.svh *.v *.vg
svelte: *.svelte *.svelte.ts
svg: *.svg
swift: *.swift
swig: *.def *.i
systemd: *.automount *.conf *.device *.link *.mount *.path *.scope *.service *.slice *.socket *.swap *.target
    *.timer
taskpaper: *.taskpaper
tcl: *.tcl
tex: *.bib *.cls *.dtx *.ins *.ltx *.sty *.tex
texinfo: *.texi
textile: *.textile
tf: *.terraform.lock.hcl *.terraformrc *.tf *.tf.json *.tfrc *.tfvars *.tfvars.json terraform.rc
thrift: *.thrift
toml: *.toml Cargo.lock
ts typescript: *.cts *.mts *.ts *.tsx
twig: *.twig
txt: *.txt
typoscript: *.ts *.typoscript
typst: *.typ
usd: *.usd *.usda *.usdc
v: *.v *.vsh
vala: *.vala
vb: *.vb
vcl: *.vcl
verilog: *.sv *.svh *.v *.vh
vhdl: *.vhd *.vhdl
vim vimscript: *.vim .gvimrc .vimrc _gvimrc _vimrc gvimrc vimrc
vue: *.vue
webidl: *.idl *.webidl *.widl
wgsl: *.wgsl
wiki: *.mediawiki *.wiki
xml: *.dtd *.rng *.sch *.xhtml *.xjb *.xml *.xml.dist *.xsd *.xsl *.xslt
xz: *.txz *.xz
yacc: *.y
yaml: *.yaml *.yml
yang: *.yang
z: *.Z
zig: *.zig
zsh: *.zsh .zlogin .zlogout .zprofile .zshenv .zshrc zlogin zlogout zprofile zshenv zshrc
zstd: *.zst *.zstd
"""


@cache
def _table() -> Mapping[bytes, tuple[bytes, ...]]:
    out: dict[bytes, tuple[bytes, ...]] = {}
    for row in _TABLE.replace("\n ", "").strip().splitlines():
        names, _, globs = row.partition(": ")
        for name in names.split():
            out[name.encode()] = tuple(glob.encode() for glob in globs.split())
    return out


class Types:
    """The table with what the command line changed in it."""

    def __init__(self, changes: Iterable[tuple[str, bytes]] = ()) -> None:
        self._rows: dict[bytes, tuple[bytes, ...]] = dict(_table())
        for kind, value in changes:
            if kind == "clear":
                self._rows.pop(value, None)
            else:
                self._add(value)

    def _add(self, definition: bytes) -> None:
        """NAME:GLOB, or NAME:include:NAME,NAME to take over the globs of other types."""
        name, colon, rest = definition.partition(b":")
        if not colon or not rest or not _is_name(name) or name == b"all":
            raise TypesError(f"--type-add={echo(definition)}: a definition is NAME:GLOB or NAME:include:TYPE,TYPE")
        parts = rest.split(b":")
        globs: tuple[bytes, ...] = (rest,)
        if len(parts) == 2:
            if parts[0] != b"include":
                raise TypesError(f"--type-add={echo(definition)}: a definition is NAME:GLOB or NAME:include:TYPE,TYPE")
            globs = ()
            for other in parts[1].split(b","):
                if other not in self._rows:
                    raise TypesError(f"--type-add={echo(definition)}: there is no type {echo(other)} to include")
                globs += self._rows[other]
        elif len(parts) > 2:
            raise TypesError(f"--type-add={echo(definition)}: a definition is NAME:GLOB or NAME:include:TYPE,TYPE")
        self._rows[name] = self._rows.get(name, ()) + globs

    def __contains__(self, name: bytes) -> bool:
        return name in self._rows

    def globs(self, name: bytes) -> tuple[bytes, ...]:
        """The globs of a type."""
        if name not in self._rows:
            raise TypesError(f"there is no file type {echo(name)} (--type-list shows them all)")
        return self._rows[name]

    def names(self) -> list[bytes]:
        return sorted(self._rows)

    def listing(self) -> list[tuple[bytes, list[bytes]]]:
        """What --type-list prints: names and their globs, both sorted."""
        return [(name, sorted(self._rows[name])) for name in self.names()]


def _is_name(name: bytes) -> bool:
    try:
        text = name.decode()
    except UnicodeDecodeError:
        return False
    return text.isalnum()
