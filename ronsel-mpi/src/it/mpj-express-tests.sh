#!/bin/bash
# Compiles the test programs of a checkout of MPJ Express against the package mpi of this one, runs
# each of them with ronsel run, and counts those that say TEST COMPLETE (in any case of letters).
#
#   mpj-express-tests.sh <checkout of MPJ Express> [ranks ...]      (2, 4 and 8 ranks if not named)
#
# Programs that use classes of the internals of that library (mpjbuf, mpjdev, xdev) are left out. CLASSES
# names a folder of class files to run instead, such as those compiled against that library. Options of
# the launcher can be given in RONSEL_RUN, seconds for each program in LIMIT (30). Says so and succeeds
# where there is no such checkout. <work>, which is named first, gets a table per number of ranks (verdict,
# whether something was thrown, exit status, program) and the output of each program.
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
cd "$checkout/test" || exit
mapfile -t all < <(find mpi -name '*.java' | sort)
mapfile -t sources < <(grep -L -E '\b(mpjbuf|mpjdev|xdev)\.[A-Za-z]' "${all[@]}")
home=${RONSEL_HOME:-$root/target/dist}
classes=${CLASSES:-}
if [ -z "$classes" ]; then
  classes=$work/classes
  facade=$(ls "$home"/lib/ronsel-{mpi,core}-*.jar | paste -sd:)
  javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
  "$javac" -nowarn -d "$classes" -cp "$facade" -sourcepath . "${sources[@]}" >"$work/compile.txt" 2>&1 ||
    { echo "the sources do not compile: $work/compile.txt"; exit 1; }
  echo "${#sources[@]} of ${#all[@]} sources compile; the others use internals"
fi

mains=()
for source in "${sources[@]}"; do
  grep -q 'void main *(' "$source" || continue
  package=$(sed -n 's/^package *\([a-zA-Z0-9_.]*[a-zA-Z0-9_]\) *;.*/\1./p' "$source" | head -n 1)
  mains+=("$package$(basename "$source" .java)")
done

[ $# -gt 0 ] || set -- 2 4 8
for n; do
  mkdir "$work/$n"
  for main in "${mains[@]}"; do
    output=$work/$n/$main
    # shellcheck disable=SC2086
    timeout -k 5 "${LIMIT:-30}" "$home/bin/ronsel" run -n "$n" ${RONSEL_RUN:-} -cp "$classes" "$main" \
      >"$output" 2>&1 </dev/null
    status=$?
    verdict=incomplete
    ! grep -aqiE 'TESTS? +COMPLETE' "$output" || verdict=complete
    threw=clean
    ! grep -aqE 'Exception|Error:' "$output" || threw=threw
    printf '%-10s %-5s %3d %s\n' $verdict $threw $status "$main"
  done >"$work/$n.txt"
  echo "$n ranks: $(grep -c '^complete' "$work/$n.txt") of ${#mains[@]} programs complete," \
    "$(grep -c '^complete *clean' "$work/$n.txt") of these without an exception"
done
echo "any of these: $(cat "$work"/*.txt | awk '$1 == "complete" {print $4}' | sort -u | wc -l) programs"
