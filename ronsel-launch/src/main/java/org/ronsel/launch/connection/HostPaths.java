package org.ronsel.launch.connection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.files.FileItem;
import org.ronsel.launch.program.JavaAgents;
import org.ronsel.launch.remote.JvmOrder;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.ProgramSpec;

/** The paths on another host of the launcher's files, and the translation of orders to its JVMs. */
final class HostPaths {
  private final @Nullable String home;
  private final NeededFiles files;
  private final Map<String, String> places = new HashMap<>();
  private final String extra;

  /**
   * Creates the paths of a host.
   *
   * @param home installation folder of Ronsel there, or null if it is the same as here
   * @param places path of each of the files there
   * @param extra the directory of extra files there; empty if there is none
   */
  HostPaths(@Nullable String home, NeededFiles files, List<String> places, String extra) {
    this.home = home;
    this.files = files;
    this.extra = extra;
    List<FileItem> items = files.sender().items();
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i).as().isEmpty()) {
        this.places.put(items.get(i).path(), places.get(i));
      }
    }
  }

  /** A frame with the paths of the host, for its JVMs. */
  Frame there(Frame frame) {
    return frame instanceof Frame.Programs programs
        ? new Frame.Programs(programs.programs().stream().map(this::there).toList())
        : frame;
  }

  /**
   * An order with the paths of the host, and with the variables that concern Ronsel, which a login
   * there does not have.
   */
  JvmOrder there(JvmOrder order) {
    List<String> options =
        order.userOptions().stream()
            .map(
                option -> {
                  String jar = JavaAgents.jar(option, order.directory());
                  String place = jar == null ? null : places.get(jar);
                  return place == null || place.equals(jar)
                      ? option
                      : JavaAgents.withJar(option, place);
                })
            .toList();
    Map<String, String> variables = new TreeMap<>();
    System.getenv().forEach((name, value) -> addIfOfRonsel(variables, name, value));
    variables.putAll(order.environment());
    JvmOrder there =
        new JvmOrder(
            order.jvm(),
            order.jvmsOfHost(),
            order.modular(),
            order.debugPort(),
            options,
            order.ownOptions(),
            variables,
            order.directory());
    return extra.isEmpty() ? there : there.withFiles(extra);
  }

  /** Adds a variable of Ronsel, unless it names a place on this host. */
  private static void addIfOfRonsel(Map<String, String> to, String name, String value) {
    if (name.startsWith("RONSEL_")
        && !name.equals("RONSEL_JAVA_HOME")
        && !name.equals("RONSEL_BUILD")
        && !name.equals("RONSEL_FILES")) {
      to.put(name, value);
    }
  }

  private ProgramSpec there(ProgramSpec program) {
    return new ProgramSpec(
        program.firstRank(),
        program.ranks(),
        program.mainClass(),
        program.module(),
        there(program.classPath()),
        there(program.modulePath()),
        program.classes(),
        program.args());
  }

  private List<String> there(List<String> path) {
    SequencedSet<String> all = new LinkedHashSet<>();
    for (String element : path) {
      all.addAll(there(element));
    }
    return new ArrayList<>(all);
  }

  private List<String> there(String element) {
    Path jars = NeededFiles.installation();
    if (home != null && Path.of(element).startsWith(jars)) {
      return List.of(home + "/lib/" + jars.relativize(Path.of(element)));
    }
    List<String> parts = files.partsOf(element);
    // A file that an element names beside itself is not beside its copy.
    boolean inPlace = parts.stream().allMatch(part -> part.equals(places.getOrDefault(part, part)));
    return inPlace
        ? List.of(element)
        : parts.stream().map(part -> places.getOrDefault(part, part)).toList();
  }
}
