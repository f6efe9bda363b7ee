package org.ronsel.launch.kubernetes;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.run.JvmSettings;
import org.ronsel.launch.spi.AddedCommand;
import org.ronsel.launch.spi.JvmOptions;
import org.ronsel.launch.spi.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ronsel k8s}: prints the objects of a job in Kubernetes. */
@Command(
    name = "k8s",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Print a manifest that runs a program in pods of Kubernetes.",
    customSynopsis = {
      "ronsel k8s --image IMAGE -n RANKS [OPTION...] -cp PATH CLASS [ARGUMENT...]",
      "       ronsel k8s --image IMAGE -n RANKS [OPTION...] FILE.jar [ARGUMENT...]"
    },
    description = {
      "%nNothing is started: 'ronsel k8s ... | kubectl apply -f -' does that. Keep the"
          + " output to yourself: it contains the secret of the job. Paths are those in the"
          + " image.%n"
    })
public final class KubernetesCommand extends AddedCommand {
  private static final int SECRET_BYTES = 32;

  @Option(
      names = "--image",
      required = true,
      paramLabel = "IMAGE",
      description = "The image with Java, ronsel-core.jar and the program.")
  private String image = "";

  @Option(
      names = {"-n", "--ranks"},
      required = true,
      paramLabel = "RANKS",
      description = "Number of ranks.")
  private int ranks;

  @Option(
      names = "--pods",
      paramLabel = "N",
      description =
          "Number of pods, to which the ranks are dealt evenly (default: one for each rank).")
  private @Nullable Integer pods;

  @Option(
      names = "--ranks-per-pod",
      paramLabel = "K",
      description = "At most this many ranks in a pod, as threads of its JVM.")
  private @Nullable Integer ranksPerPod;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "Name of the job and of all objects that belong to it (default: ${DEFAULT-VALUE}).")
  private String name = "ronsel";

  @Option(names = "--namespace", paramLabel = "NS", description = "Namespace of all these objects.")
  private String namespace = "";

  @Option(
      names = "--cpus",
      paramLabel = "CPUS",
      description = "Processors of each pod, such as 2 or 500m.")
  private String cpus = "";

  @Option(
      names = "--memory",
      paramLabel = "AMOUNT",
      description = "Memory of each pod, such as 4Gi; the heap gets three quarters of it.")
  private String memory = "";

  @Option(
      names = "--user",
      paramLabel = "UID",
      description = "Numeric id of the user to run as (default: ${DEFAULT-VALUE}).")
  private int user = 1000;

  @Option(
      names = "--ronsel-core",
      paramLabel = "PATH",
      description = "Where ronsel-core.jar is in the image (default: ${DEFAULT-VALUE}).")
  private String core = "/opt/ronsel/ronsel-core.jar";

  @Mixin private JvmOptions jvm = new JvmOptions();

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "Class path of the program, in the image.")
  private String classPath = "";

  @Parameters(
      arity = "1..*",
      paramLabel = "PROGRAM",
      description = "A class or a .jar file in the image, and its arguments.")
  private List<String> program = new ArrayList<>();

  @Override
  public Integer call() {
    PodJob job;
    try {
      job =
          new PodJob(
              name,
              namespace,
              image,
              ranks,
              podCount(),
              cpus,
              memory,
              user,
              core,
              JvmSettings.checked(jvm.options()),
              words());
      job.check();
    } catch (IllegalArgumentException | UsageException e) {
      err().println("ronsel k8s: " + e.getMessage() + " (ronsel k8s --help shows the options)");
      return 2;
    }
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    out().print(PodManifest.text(job, secret));
    out().flush();
    return 0;
  }

  private int podCount() {
    if (pods != null && ranksPerPod != null) {
      throw new IllegalArgumentException("--pods and --ranks-per-pod: give one of them");
    }
    if (ranksPerPod != null && ranksPerPod < 1) {
      throw new IllegalArgumentException("--ranks-per-pod " + ranksPerPod + ": it is at least 1");
    }
    if (pods != null) {
      return pods;
    }
    return ranksPerPod == null ? ranks : Math.max(1, Math.ceilDiv(ranks, ranksPerPod));
  }

  private List<String> words() {
    String first = program.getFirst();
    List<String> words = new ArrayList<>();
    if (first.endsWith(".java")) {
      throw new IllegalArgumentException(
          first + " is a source file: compile it, and put the classes into the image");
    }
    if (first.endsWith(".jar")) {
      if (!classPath.isEmpty()) {
        throw new IllegalArgumentException("-cp and " + first + ": give a class, or the jar alone");
      }
      words.add("-jar");
    } else if (classPath.isEmpty()) {
      throw new IllegalArgumentException("the class " + first + " needs -cp, a path in the image");
    } else {
      words.addAll(List.of("-cp", classPath));
    }
    words.addAll(program);
    return words;
  }
}
