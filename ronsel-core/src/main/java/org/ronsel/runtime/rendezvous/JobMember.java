package org.ronsel.runtime.rendezvous;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.control.Hmac;

/**
 * The description of a job and this JVM in the environment.
 *
 * @param wireUp how the JVMs meet
 * @param jvm which of them this one is
 * @param jvms how many there are
 * @param ranks how many ranks the job has, which are dealt to the JVMs evenly
 * @param job identifies the job
 * @param secretFile the file with its secret, empty if none is named
 * @param listen the address to listen on, empty for all of this host
 * @param kubernetes whether Kubernetes has numbered this JVM
 */
record JobMember(
    String wireUp,
    int jvm,
    int jvms,
    int ranks,
    String job,
    String secretFile,
    String listen,
    boolean kubernetes) {
  static final int MOST_RANKS = 1 << 24;

  private static final String FILE = "file:";
  private static final String RANK = "RONSEL_RANK";
  private static final String INDEX = "JOB_COMPLETION_INDEX";
  private static final String SIZE = "RONSEL_SIZE";
  private static final String JVMS = "RONSEL_JVMS";
  private static final String JOB = "RONSEL_JOB";
  private static final String SECRET = "RONSEL_SECRET_FILE";

  /** A secret that is shorter than this can be guessed. */
  private static final int LEAST_SECRET_BYTES = 16;

  private static final int MOST_SECRET_BYTES = 4096;
  private static final int SHOWN = 80;

  /** The member that these variables describe, or null if there is none. */
  static @Nullable JobMember of(Map<String, String> variables) throws RendezvousException {
    String wireUp = variables.get(Rendezvous.VARIABLE);
    if (wireUp == null) {
      return null;
    }
    if (!wireUp.startsWith(HostTemplate.SCHEME)
        && (!wireUp.startsWith(FILE) || wireUp.length() == FILE.length())) {
      throw new RendezvousException(
          shown(Rendezvous.VARIABLE, wireUp)
              + " is neither file:DIRECTORY nor dns:NAME-{}.DOMAIN:PORT");
    }
    UnaryOperator<String> get = name -> variables.getOrDefault(name, "");
    int ranks = number(SIZE, required(SIZE, variables), 1, MOST_RANKS);
    int jvms = get.apply(JVMS).isEmpty() ? ranks : number(JVMS, get.apply(JVMS), 1, ranks);
    boolean kubernetes = get.apply(RANK).isEmpty() && !get.apply(INDEX).isEmpty();
    String which = kubernetes ? INDEX : RANK;
    int jvm = number(which, required(which, variables), 0, jvms - 1);
    String job = required(JOB, variables);
    if (!job.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,200}")) {
      throw new RendezvousException(
          shown(JOB, job) + " has to be letters, digits and any of '.', '_', '-'");
    }
    return new JobMember(
        wireUp, jvm, jvms, ranks, job, get.apply(SECRET), get.apply("RONSEL_LISTEN"), kubernetes);
  }

  private static String required(String name, Map<String, String> variables)
      throws RendezvousException {
    String value = variables.getOrDefault(name, "");
    if (value.isEmpty()) {
      throw new RendezvousException(
          "there is no variable "
              + name
              + ", which has to be set where "
              + Rendezvous.VARIABLE
              + " is");
    }
    return value;
  }

  private static int number(String name, String value, int least, int most)
      throws RendezvousException {
    int number = parsed(value);
    if (number < least || number > most) {
      throw new RendezvousException(
          shown(name, value) + " is no number from " + least + " to " + most);
    }
    return number;
  }

  /** A number, or -1. */
  static int parsed(String number) {
    try {
      return Integer.parseInt(number);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** A variable as messages show it. */
  static String shown(String name, String value) {
    String printable = value.replaceAll("\\p{Cntrl}", "?");
    return name
        + "="
        + (printable.length() > SHOWN ? printable.substring(0, SHOWN) + "..." : printable);
  }

  /** The directory in which the JVMs meet, or null if they do so over the network. */
  @Nullable String directory() {
    return wireUp.startsWith(FILE) ? wireUp.substring(FILE.length()) : null;
  }

  /** The secret of the job, made of that in the file. */
  byte[] secret() throws RendezvousException {
    if (secretFile.isEmpty()) {
      throw new RendezvousException(
          "there is no variable " + SECRET + ", the file with the secret of the job");
    }
    byte[] content;
    try (var in = Files.newInputStream(Path.of(secretFile))) {
      content = in.readNBytes(MOST_SECRET_BYTES);
    } catch (IOException | RuntimeException e) {
      RendezvousException unreadable =
          new RendezvousException(shown(SECRET, secretFile) + " cannot be read: " + e);
      unreadable.initCause(e);
      throw unreadable;
    }
    if (content.length < LEAST_SECRET_BYTES) {
      throw new RendezvousException(
          shown(SECRET, secretFile)
              + " has "
              + content.length
              + " bytes; a secret has at least "
              + LEAST_SECRET_BYTES);
    }
    return Hmac.sha256(content, ("ronsel job " + job).getBytes(StandardCharsets.UTF_8));
  }

  /** Names JVMs in messages. */
  String name(int ofJvm) {
    return (jvms == ranks ? "rank " : "JVM ") + ofJvm;
  }
}
