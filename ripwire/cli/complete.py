"""`--completions=bash|zsh|fish`: a completion script from the option tables, of `ripwire` and of `ripwire search`.

Invariant: every row that is not hidden is offered once, values of choices are offered after the '=', roots complete to
directories and paths of a search to files; texts are ASCII and quoted for the shell at hand. The scripts are static:
they don't run ripwire.
"""

from __future__ import annotations

from ripwire.cli.options import TABLE, Flag, Table
from ripwire.search.options import FLAGS as SEARCH_FLAGS
from ripwire.search.options import Flag as SearchFlag

SEARCHED = tuple(flag for flag in SEARCH_FLAGS if not flag.refusal)
"""Flags of a search that completion offers."""


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


def _search_names(flag: SearchFlag) -> list[str]:
    """The long names of a row that take what the row takes, without dashes."""
    return [flag.name, *flag.aliases]


def _search_words() -> list[str]:
    """What may be typed for the flags of a search: `-i`, `--hidden`, `--no-hidden`, `--glob=`."""
    words = []
    for flag in SEARCHED:
        if flag.letter:
            words.append("-" + flag.letter)
        for name in _search_names(flag):
            if not flag.takes_value or flag.optional:
                words.append("--" + name)
            if flag.takes_value:
                words.append(f"--{name}=")
        if flag.off:
            words.append("--" + flag.off)
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

_ripwire_search() {{
    local IFS=$' \\t\\n' value=${{COMP_WORDS[COMP_CWORD]}}
    local word=${{COMP_LINE:0:COMP_POINT}}
    word=${{word##*[[:space:]]}}
    local flag=${{COMP_WORDS[COMP_CWORD-1]}}
    COMPREPLY=()
    if [[ $word == --*=* ]]; then
        flag=${{word%%=*}} value=${{word#*=}}
    elif [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W '{" ".join(_search_words())}' -- "$word"))
        [[ ${{#COMPREPLY[@]}} -eq 1 && ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace
        return
    fi
    case $flag in
{chr(10).join(_bash_search_cases())}
        *)
            compopt -o filenames
            IFS=$'\\n'
            COMPREPLY=($(compgen -f -- "$value"))
            ;;
    esac
    if [[ $word == --*=* && $COMP_WORDBREAKS != *=* ]]; then
        COMPREPLY=("${{COMPREPLY[@]/#/$flag=}}")
    fi
}}

_ripwire() {{
    if [[ $COMP_CWORD -gt 1 && ${{COMP_WORDS[1]}} == search ]]; then
        _ripwire_search
        return
    fi
    local IFS=$' \\t\\n'
    # The argument as typed, up to the cursor: bash hands out the parts between '=' and ':'.
    local word=${{COMP_LINE:0:COMP_POINT}}
    word=${{word##*[[:space:]]}}
    COMPREPLY=()
    if [[ $word != -* ]]; then
        compopt -o filenames
        IFS=$'\\n'
        COMPREPLY=($(compgen -d -- "${{COMP_WORDS[COMP_CWORD]}}"))
        [[ $COMP_CWORD -eq 1 ]] && COMPREPLY+=($(compgen -W $'search\\nindex\\nstatus' -- "$word"))
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


def _bash_search_cases() -> list[str]:
    cases = []
    for flag in SEARCHED:
        if flag.choices:
            names = " | ".join(["--" + flag.name, *(["-" + flag.letter] if flag.letter else [])])
            cases.append(f"""        {names}) COMPREPLY=($(compgen -W '{" ".join(flag.choices)}' -- "$value")) ;;""")
    return cases


def _zsh(flags: list[Flag]) -> str:
    specs = []
    for flag in flags:
        text = _zsh_text(flag.short)
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
_ripwire_search() {{
  _arguments -S -s -C \\
{_lines(_zsh_search_specs())} \\
    '1:pattern: ' '*:path:_files'
}}

_ripwire() {{
  if (( CURRENT > 2 )) && [[ $words[2] == search ]]; then
    shift words
    (( CURRENT-- ))
    _ripwire_search
    return
  fi
  local curcontext=$curcontext state line ret=1
  typeset -A opt_args
  _arguments -S -C \\
{_lines(specs)} \\
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


def _zsh_search_specs() -> list[str]:
    specs = []
    for flag in SEARCHED:
        text = _zsh_text(flag.short)
        repeat = "*" if flag.repeats else ""
        ends = ""
        if flag.takes_value:
            action = f"({' '.join(flag.choices)})" if flag.choices else "_files" if flag.kind == "path" else " "
            ends = f"{'::' if flag.optional else ':'}{flag.metavar.partition('[')[0].replace(':', ' ')}:{action}"
        sign = "=-" if flag.optional else "=" if flag.takes_value else ""
        if flag.letter:
            specs.append(f"{repeat}-{flag.letter}{'+' if flag.takes_value else ''}[{text}]{ends}")
        specs += [f"{repeat}--{name}{sign}[{text}]{ends}" for name in _search_names(flag)]
        if flag.off:
            specs.append(f"--{flag.off}[takes back --{flag.name}]")
    return specs


def _zsh_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def _lines(specs: list[str]) -> str:
    return " \\\n".join("    " + _single_quoted(spec) for spec in specs)


def _fish(flags: list[Flag]) -> str:
    apart = "complete -c ripwire -n 'not __fish_seen_subcommand_from search'"
    lines = [
        "# fish completion for ripwire: ripwire --completions=fish | source",
        f"{apart} -f -a '(__fish_complete_directories)'",
        f"{apart} -f -a search -d 'find lines that match'",
    ]
    for flag in flags:
        line = apart
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
    return "\n".join(lines + _fish_search_lines()) + "\n"


def _fish_search_lines() -> list[str]:
    start = "complete -c ripwire -n '__fish_seen_subcommand_from search'"
    lines = []
    for flag in SEARCHED:
        value = ""
        if flag.takes_value and not flag.optional:
            value = " -r" if flag.kind == "path" else " -x"
        if flag.choices:
            value += f" -a {_fish_quoted(' '.join(flag.choices))}"
        letter = f" -s {flag.letter}" if flag.letter else ""
        for name in _search_names(flag):
            lines.append(f"{start}{letter} -l {name}{value} -d {_fish_quoted(flag.short)}")
            letter = ""
        if flag.off:
            lines.append(f"{start} -l {flag.off} -d {_fish_quoted('takes back --' + flag.name)}")
    return lines


def _single_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
