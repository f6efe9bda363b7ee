#!/bin/bash
# Runs the Java test programs of Open MPI, which are there as class files made with its mpi.jar, and
# counts those that end with status 0.
#
#   open-mpi-tests.sh <folder> [ranks ...]      (2 and 4 ranks if not named)
#
# <folder> has a folder of class files for each subject (collective, pt2pt, ...), each with the classes
# that its programs share. Programs that use files or dynamic processes are left out. Options of the
# launcher can be given in RONSEL_RUN, seconds for each program in LIMIT (60), and how many run at a
# time in JOBS (1). Says so and succeeds where there is no such folder. <work>, which is named first, gets a
# table per number of ranks (exit status, subject, program) and the output of each program.
set -u
folder=${1:-}
shift
root=$(cd "$(dirname "$0")/../../.." && pwd)
if [ ! -d "$folder/pt2pt" ]; then
  echo "skipped: '$folder' has no class files of Open MPI's test programs"
  exit 0
fi
work=$(mktemp -d)
echo "$work"
home=${RONSEL_HOME:-$root/target/dist}
programs=()
for subject in "$folder"/*/; do
  while read -r class; do
    if ! grep -aqE 'mpi/File|openPort|spawn' "$class"; then
      programs+=("$subject $(basename "$class" .class)")
    fi
  done < <(grep -laF '([Ljava/lang/String;)V' "$subject"*.class | xargs -r grep -law main | sort)
done

one() {
  read -r subject main <<<"$2"
  timeout -k 5 "${LIMIT:-60}" "$home/bin/ronsel" run -n "$1" ${RONSEL_RUN:-} -cp "$subject" "$main" \
    >"$work/$1/$main" 2>&1 </dev/null
  printf '%3d %s %s\n' $? "$(basename "$subject")" "$main"
}
export -f one
export home work
[ $# -gt 0 ] || set -- 2 4
for n; do
  mkdir "$work/$n"
  printf '%s\0' "${programs[@]}" |
    xargs -0 -P "${JOBS:-1}" -I{} bash -c "one $n '{}'" | sort -k 2 >"$work/$n.txt"
  echo "$n ranks: $(grep -c '^ *0 ' "$work/$n.txt") of ${#programs[@]} programs end with status 0"
done
