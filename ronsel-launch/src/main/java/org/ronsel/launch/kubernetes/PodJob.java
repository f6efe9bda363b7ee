package org.ronsel.launch.kubernetes;

import java.util.List;

/**
 * A job that is to run in pods.
 *
 * @param name of the job, and of all objects that belong to it
 * @param namespace empty for the one that kubectl uses
 * @param image of the containers
 * @param ranks number of ranks, which are dealt to the pods evenly
 * @param pods number of pods, each with one JVM
 * @param cpus of each pod, empty for no limit
 * @param memory of each pod, empty for no limit
 * @param user numeric id of the user that the containers run as
 * @param core path of ronsel-core.jar in the image
 * @param jvmOptions of the JVMs
 * @param program words behind the main class of Ronsel: the program and its arguments
 */
public record PodJob(
    String name,
    String namespace,
    String image,
    int ranks,
    int pods,
    String cpus,
    String memory,
    int user,
    String core,
    List<String> jvmOptions,
    List<String> program) {
  /** The most pods that an Indexed Job may have. */
  public static final int MOST_PODS = 100_000;

  private static final int LABEL = 63;

  /** Copies the lists. */
  public PodJob {
    jvmOptions = List.copyOf(jvmOptions);
    program = List.copyOf(program);
  }

  /**
   * Checks for values that Kubernetes would refuse, or never start.
   *
   * @throws IllegalArgumentException with a message that says what is wrong and what is right
   */
  public void check() {
    require(
        !image.isBlank(), "--image is empty; it names the image with Java, Ronsel and the program");
    require(
        image.matches("[A-Za-z0-9][A-Za-z0-9._:/@-]*"),
        "--image " + image + " is no name of an image, such as registry.example.org/pi:1");
    require(ranks >= 1, "-n " + ranks + ": a job has at least one rank");
    require(
        pods >= 1 && pods <= MOST_PODS,
        "--pods " + pods + ": there are at least 1 and at most " + MOST_PODS);
    require(pods <= ranks, "--pods " + pods + " are more than the " + ranks + " ranks");
    // A service's name begins with a letter (RFC 1035), and that of a pod ends with its number.
    require(
        name.matches("[a-z]([a-z0-9-]*[a-z0-9])?"),
        "--name "
            + name
            + " has to begin with a lower-case letter, go on with these, digits and '-', and not"
            + " end with '-' (RFC 1123)");
    String last = name + "-" + (pods - 1);
    require(
        last.length() <= LABEL,
        "--name " + name + " is too long: the host name of a pod, " + last + ", has at most 63");
    require(
        namespace.isEmpty()
            || namespace.length() <= LABEL && namespace.matches("[a-z0-9]([a-z0-9-]*[a-z0-9])?"),
        "--namespace "
            + namespace
            + " has to be up to 63 lower-case letters, digits and '-', which do not begin or end"
            + " with '-' (RFC 1123)");
    quantity("--cpus", cpus, "\\d+(\\.\\d+)?|\\d+m", "a number of processors such as 2 or 500m");
    quantity(
        "--memory",
        memory,
        "\\d+(\\.\\d+)?([KMGTPE]i|[kMGTPE])?",
        "an amount such as 4Gi or 512Mi");
    require(user >= 0, "--user " + user + " is no id of a user");
    require(core.startsWith("/"), "--ronsel-core " + core + " is no absolute path in the image");
  }

  private static void quantity(String option, String value, String form, String wanted) {
    require(
        value.isEmpty() || value.matches(form) && value.matches(".*[1-9].*"),
        option + " " + value + " is not " + wanted);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
