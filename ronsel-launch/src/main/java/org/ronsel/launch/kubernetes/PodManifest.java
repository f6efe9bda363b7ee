package org.ronsel.launch.kubernetes;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects of Kubernetes that make a job: a Secret that the JVMs prove to each other, a headless
 * Service that gives each pod a host name, and an Indexed Job that numbers the pods.
 */
public final class PodManifest {
  /** The port on which the JVMs meet. */
  static final int PORT = 7117;

  /** Seconds that all pods may take to start, images and nodes included. */
  static final int START_S = 600;

  private static final String ENTRY = "org.ronsel.runtime.ManagedJvm";
  private static final String SECRET_FOLDER = "/var/run/secrets/ronsel";
  private static final String SECRET_FILE = "secret";

  /** Permission of the owner to read, in the decimal form of the schema. */
  private static final int OWNER_READS = 0400;

  private PodManifest() {}

  /**
   * The objects, in the order in which they are to be created.
   *
   * @param secret random bytes of this job alone
   */
  public static List<Map<String, Object>> of(PodJob job, byte[] secret) {
    return List.of(secret(job, secret), service(job), job(job));
  }

  /** The objects as YAML. */
  public static String text(PodJob job, byte[] secret) {
    return YamlText.of(of(job, secret));
  }

  private static Map<String, Object> secret(PodJob job, byte[] secret) {
    return map(
        "apiVersion",
        "v1",
        "kind",
        "Secret",
        "metadata",
        metadata(job),
        "type",
        "Opaque",
        "immutable",
        true,
        "data",
        map(SECRET_FILE, Base64.getEncoder().encodeToString(secret)));
  }

  private static Map<String, Object> service(PodJob job) {
    return map(
        "apiVersion",
        "v1",
        "kind",
        "Service",
        "metadata",
        metadata(job),
        "spec",
        map(
            "clusterIP",
            "None",
            "publishNotReadyAddresses",
            true,
            "selector",
            labels(job),
            "ports",
            List.of(map("name", "meeting", "port", PORT))));
  }

  private static Map<String, Object> job(PodJob job) {
    return map(
        "apiVersion",
        "batch/v1",
        "kind",
        "Job",
        "metadata",
        metadata(job),
        "spec",
        map(
            "completionMode", "Indexed",
            "completions", job.pods(),
            "parallelism", job.pods(),
            "backoffLimit", 0,
            "template", map("metadata", map("labels", labels(job)), "spec", pod(job))));
  }

  private static Map<String, Object> pod(PodJob job) {
    return map(
        "restartPolicy", "Never",
        "subdomain", job.name(),
        "automountServiceAccountToken", false,
        "enableServiceLinks", false,
        "securityContext",
            map(
                "runAsNonRoot", job.user() != 0,
                "runAsUser", job.user(),
                "fsGroup", job.user(),
                "seccompProfile", map("type", "RuntimeDefault")),
        "containers", List.of(container(job)),
        "volumes",
            List.of(
                map(
                    "name",
                    "job-secret",
                    "secret",
                    map("secretName", job.name(), "defaultMode", OWNER_READS))));
  }

  private static Map<String, Object> container(PodJob job) {
    Map<String, Object> container =
        map(
            "name", "ranks",
            "image", job.image(),
            "command", command(job),
            "env", environment(job),
            "ports", List.of(map("name", "meeting", "containerPort", PORT)));
    Map<String, Object> limits = new LinkedHashMap<>();
    if (!job.cpus().isEmpty()) {
      limits.put("cpu", job.cpus());
    }
    if (!job.memory().isEmpty()) {
      limits.put("memory", job.memory());
    }
    if (!limits.isEmpty()) {
      container.put("resources", map("requests", limits, "limits", new LinkedHashMap<>(limits)));
    }
    container.put(
        "securityContext",
        map(
            "allowPrivilegeEscalation", false,
            "privileged", false,
            "capabilities", map("drop", List.of("ALL"))));
    container.put(
        "volumeMounts",
        List.of(map("name", "job-secret", "mountPath", SECRET_FOLDER, "readOnly", true)));
    return container;
  }

  private static List<String> command(PodJob job) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "java",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dronsel.wireup.timeout=" + START_S));
    if (!job.memory().isEmpty()) {
      words.add("-XX:MaxRAMPercentage=75");
    }
    words.addAll(job.jvmOptions());
    words.addAll(List.of("-cp", job.core(), ENTRY));
    words.addAll(job.program());
    // Kubernetes replaces $(NAME) in commands, and $$ by $.
    words.replaceAll(word -> word.replace("$", "$$"));
    return words;
  }

  private static List<Map<String, Object>> environment(PodJob job) {
    return List.of(
        variable("RONSEL_WIREUP", "dns:" + job.name() + "-{}." + job.name() + ":" + PORT),
        variable("RONSEL_JOB", job.name()),
        variable("RONSEL_SIZE", Integer.toString(job.ranks())),
        variable("RONSEL_JVMS", Integer.toString(job.pods())),
        variable("RONSEL_SECRET_FILE", SECRET_FOLDER + "/" + SECRET_FILE),
        map(
            "name",
            "RONSEL_LISTEN",
            "valueFrom",
            map("fieldRef", map("fieldPath", "status.podIP"))));
  }

  private static Map<String, Object> variable(String name, String value) {
    return map("name", name, "value", value);
  }

  private static Map<String, Object> metadata(PodJob job) {
    Map<String, Object> metadata = map("name", job.name());
    if (!job.namespace().isEmpty()) {
      metadata.put("namespace", job.namespace());
    }
    metadata.put("labels", labels(job));
    return metadata;
  }

  private static Map<String, Object> labels(PodJob job) {
    return map("app.kubernetes.io/managed-by", "ronsel", "app.kubernetes.io/instance", job.name());
  }

  /** Creates a map in the order of its words: name, value, name, value. */
  private static Map<String, Object> map(Object... words) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      map.put(words[i].toString(), words[i + 1]);
    }
    return map;
  }
}
