#!/usr/bin/env bash
# What locals.scm and metrics.scm extract.

declare -r LIMIT=10
readonly HOME_DIR=${1:-$PWD}
export PATH="$HOME_DIR/bin:$PATH" LANG
names=(a "$LIMIT")
names[1]=$LIMIT
count+=1
typeset -i total
unset count

# Deploys
# one host.
deploy() {
  local host=$1 user port=${PORT:-22}
  declare target="$host:$LIMIT"
  user=$USER
  read -r answer reply
  CACHE=$((LIMIT + count))
  if [[ -n $host && $port == 22 ]] || check "$user"; then
    MODE=fast run "$target"
  elif probe "${names[@]}"; then
    unset CACHE
  else
    for name in "${names[@]}"; do
      while [ "$name" ]; do
        case $name in
          a|b) until try; do
              if stop; then break 2; fi
            done ;;
          "$LIMIT") exit 1 ;;
          *) return 1 ;;
        esac
      done
    done
  fi
  inner() {
    local name
    name=$host
    echo "$name" "${#answer}" "$?" "$@" ${!reply}
  }
}

function walk {
  for ((i = 0; i < LIMIT; i++)); do
    x=$(( $1 > 2 ? LIMIT : 0 ))
  done && ready && steady || fail
  select item in a b; do use "$item"; done <<< "$LANG"
}

export -f walk
deploy "$total"

LEVEL=2 walk -v one 'two three' "four"
walk "$total" one
walk one $LEVEL
walk one <<< two
walk one > two
walk
