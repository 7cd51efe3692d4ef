#!/usr/bin/env bash
source "$ROOT/lib/common.sh"
. ./colors.sh
LIMIT=3

build() {
  local out=$(compute a b)
  MODE=fast run_it --x | filter > out.txt
  if ! check "$1"; then fail; fi
  report "$(inner)" && other || third
}

function deploy { build; }

function log::info() (
  printf '%s' "$1"
)

my-func() if ready; then go_on; fi

outer() {
  nested() { leaf; }
  nested
}

[[ -f x ]] && deploy &
trap cleanup EXIT
trap - INT
trap 'quoted_cleanup' TERM
time timed arg
"$CMD" arg
./tool build
case $1 in start) start_it ;; esac
for f in $(list); do each "$f"; done
while read_line; do use; done < <(generate)
x=`old_style`
export Y=$(exported)
cat <<EOF
$(in_heredoc)
EOF
{ grouped; }
( sub_shell )
log::info done
