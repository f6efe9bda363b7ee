package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * What a cluster makes of a manifest of {@code ronsel k8s}, imitated: for each index the command of
 * the container, with its environment, its number, its secret as a file, and host names that a file
 * makes known. Nothing of the command or the variables is written here.
 */
final class Pods implements AutoCloseable {
  private final Path folder;
  private final Map<?, ?> secret;
  private final Map<?, ?> job;
  private final Map<?, ?> service;
  private final List<Job> running = new ArrayList<>();

  /**
   * Reads a manifest.
   *
   * @param folder for the files of the pods; {@code hosts} in it has their names
   */
  Pods(Path folder, String manifest) throws IOException {
    this.folder = folder;
    Map<Object, Map<?, ?>> byKind = new HashMap<>();
    for (Object each : new Load(LoadSettings.builder().build()).loadAllFromString(manifest)) {
      byKind.put(((Map<?, ?>) each).get("kind"), (Map<?, ?>) each);
    }
    secret = byKind.get("Secret");
    service = byKind.get("Service");
    job = byKind.get("Job");
    Files.createDirectories(folder);
    Files.writeString(hosts(folder), "");
  }

  /** The file with the host names that are known, for {@code -J-Djdk.net.hosts.file}. */
  static Path hosts(Path folder) {
    return folder.resolve("hosts");
  }

  private static Object at(Object from, Object... path) {
    Object at = from;
    for (Object each : path) {
      at = each instanceof Integer i ? ((List<?>) at).get(i) : ((Map<?, ?>) at).get(each);
    }
    assertThat(at).as("%s of %s", Arrays.asList(path), from).isNotNull();
    return at;
  }

  /** How many pods the manifest asks for. */
  int count() {
    assertThat(at(job, "spec", "completionMode")).isEqualTo("Indexed");
    assertThat(at(job, "spec", "parallelism")).isEqualTo(at(job, "spec", "completions"));
    return (int) at(job, "spec", "completions");
  }

  /** Makes the host name of a pod known, as the headless service does. */
  void publish(int index, String address) throws IOException {
    assertThat(at(service, "spec", "clusterIP")).isEqualTo("None");
    assertThat(at(service, "spec", "publishNotReadyAddresses")).isEqualTo(true);
    assertThat(at(service, "spec", "selector"))
        .isEqualTo(at(job, "spec", "template", "metadata", "labels"));
    assertThat(at(job, "spec", "template", "spec", "subdomain"))
        .isEqualTo(at(service, "metadata", "name"));
    String host = at(job, "metadata", "name") + "-" + index + "." + at(service, "metadata", "name");
    Path part = folder.resolve("hosts.part");
    Files.writeString(part, Files.readString(hosts(folder)) + address + " " + host + "\n");
    Files.move(part, hosts(folder), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  /** Starts a pod, by the words that make a command run where it is to run. */
  Job start(int index, String address, IntFunction<List<String>> where) throws IOException {
    List<String> words = new ArrayList<>(where.apply(index));
    words.add("env");
    words.add("PATH=" + Path.of(System.getProperty("java.home"), "bin") + ":/usr/bin:/bin");
    words.add("JOB_COMPLETION_INDEX=" + index);
    Object container = at(job, "spec", "template", "spec", "containers", 0);
    for (Object each : (List<?>) at(container, "env")) {
      words.add(at(each, "name") + "=" + mounted(value((Map<?, ?>) each, address)));
    }
    for (Object each : (List<?>) at(container, "command")) {
      words.add(each.toString().replace("$$", "$"));
    }
    Job pod = Job.startOther(words);
    pod.closeInput();
    running.add(pod);
    return pod;
  }

  private static String value(Map<?, ?> variable, String address) {
    if (variable.containsKey("value")) {
      return variable.get("value").toString();
    }
    assertThat(at(variable, "valueFrom", "fieldRef", "fieldPath")).isEqualTo("status.podIP");
    return address;
  }

  /** A path in the folder where the secret is mounted, here. */
  private String mounted(String value) throws IOException {
    Object pod = at(job, "spec", "template", "spec");
    String at = at(pod, "containers", 0, "volumeMounts", 0, "mountPath") + "/";
    if (!value.startsWith(at)) {
      return value;
    }
    assertThat(at(pod, "volumes", 0, "name"))
        .isEqualTo(at(pod, "containers", 0, "volumeMounts", 0, "name"));
    assertThat(at(pod, "volumes", 0, "secret", "secretName"))
        .isEqualTo(at(secret, "metadata", "name"));
    assertThat(at(pod, "volumes", 0, "secret", "defaultMode")).isEqualTo(0400);
    String key = value.substring(at.length());
    Path file = folder.resolve(key);
    if (!Files.exists(file)) {
      Files.write(file, Base64.getDecoder().decode(at(secret, "data", key).toString()));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    }
    return file.toString();
  }

  @Override
  public void close() {
    running.forEach(Job::close);
  }
}
