#!/bin/bash
# Compiles the test programs of a checkout of MPJ Express against the package mpi of this one, runs
# each of them with ./ronsel run, and counts those that say TEST COMPLETE and throw nothing.
#
#   mpj-express-tests.sh <checkout of MPJ Express> [ranks ...]      (2, 4 and 8 ranks if not named)
#
# Programs that use the internals of that library (mpjbuf, mpjdev, xdev) are left out. Options of the
# launcher can be given in RONSEL_RUN, seconds for each program in LIMIT (60). Says so and succeeds
# where there is no such checkout. The last lines are the counts; the rest is in <work>/<ranks>.txt,
# where <work> is named first.
set -u
checkout=${1:-}
shift
root=$(cd "$(dirname "$0")/../../.." && pwd)
if [ ! -d "$checkout/test/mpi" ]; then
  echo "skipped: '$checkout' is no checkout of MPJ Express"
  exit 0
fi
work=$(mktemp -d)
echo "$work"
mapfile -t sources < <(grep -L -r -E '^import (static )?(mpjbuf|mpjdev|xdev)\b' --include='*.java' "$checkout/test/mpi" | sort)
home=${RONSEL_HOME:-$root/target/dist}
facade=$(ls "$home"/lib/ronsel-{mpi,core}-*.jar | paste -sd:)
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
"$javac" -nowarn -d "$work/classes" -cp "$facade" -sourcepath "$checkout/test" "${sources[@]}" >"$work/compile.txt" 2>&1 ||
  { echo "the sources do not compile: $work/compile.txt"; exit 1; }

mains=()
for source in "${sources[@]}"; do
  grep -q 'void main *(' "$source" || continue
  package=$(sed -n 's/^package *\([a-zA-Z0-9_.]*[a-zA-Z0-9_]\) *;.*/\1./p' "$source" | head -n 1)
  mains+=("$package$(basename "$source" .java)")
done

for ranks in "${@:-2 4 8}"; do
  for n in $ranks; do
    passed=0
    : >"$work/$n.txt"
    for main in "${mains[@]}"; do
      output=$work/output.txt
      # shellcheck disable=SC2086
      timeout "${LIMIT:-60}" "$home/bin/ronsel" run -n "$n" ${RONSEL_RUN:-} -cp "$work/classes" "$main" \
        >"$output" 2>&1 </dev/null
      status=$?
      if grep -qiE 'TESTS? +COMPLETE' "$output" && ! grep -qE 'Exception|Error:' "$output"; then
        verdict=complete
        passed=$((passed + 1))
      else
        verdict=incomplete
      fi
      printf '%-12s %3d %s\n' "$verdict" "$status" "$main" >>"$work/$n.txt"
      if [ $verdict = incomplete ]; then
        head -c 2000 "$output" | tail -n 15 | sed 's/^/      | /;$a\' >>"$work/$n.txt"
      fi
    done
    echo "$n ranks: $passed of ${#mains[@]} programs complete"
  done
done
