package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.run.RunCommandLine;
import org.ronsel.launch.spi.UsageException;

/** Command lines that cannot be carried out: one line says what is wrong and what to do. */
class BadCommandLineTest {
  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(folder.resolve("Good.java"), "void main() {}");
    Files.writeString(folder.resolve("broken.jar"), "no jar");
    Files.writeString(folder.resolve("Some.class"), "no class");
    Files.writeString(folder.resolve("x\\y"), "");
    new JarOutputStream(Files.newOutputStream(folder.resolve("plain.jar"))).close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          @/Good.java                                | how many ranks? Give -n N
          -n 0 @/Good.java                           | -n 0: a job needs at least 1 rank
          -n -3 @/Good.java                          | -n -3: a job needs at least 1 rank
          -n many @/Good.java                        | -n: 'many' is not a whole number
          -np many @/Good.java                       | -np: 'many' is not a whole number
          -np 0 @/Good.java                          | -np 0: a job needs at least 1 rank
          -n 99999999999 @/Good.java                 | '99999999999' is not a whole number
          -n 2                                       | what is to be run?
          -n 2 --algorithm ring @/Good.java          | give OPERATION=ALGORITHM, such as allReduce=ring
          -n 2 --algorithm sum=ring @/Good.java      | the operations are barrier, broadcast
          -n 2 --algorithm allReduce=x @/Good.java   | no such algorithm; ronsel tune --list allReduce
          -n 2 --algorithm scan=linear,scan=linear @/Good.java | the operation is given twice
          -n 2 --collectives @/none.table @/Good.java | cannot be read: there is no such file
          -n 2 --collectives @/Good.java @/Good.java | @/Good.java:1: the first line must be
          -n 2 @/None.java                           | no such file: @/None.java
          -n 2 @/none.jar                            | no such file: @/none.jar
          -n 2 @/dir.java                            | is a directory
          -n 2 @/broken.jar                          | cannot be read as a jar
          -n 2 @/plain.jar                           | names no Main-Class in its manifest
          -n 2 @/Some.class                          | is a class file: give --class-path
          -n 2 @/None.class                          | no such file: @/None.class
          -n 2 @/folder                              | @/folder is a directory, not a program
          -n 2 @/notes.txt                           | is no program: give a .java file, the name of a class, or a .jar
          -n 2 --output= @/Good.java                 | --output needs a value that is not empty: DIR
          -n 2 --trace= @/Good.java                  | --trace needs a value that is not empty: FILE
          -n 2 no.such.Class                         | class no.such.Class is not on the class path
          -n 2 -cp @/none no.such.Class              | --class-path names @/none, which does not exist
          -n 2 -m some/Main                          | needs --module-path
          -n 2 -p @/folder @/Good.java               | -p is for a program that -m names: give -m MODULE/CLASS, or its jars on --class-path
          -n 2 --module-path @ -jar @/plain.jar      | --module-path is for a program that -m names
          -n 2 -cp @ -p @ -m some/Main               | -cp is not for a program that -m names: what it needs is on --module-path
          -n 2 --file / @/Good.java                  | --file /: it has no name by which ranks could find it: give what is in it
          -n 2 --file @/none @/Good.java             | --file @/none: no such file
          -n 2 --file @/x\\y @/Good.java             | --file @/x\\y: its name has a backslash or a control character: give it another one
          -n 2 --net eth77 @/Good.java               | --net eth77: there is no such interface; there is
          -n 2 --net 10.0.0.0/33 @/Good.java         | --net 10.0.0.0/33: give a subnet such as 10.0.0.0/8
          -n 2 --jvms 3 @/Good.java                  | --jvms 3 is more than the 2 ranks of -n
          -n 2 --jvms 0 @/Good.java                  | --jvms 0: a job needs at least 1 JVM
          -n 2 --ranks-per-jvm 0 @/Good.java         | --ranks-per-jvm 0
          -n 2 --jvms 2 --processes @/Good.java      | give only one of --processes
          -n 2 --no-such-option @/Good.java          | unknown option --no-such-option
          -n 2 --tag-ouput @/Good.java               | unknown option --tag-ouput; the nearest is --tag-output
          -n 2 --processes=yes @/Good.java           | --processes takes no value
          -x @/Good.java                             | unknown option -x
          -n 2 --jvms                                | --jvms needs a value: --jvms J
          -n 2 -n 3 @/Good.java                      | -n is given twice
          -n 2 --ranks-as fibres @/Good.java         | --ranks-as fibres: the choices are
          -n 2 --bind chair @/Good.java              | --bind chair: the choices are
          -n 2 --timeout soon @/Good.java            | 'soon' is not a duration
          -n 2 --timeout 999999999h @/Good.java      | --timeout: '999999999h' is longer than 876000h
          -n 2 --stall 999999999m @/Good.java        | --stall: '999999999m' is longer than 876000h
          -n 2 --env NAME @/Good.java                | --env NAME: give NAME=VALUE
          -n 2 --wdir @/none @/Good.java             | --wdir @/none: no such directory
          -n 2 --output @/Good.java @/Good.java      | --output @/Good.java: cannot be made a directory: @/Good.java: there is a file of this name
          -n 2 --trace @/none/t @/Good.java          | --trace @/none/t: cannot be written: its folder does not exist
          -n 2 --trace @ @/Good.java                 | --trace @: cannot be written: it is a folder
          -n 2 -J foo @/Good.java                    | -Jfoo: an option of JVMs begins with -
          -n 2 -J--enable-preview -Jfoo @/Good.java  | -Jfoo: an option of JVMs begins with -
          @/Good.java -n 2                           | how many ranks? Give -n N, before the program
          -n 2 --map-by numa --bind none @/Good.java | leave out --bind none
          -n 2 --progress-thread --progress-threads 0 @/Good.java | leave out --progress-thread
          -n 2 -J-version @/Good.java                | -J-version: with this option a JVM runs no ranks
          -n 2 -J-ea -Jfoo @/Good.java               | -Jfoo: an option of JVMs begins with -
          -n 2 --debug 2 @/Good.java                 | --debug 2: the ranks of this job are 0 to 1
          -n 2 --debug x @/Good.java                 | --debug: 'x' is not a whole number
          -n 2 --debug 0:99999999 @/Good.java        | --debug: 99999999 is not a port; give 1 to 65535
          -n 2 --debug 0:-1 @/Good.java              | --debug: -1 is not a port
          -n 2000000000 @/Good.java                  | 2000000000 ranks in 1 JVM need about 178.8 TiB
          -n 2000000000 --processes @/Good.java      | or more of them in a JVM (--ranks-per-jvm), or --force it
          -n 2000000000 @/Good.java : -n 2000000000 @/Good.java | the programs have more than 2147483647 ranks
          -n 2 --hosts a.invalid,,b @/Good.java      | --hosts a.invalid,,b: there is an empty name between the commas
          -n 2 --hosts -x @/Good.java                | --hosts -x: '-x' is not the name of a host
          -n 2 --hosts a.invalid:x @/Good.java       | 'a.invalid:x': the number of slots is 1 to 1000000
          -n 2 --hosts localhost --hostfile @/Good.java @/Good.java | give only one of --hosts and --hostfile
          -n 2 --hostfile @/none @/Good.java         | --hostfile @/none: no such file
          -n 2 --hostfile @/Good.java @/Good.java    | --hostfile @/Good.java:1: 'main()' is not understood
          -n 2 --machinefile @/broken.jar @/Good.java | --machinefile @/broken.jar:1: 'jar' is not understood
          -n 3 --hosts a.invalid:1,b.invalid:1 @/Good.java | 3 ranks are more than the 2 slots of the hosts (--hosts a.invalid:1,b.invalid:1): run fewer
          -n 3 --hosts localhost:2 @/Good.java       | 3 ranks are more than the 2 slots
          -n 2 --hosts localhost,127.0.0.1 @/Good.java | localhost and 127.0.0.1
          -n 2 --hosts a.invalid --launcher local @/Good.java | --launcher local: host a.invalid is not this one
          -n 2 --hosts a.invalid --launcher rsh @/Good.java | --launcher rsh: the choices are auto, local, ssh
          -n 2 --launcher ssh @/Good.java            | --launcher ssh needs hosts
          -n 2 --map-by node @/Good.java             | --map-by needs hosts: --hosts node1,node2 or --hostfile FILE
          -n 2 --oversubscribe @/Good.java           | --oversubscribe needs hosts
          -n 2 --hosts a.invalid --map-by core @/Good.java | --map-by core: the choices are slot, node, numa
          -n 2 --map-by numa --bind core @/Good.java | --map-by numa binds each rank to the cores of a memory node
          -n 2 --hosts a.invalid --ranks-per-host 0 @/Good.java | --ranks-per-host 0: a host needs at least 1 rank
          -n 2 --hosts a.invalid --jvms-per-host 0 @/Good.java | --jvms-per-host 0: a host needs at least 1 JVM
          -n 2 --hosts a.invalid --jvms-per-host 1 --processes @/Good.java | give only one of --processes, --jvms
          -n 2 --hosts a.invalid --net 10.0.0.0/33 @/Good.java | --net 10.0.0.0/33: give a subnet such as 10.0.0.0/8
          -n 2 --hosts a.invalid --ssh ssh' @/Good.java  | --ssh: a quote is not closed: ssh'
          -n 2 --hosts localhost --net eth77 @/Good.java | --net eth77: there is no such interface; there is
          -n 2 --connections 17 @/Good.java          | --connections 17: give 1 to 16 of them
          -n 2 --connections few @/Good.java         | --connections: 'few' is not a whole number
          -n 2 --ports 20000 @/Good.java             | --ports 20000: give the first and the last of them
          -n 2 --ports 9-1 @/Good.java               | --ports 9-1: give the first
          -n 1 @/Good.java : @/Good.java             | ':' begins a further program, so give its number of ranks behind it: -n N PROGRAM.
          -n 1 @/Good.java x :                       | Where ':' is an argument of the program, put -- before the program
          -n 1 @/Good.java : -n 0 @/Good.java        | -n 0: a job needs at least 1 rank
          -n 1 @/Good.java : -n 1 --mpj-args @/Good.java | --mpj-args concerns the whole job
          -n 2 -J-Dronsel.eager.limit=abc @/Good.java | -J-Dronsel.eager.limit has to be a number of bytes
          -n 2 -J-Dronsel.eager.limt=8K @/Good.java  | -J-Dronsel.eager.limt sets nothing; there is ronsel.eager.limit,
          -n 2 -J-Dronsel.check @/Good.java          | -J-Dronsel.check has to be true or false, not ""
          -n 2 -J-Dronsel.futexes=on @/Good.java      | -J-Dronsel.futexes sets nothing; the nearest is ronsel.futex
          -n 2 -J-Dronsel.tcp.ports=x @/Good.java    | -J-Dronsel.tcp.ports has to be a port or a range of ports, such as 20000-20100, not "x"
          -n 2 -J-Dronsel.tcp.ports=9-1 @/Good.java  | -J-Dronsel.tcp.ports has to be a port or a range of ports
          -n 2 -J-Dronsel.net=10.0.0.0/33 @/Good.java | -J-Dronsel.net has to be an interface, a subnet such as 10.0.0.0/8, or an address, not
          -n 2 -machinfile=h @/Good.java             | unknown option -machinfile=h; the nearest is --machinefile
          -n 2 -machinefile=@/none @/Good.java       | -machinefile @/none: no such file
          -n 2 -mca x y @/Good.java                  | unknown option -mca
          -n 2 -path @/Good.java                     | unknown option -path
          -nolocal @/Good.java                       | unknown option -nolocal
          -n 1 @/Good.java : -n 1 --timeout 1s @/Good.java | --timeout concerns the whole job
          """)
  void isRejected(String arguments, String why) throws IOException {
    Files.createDirectories(folder.resolve("dir.java"));
    Files.createDirectories(folder.resolve("folder"));
    Files.writeString(folder.resolve("notes.txt"), "");
    String where = folder.toString();
    List<String> words =
        List.of(arguments.strip().split(" +")).stream().map(w -> w.replace("@", where)).toList();
    assertThatThrownBy(() -> RunCommandLine.read(words))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why.replace("@", where))
        .message()
        .doesNotContain("\n");
  }

  @Test
  void theStatusIsTwoAndOneLineIsPrinted() throws Exception {
    Job.Result result = Job.run("run", "-n", 0, Job.program("Who"));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).startsWith("ronsel run: -n 0: ");
  }

  @Test
  void aPortThatIsTakenIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      List<String> words =
          List.of("-n", "1", "--debug", "0:" + port, folder.resolve("Good.java").toString());
      assertThatThrownBy(() -> RunCommandLine.read(words))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("--debug: nothing can listen on port " + port + ": ");
    }
  }

  @Test
  void anUnknownCommandIsNamed() throws Exception {
    Job.Result result = Job.run("walk");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo("ronsel: unknown command walk (ronsel --help shows the commands and options)\n");
  }

  @ParameterizedTest
  @CsvSource({"ru, run", "instal, install", "mpirunn, mpirun"})
  void theCommandThatIsNearAnUnknownOneIsNamed(String unknown, String near) throws Exception {
    Job.Result result = Job.run(unknown, "--help");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .startsWith("ronsel: unknown command " + unknown + "; the nearest is " + near + " (");
  }

  @Test
  void aCommandThatIsNotForUsersIsNeverTheNearest() throws Exception {
    assertThat(Job.run("aut").err()).startsWith("ronsel: unknown command aut (");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "install --help"})
  void whatWorksInACheckoutAloneIsNamedThereAlone(String words) throws Exception {
    Object[] arguments = words.split(" ");
    Path checkout = Files.createDirectories(folder.resolve("checkout/target/dist"));
    Files.createFile(folder.resolve("checkout/pom.xml"));
    assertThat(Job.runWithOptions(List.of("-Dronsel.home=" + checkout), arguments).out())
        .contains("In a checkout");
    Path installed = Files.createDirectories(folder.resolve("installed"));
    assertThat(Job.runWithOptions(List.of("-Dronsel.home=" + installed), arguments).out())
        .contains("ronsel ")
        .doesNotContain("In a checkout");
  }

  @Test
  void aProgramWithoutANameIsAsked() {
    assertThatThrownBy(() -> RunCommandLine.read(List.of("-n", "2", "")))
        .hasMessageStartingWith("what is to be run?");
  }

  /** Of other than regular files and the terminal nobody can say whether somebody reads them. */
  @ParameterizedTest
  @ValueSource(strings = {"info", "--help", "run --help", "k8s --image x -n 2 x.jar"})
  @EnabledOnOs(OS.LINUX)
  void whatCannotBePrintedIsTold(String words) throws Exception {
    Job.Result result =
        Job.runBy(List.of("sh", "-c", "exec \"$@\" >/dev/full", "sh"), List.of(words.split(" ")));
    assertThat(result.err())
        .isEqualTo("ronsel: standard output cannot be written, and is not complete\n");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void whoDoesNotReadAllIsNotToldOfIt() throws Exception {
    Job.Result result = Job.runBy(List.of("sh", "-c", "\"$@\" | true", "sh"), "run", "--help");
    assertThat(result.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run -n 1 @", "install --tree @", "run -n 1 --trace @ x.java"})
  @EnabledOnOs(OS.LINUX)
  void aNameThatTheLocaleDoesNotHaveIsRefused(String words) throws Exception {
    // 0xE9 is no character in the locale C; the shell writes it, since this JVM might not.
    String script =
        "name=$(printf 'caf\\351.java'); for w do shift; [ \"$w\" != @ ] || w=$name;"
            + " set -- \"$@\" \"$w\"; done; LC_ALL=C exec \"$@\"";
    Job.Result result = Job.runBy(List.of("sh", "-c", script, "sh"), List.of(words.split(" ")));
    assertThat(result.err())
        .hasLineCount(1)
        .contains("has characters that the locale of this process does not have")
        .contains("set LC_ALL=C.UTF-8");
    assertThat(result.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--version", "-V", "run --version", "info -V", "mpirun --version", "mpjrun -V"})
  void theVersionIsOneLine(String words) throws Exception {
    Job.Result result = Job.run(List.of(words.split(" ")));
    assertThat(result.status()).isZero();
    assertThat(result.out()).matches("ronsel \\d+\\.\\d\\S* \\(Java \\S+\\)\\R");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void aFileThatMayNotBeReadIsNamed() throws IOException {
    Path secret = Files.writeString(folder.resolve("Secret.java"), "void main() {}");
    boolean hidden = secret.toFile().setReadable(false) && !Files.isReadable(secret);
    // The superuser may read everything.
    assumeTrue(hidden);
    assertThatThrownBy(() -> RunCommandLine.read(List.of("-n", "1", secret.toString())))
        .hasMessageContaining("cannot be read");
  }

  @ParameterizedTest
  @CsvSource({"class Program {}, has no main method", "class Program { int main; }, has no main"})
  void aProgramWithoutMainIsNamedByTheRank(String source, String why) throws Exception {
    Path file = Files.writeString(folder.resolve("Program.java"), source);
    Job.Result result = Job.run("run", "-n", 2, file);
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).contains("class Program " + why).containsPattern("rank [01]");
  }

  @Test
  void aModuleThatIsMissingIsNamed() throws Exception {
    Job.Result result = Job.run("run", "-n", 2, "-p", folder.resolve("dir"), "-m", "absent/Main");
    assertThat(result.status()).isEqualTo(2);
    Files.createDirectories(folder.resolve("dir"));
    result = Job.run("run", "-n", 2, "-p", folder.resolve("dir"), "-m", "absent/Main");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).contains("Module absent not found");
  }

  @Test
  void whoIsWrongAboutACommandIsSentToItsHelp() throws Exception {
    Job.Result result = Job.run("k8s");
    assertThat(result.err())
        .hasLineCount(1)
        .startsWith("ronsel k8s: Missing required options")
        .endsWith("(ronsel k8s --help shows the options)\n");
    assertThat(result.status()).isEqualTo(2);
  }
}
