package org.ronsel.launch.connection;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.files.FileItem;
import org.ronsel.launch.files.FileScan;
import org.ronsel.launch.files.FileSender;
import org.ronsel.launch.install.Installation;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.program.JavaAgents;

/** The files that the programs of a job need on each host. */
public final class NeededFiles {
  private static final int MAX_REFERENCES = 1000;

  /** The files of each element of a path: itself, and those that it names. */
  private final Map<String, List<String>> parts = new LinkedHashMap<>();

  private final FileSender sender;

  private NeededFiles(JobPlan plan) throws IOException {
    SequencedSet<String> needed = new LinkedHashSet<>();
    for (JobPlan.Part part : plan.parts()) {
      for (String element : part.program().mpi()) {
        needed.addAll(parts.computeIfAbsent(element, NeededFiles::ofClassPath));
      }
      for (String element : part.program().classPath()) {
        needed.addAll(parts.computeIfAbsent(element, NeededFiles::ofClassPath));
      }
      for (String element : part.program().modulePath()) {
        needed.addAll(parts.computeIfAbsent(element, NeededFiles::ofModulePath));
      }
      Path work = part.settings().directory();
      List<String> options = new ArrayList<>(part.program().jvmOptions());
      options.addAll(part.settings().jvmOptions());
      for (String option : options) {
        String jar = JavaAgents.jar(option, work == null ? null : work.toString());
        if (jar != null) {
          needed.add(jar);
        }
      }
    }
    List<FileItem> items = new ArrayList<>();
    for (String each : needed) {
      Path path = Path.of(each);
      // Missing elements of a path are ignored, as by Java.
      if (!path.startsWith(installation()) && Files.exists(path)) {
        items.add(FileScan.item(path, ""));
      }
    }
    items.addAll(extra(plan));
    sender = new FileSender(items);
  }

  /** The files of a job. */
  public static NeededFiles of(JobPlan plan) throws IOException {
    return new NeededFiles(plan);
  }

  /** Extra files that the user wants on each host. */
  public static List<FileItem> extra(JobPlan plan) throws IOException {
    List<FileItem> items = new ArrayList<>();
    for (Path file : plan.options().files()) {
      items.add(FileScan.item(file, String.valueOf(file.getFileName())));
    }
    return items;
  }

  /** The directory of Ronsel's jars, which each host has. */
  static Path installation() {
    return Installation.core().toAbsolutePath().resolveSibling("");
  }

  /** The sender of the files. */
  FileSender sender() {
    return sender;
  }

  /** The files of an element of a path. */
  List<String> partsOf(String element) {
    return parts.getOrDefault(element, List.of(element));
  }

  /** A jar and the jars that manifests name, in Java's search order. */
  private static List<String> ofClassPath(String element) {
    SequencedSet<String> found = new LinkedHashSet<>();
    addWithReferences(Path.of(element), found);
    return List.copyOf(found);
  }

  private static void addWithReferences(Path path, SequencedSet<String> found) {
    if (found.size() >= MAX_REFERENCES || !found.add(path.toString()) || !isFile(path)) {
      return;
    }
    try (JarFile jar = new JarFile(path.toFile())) {
      Manifest manifest = jar.getManifest();
      String named =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      for (String relative : named == null ? new String[0] : named.strip().split("\\s+", -1)) {
        Path other = relative.isEmpty() ? null : resolved(path, relative);
        if (other != null && Files.exists(other)) {
          addWithReferences(other, found);
        }
      }
    } catch (IOException e) {
      // The ranks will report that it is not a jar.
      return;
    }
  }

  private static boolean isFile(Path path) {
    return Files.isRegularFile(path);
  }

  private static @Nullable Path resolved(Path jar, String relative) {
    try {
      URI uri = jar.toUri().resolve(relative);
      return "file".equals(uri.getScheme()) ? Path.of(uri).normalize() : null;
    } catch (IllegalArgumentException e) {
      return null; // Java ignores it as well
    }
  }

  /** A module, or each module of a directory. */
  private static List<String> ofModulePath(String element) {
    Path path = Path.of(element);
    if (!Files.isDirectory(path) || isFile(path.resolve("module-info.class"))) {
      return List.of(element);
    }
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(
              each -> each.toString().endsWith(".jar") || isFile(each.resolve("module-info.class")))
          .map(Path::toString)
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of(element);
    }
  }
}
