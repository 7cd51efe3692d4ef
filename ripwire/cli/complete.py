"""`--completions=bash|zsh|fish`: a completion script from the option table.

Invariant: every row that is not hidden is offered once, values of choices are offered after the '=', roots complete to
directories; texts are ASCII and quoted for the shell at hand. The scripts are static: they don't run ripwire.
"""

from __future__ import annotations

from ripwire.cli.options import TABLE, Flag, Table


def script(shell: str, table: Table = TABLE) -> str:
    """The script for one of the choices of --completions."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]([flag for flag in table.flags if not flag.hidden])


def _words(flag: Flag) -> list[str]:
    """What may be typed for a row: `--top-k=` (a value follows), `--tree`, `-h`; both forms of an optional value."""
    words = [f"-{flag.letter}"] if flag.letter else []
    if flag.kind in ("switch", "optional-text"):
        words.append(f"--{flag.name}")
    if flag.takes_value:
        words.append(f"--{flag.name}=")
    return words


def _bash(flags: list[Flag]) -> str:
    words = " ".join(word for flag in flags for word in _words(flag))
    cases = []
    for flag in flags:
        if flag.kind == "format":
            cases.append(f"        --{flag.name}) _ripwire_format {' '.join(flag.choices)} ;;")
        elif flag.choices:
            choices = " ".join(flag.choices)
            cases.append(f"""        --{flag.name}) COMPREPLY=($(compgen -W '{choices}' -- "$value")) ;;""")
    return f"""\
# bash completion for ripwire; evaluate it: eval "$(ripwire --completions=bash)"
_ripwire_format() {{
    # FORMAT[:FILE]; bash splits words at ':' too
    local name IFS=$'\\n'
    for name in "$@"; do
        if [[ $value == "$name":* ]]; then
            compopt -o filenames
            COMPREPLY=($(compgen -f -- "${{value#*:}}"))
            [[ $COMP_WORDBREAKS == *:* ]] || COMPREPLY=("${{COMPREPLY[@]/#/$name:}}")
            return
        fi
    done
    COMPREPLY=($(compgen -W "$*" -- "$value"))
}}

_ripwire() {{
    local IFS=$' \\t\\n'
    # The argument as typed, up to the cursor: bash hands out the parts between '=' and ':'.
    local word=${{COMP_LINE:0:COMP_POINT}}
    word=${{word##*[[:space:]]}}
    COMPREPLY=()
    if [[ $word != -* ]]; then
        compopt -o filenames
        IFS=$'\\n'
        COMPREPLY=($(compgen -d -- "${{COMP_WORDS[COMP_CWORD]}}"))
        return
    fi
    if [[ $word != *=* ]]; then
        COMPREPLY=($(compgen -W '{words}' -- "$word"))
        [[ ${{#COMPREPLY[@]}} -eq 1 && ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace
        return
    fi
    local value=${{word#*=}}
    IFS=$' \\t\\n'
    case ${{word%%=*}} in
{chr(10).join(cases)}
    esac
    if [[ $COMP_WORDBREAKS != *=* ]]; then
        COMPREPLY=("${{COMPREPLY[@]/#/${{word%%=*}}=}}")
    fi
}}

complete -F _ripwire ripwire
"""


def _zsh(flags: list[Flag]) -> str:
    specs = []
    for flag in flags:
        text = flag.short.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
        repeat = "*" if flag.repeats else ""
        if flag.letter:
            specs.append(f"-{flag.letter}[{text}]")
        if not flag.takes_value:
            specs.append(f"--{flag.name}[{text}]")
            continue
        sign = "=-"  # the value stands in the same word, after '='
        colon = "::" if flag.kind == "optional-text" else ":"
        metavar = flag.metavar.partition("[")[0].replace(":", " ")
        action = " "
        if flag.kind == "format":
            action = "->" + flag.dest
        elif flag.choices:
            action = f"({' '.join(flag.choices)})"
        specs.append(f"{repeat}--{flag.name}{sign}[{text}]{colon}{metavar}:{action}")
    lines = " \\\n".join("    " + _single_quoted(spec) for spec in specs)
    formats = []
    for flag in flags:
        if flag.kind == "format":
            names = " ".join(flag.choices)
            formats.append(f"    {flag.dest})")
            formats.append(f"      if compset -P '*:'; then _files; else compadd -S '' -- {names}; fi && ret=0")
            formats.append("      ;;")
    return f"""\
#compdef ripwire
# zsh completion for ripwire; save it as _ripwire in a folder of $fpath, or: eval "$(ripwire --completions=zsh)"
_ripwire() {{
  local curcontext=$curcontext state line ret=1
  typeset -A opt_args
  _arguments -S -C \\
{lines} \\
    '*:directory:_directories' && ret=0
  case $state in
{chr(10).join(formats)}
  esac
  return ret
}}

if [[ $funcstack[1] == _ripwire ]]; then
  _ripwire "$@"
else
  compdef _ripwire ripwire
fi
"""


def _fish(flags: list[Flag]) -> str:
    lines = [
        "# fish completion for ripwire: ripwire --completions=fish | source",
        "complete -c ripwire -f -a '(__fish_complete_directories)'",
    ]
    for flag in flags:
        line = "complete -c ripwire"
        if flag.letter:
            line += f" -s {flag.letter}"
        line += f" -l {flag.name}"
        if flag.takes_value and flag.kind != "optional-text":
            line += " -x"
        if flag.kind == "format":
            values = [word for choice in flag.choices for word in (choice, choice + ":")]
            line += f" -a {_fish_quoted(' '.join(values))}"
        elif flag.choices:
            line += f" -a {_fish_quoted(' '.join(flag.choices))}"
        lines.append(f"{line} -d {_fish_quoted(flag.short)}")
    return "\n".join(lines) + "\n"


def _single_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
