package org.ronsel.launch.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.spi.UsageException;

/** Command lines of other families in the words of {@code ronsel run}. */
class DialectTest {
  private static final List<String> NAMES = Dialect.names();

  private static final Map<String, Integer> OWN =
      Map.of(
          "--jvms",
          1,
          "--processes",
          0,
          "--mpj-args",
          0,
          "--stall",
          1,
          "--ranks-as",
          1,
          "--launcher",
          1);

  private static final int CORES = 6;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mpjrun.sh -np 4 Hello                        | -n 4 Hello
          mpjrun -np 4 -dev multicore a.Hello x -np 7  | -n 4 a.Hello x -np 7
          mpjrun.sh -np 2 -dev niodev Hello            | --processes -n 2 Hello
          mpjrun.sh -np 2 -dev native Hello            | --processes -n 2 Hello
          mpjrun.sh -np 2 -dev mxdev Hello             | --processes -n 2 Hello
          mpjrun.sh -np 2 -dev hybdev Hello            | -n 2 Hello
          mpjrun.sh -np 2 -jar app.jar -v x            | -n 2 -jar app.jar -- -v x
          mpjrun.sh -np 2 -cp a.jar Hello              | -n 2 -cp a.jar:. Hello
          mpjrun.sh -np 2 -cp a.jar -jar app.jar       | -n 2 -cp a.jar -jar app.jar --
          mpjrun.sh -np 2 -wdir /w Hello               | -n 2 --wdir /w Hello
          mpjrun.sh -np 2 -debug 24500 Hello           | -n 2 --debug 0:24500 Hello
          mpjrun.sh -np 2 --mpj-args --jvms 2 Hello    | -n 2 --mpj-args --jvms 2 Hello
          mpjrun.sh -np 2 -dev niodev --jvms=2 Hello   | -n 2 --jvms=2 Hello
          mpjrun.sh -np 2 -Xmx9m -Da=b=c -ea Hello -Dx | -n 2 -J -Xmx9m -J -Da=b=c -J -ea Hello -Dx
          fmpjrun -np 2 -class Hello -x 3              | --processes -n 2 Hello -x 3
          fmpjrun -np 2 Hello                          | --processes -n 2 Hello
          fmpjrun -np 2 -dev smdev -class Hello        | -n 2 Hello
          fmpjrun -np 2 -dev smpdev -class Hello       | -n 2 Hello
          fmpjrun -np 2 -dev ibvdev -class Hello       | --processes -n 2 Hello
          fmpjrun -np 2 -dev psmdev -class Hello       | --processes -n 2 Hello
          fmpjrun -np 2 -dev ugnidev -class Hello      | --processes -n 2 Hello
          fmpjrun -np 2 -dev mxmdev -class Hello       | --processes -n 2 Hello
          fmpjrun -np 2 -Xms1g -Xmx3000M -jar a.jar 7  | --processes -n 2 -jar a.jar -J -Xms1g -J -Xmx3000M -- 7
          mpirun -np 3 java Hello a b                  | --processes -n 3 Hello a b
          mpiexec -n 3 java Hello -np 9                | --processes -n 3 Hello -np 9
          mpirun -c 3 java -cp x:y Hello               | --processes -n 3 -cp x:y Hello
          mpirun -np 3 java --class-path=x Hello       | --processes -n 3 -cp x Hello
          mpirun -np 3 java -cp x -cp y Hello          | --processes -n 3 -cp y Hello
          mpirun -np 3 java -jar a.jar -np 4           | --processes -n 3 -jar a.jar -- -np 4
          mpirun -np 3 java -p mods -m m/m.Main -x     | --processes -n 3 -p mods -m m/m.Main -- -x
          mpirun -np 3 java Hello.java                 | --processes -n 3 Hello.java
          mpirun -np 3 java --add-opens a/b=c Hello    | --processes -n 3 -J --add-opens -J a/b=c Hello
          mpirun -np 3 java -Djava.library.path=/a:/b -Xss2m -XX:+UseZGC Hello | --processes -n 3 -J -Djava.library.path=/a:/b -J -Xss2m -J -XX:+UseZGC Hello
          mpirun -np 3 -x A=b=c -x PATH java Hello     | --processes -n 3 --env A=b=c Hello
          mpirun -np 3 -genv A b java Hello            | --processes -n 3 --env A=b Hello
          mpirun -np 3 --wdir /w java Hello            | --processes -n 3 --wdir /w Hello
          mpirun -np 3 --tag-output java Hello         | --processes -n 3 --tag-output Hello
          mpirun -np 3 --output tag java Hello         | --processes -n 3 --tag-output Hello
          mpirun -np 3 --output-filename o java Hello  | --processes -n 3 --output o Hello
          mpirun -np 3 --timeout 60 java Hello         | --processes -n 3 --timeout 60 Hello
          mpirun -np 3 --bind-to core java Hello       | --processes -n 3 --bind core Hello
          mpirun -np 3 --jvms 1 java Hello             | -n 3 --jvms 1 Hello
          mpirun -npernode 3 java Hello                | --processes -n 3 Hello
          mpirun -npernode 3 -host a,b java Hello      | --processes --ranks-per-host 3 --hosts a,b Hello
          mpirun -np 4 -ppn 2 -hosts a,b java Hello    | --processes --ranks-per-host 2 -n 4 --hosts a,b Hello
          mpirun -pernode -H a,b java Hello            | --processes --ranks-per-host 1 --hosts a,b Hello
          mpirun -np 4 -host a,b --map-by node java A  | --processes --map-by node -n 4 --hosts a,b A
          mpirun -np 4 -host a,b -bynode java A        | --processes --map-by node -n 4 --hosts a,b A
          mpirun -host a,b --map-by ppr:2:node java A  | --processes --ranks-per-host 2 --hosts a,b A
          mpirun -np 4 -host a --oversubscribe java A  | --processes --oversubscribe -n 4 --hosts a A
          mpirun -np 4 -host a --map-by :OVERSUBSCRIBE java A | --processes --oversubscribe -n 4 --hosts a A
          mpirun -np 4 -host a,b --map-by node:oversubscribe java A | --processes --oversubscribe --map-by node -n 4 --hosts a,b A
          mpirun -np 4 -host a -iface eth1 java A      | --processes --net eth1 -n 4 --hosts a A
          mpirun -pernode java Hello                   | --processes -n 1 Hello
          mpirun -np 3 --host localhost:3 java Hello   | --processes -n 3 --hosts localhost:3 Hello
          mpirun --host localhost:2,localhost java Hi  | --processes --hosts localhost:2,localhost Hi
          mpirun --np=3 java Hello --np=4              | --processes -n 3 Hello --np=4
          mpirun --np=4 --host=a,b --map-by=node java A | --processes --map-by node -n 4 --hosts a,b A
          mpirun -np 1 java A x : -np 2 java -cp y B   | --processes -n 1 A x / -n 2 -cp y B
          """)
  void isTranslated(String line, String expected) {
    Translation translation = translate(line);
    assertThat(joined(translation)).isEqualTo(expected);
    assertThat(translation.notices()).isEmpty();
  }

  private static boolean exists(String file) {
    return !file.startsWith("/none/");
  }

  /** Scripts name the library that Ronsel replaces; what does not exist is nothing to java. */
  @Test
  void whatAClassPathNamesAndIsNotThereIsLeftOut() {
    Translation translation = translate("mpirun -np 2 java -cp x:/none/mpi.jar:lib/* A");
    assertThat(joined(translation)).isEqualTo("--processes -n 2 -cp x:lib/* A");
    assertThat(translation.notices())
        .containsExactly("mpirun: /none/mpi.jar of the class path does not exist");
    translation = translate("mpjrun.sh -np 2 -cp /none/mpj.jar A");
    assertThat(joined(translation)).isEqualTo("-n 2 -cp /none/mpj.jar:. A");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mpirun -np 2 --oversubscribe --bind-to socket --mca btl tcp,self java A | --processes -n 2 A | mpirun: ignored here: --bind-to socket, --mca btl tcp,self, --oversubscribe
          mpirun -np 2 --map-by node --map-by node java -d64 A | --processes -n 2 A | mpirun: ignored here: -d64, --map-by node
          mpjrun.sh -np 2 -src -psl 128 A | -n 2 A | mpjrun.sh: ignored here: -src, -psl 128
          mpirun java A | --processes -n 6 A | mpirun: no -np: 6 ranks, as many as cores
          mpjrun A | -n 6 A | mpjrun: no -np: 6 ranks, as many as cores
          mpirun -np 2 -host a --map-by core:OVERSUBSCRIBE java A | --processes --oversubscribe -n 2 --hosts a A | mpirun: ignored here: --map-by core
          mpirun -np 1 -x NO_SUCH java A | --processes -n 1 A | mpirun: -x NO_SUCH: there is no such variable here
          mpirun -np 1 /opt/jdk8/bin/java A | --processes -n 1 A | mpirun: the JDK of ronsel is used, not /opt/jdk8/bin/java
          """)
  void whatIsIgnoredIsSaidInOneLine(String line, String expected, String notice) {
    Translation translation = translate(line);
    assertThat(joined(translation)).isEqualTo(expected);
    assertThat(translation.notices()).containsExactly(notice);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          mpirun -np 2 --oversubcribe java A      | unknown option --oversubcribe; the nearest is --oversubscribe
          mpirun -np 2 -jvms 2 java A             | unknown option -jvms; the nearest is --jvms
          mpirun -np 2 --zzzzzz java A            | unknown option --zzzzzz
          mpirun -np 2 -Xmx1g java A              | unknown option -Xmx1g
          mpirun -np 2 java -classpth x A         | unknown option -classpth of java; the nearest is -classpath
          mpirun -np 2 java -version              | -version is not understood here
          mpirun -np 2 java @options A            | @options: files of arguments
          mpirun -np 2                            | what is to be run? Give java and its arguments: mpirun -np N java Main
          mpirun -np 2 java                       | what is to be run? java names no program
          mpirun -np 2 java A :                   | what is to be run?
          mpirun -np 2 hostname                   | 'hostname' is not java
          mpirun -np                              | -np needs a value
          mpirun --mca btl                        | --mca needs a value
          mpirun --hostfile no/file java A        | --hostfile no/file: no such file
          mpirun --app file                       | --app is not understood here
          mpjrun.sh -np 2 -dev nio A              | -dev nio: no such device
          mpjrun.sh -np 2 -dev nidev A            | the nearest is niodev
          mpjrun.sh -np 2 -machinesfil x A        | unknown option -machinesfil; the nearest is -machinesfile
          mpjrun.sh -np 2 -debug x A              | -debug: 'x' is not a whole number
          mpirun -np x java A                     | -np: 'x' is not a whole number
          mpirun -np 0 java A                     | -np 0: a job needs at least 1 rank
          fmpjrun -np 2 -clas A                   | unknown option -clas; the nearest is -class
          fmpjrun -np 2 -class                    | -class needs a value
          mpjrun -np 2 -class --help              | -class --help: give the name of a class
          """)
  void isRejected(String line, String why) {
    assertThatThrownBy(() -> translate(line))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aMachineFileIsHandedOn() throws IOException {
    Path file =
        Files.writeString(folder.resolve("hosts"), "localhost\n\n# none\nlocalhost slots=3\n");
    for (String launcher : List.of("mpjrun -machinesfile", "fmpjrun -machinefile")) {
      assertThat(joined(translate(launcher + " " + file + " -np 2 -dev smpdev A")))
          .isEqualTo("--hostfile " + file + " -n 2 A");
    }
    assertThat(joined(translate("mpirun --hostfile " + file + " java A")))
        .as("without a number of ranks the slots are filled")
        .isEqualTo("--processes --hostfile " + file + " A");
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void helpNamesTheOptions(String name) {
    Dialect dialect = Dialect.of(name);
    for (String word : List.of("-h", "--help")) {
      assertThat(
              dialect
                  .translate(List.of("-np", "2", word), OWN, CORES, false, DialectTest::exists)
                  .isHelp())
          .isTrue();
    }
    assertThat(dialect.help())
        .contains(name, "-np", "machinefile")
        .doesNotContainPattern("\\s--?oversubscribe .*--oversubscribe");
    assertThat(dialect.help().lines()).allMatch(line -> line.length() <= 100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "ronsel", "mpj", "srun"})
  void otherNamesAreNoLaunchers(String name) {
    assertThat(Dialect.of(name)).isNull();
  }

  /** Hosts and ranks of an allocation are not the command line's to say. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mpirun java A                                | --processes A
          mpirun -np 3 java A                          | --processes -n 3 A
          mpirun -npernode 2 --oversubscribe java A    | --processes --oversubscribe --ranks-per-host 2 A
          mpjrun.sh A                                  | A
          fmpjrun -class A                             | --processes A
          mpirun --launcher local -npernode 2 java A   | --processes -n 2 --launcher local A
          mpirun --launcher=local -npernode 2 java A   | --processes -n 2 --launcher=local A
          mpirun -host a java A                        | --processes --hosts a A
          """)
  void anAllocationSaysWhatIsLeftOut(String line, String expected) {
    List<String> words = List.of(line.split(" "));
    Translation translation =
        Dialect.of(words.getFirst())
            .translate(words.subList(1, words.size()), OWN, CORES, true, DialectTest::exists);
    assertThat(joined(translation)).isEqualTo(expected);
    assertThat(translation.notices()).isEmpty();
  }

  private static Translation translate(String line) {
    List<String> words = List.of(line.split(" +"));
    return Dialect.of(words.getFirst())
        .translate(words.subList(1, words.size()), OWN, CORES, false, DialectTest::exists);
  }

  private static String joined(Translation translation) {
    return translation.parts().stream()
        .map(part -> String.join(" ", part))
        .collect(Collectors.joining(" / "));
  }
}
