package org.ronsel.launch.batch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.launch.hosts.Host;
import org.ronsel.launch.hosts.HostList;
import org.ronsel.launch.spi.FileProblem;
import org.ronsel.launch.spi.UsageException;

/** Hosts with their slots, as batch systems write them into files and variables. */
final class NodeFile {
  private static final int MOST_SLOTS = 1_000_000;

  private final String where;
  private final Map<String, Integer> slots = new LinkedHashMap<>();

  private NodeFile(String where) {
    this.where = where;
  }

  /**
   * Reads a file with one line per slot, the name of its host.
   *
   * @param variable that names the file
   */
  static HostList lineBySlot(String variable, String file) {
    NodeFile hosts = new NodeFile(variable + " " + file);
    List<String> lines = hosts.lines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty()) {
        hosts.add(hosts.where + ":" + (i + 1), line, 1);
      }
    }
    return hosts.list();
  }

  /**
   * Reads a file with lines {@code host slots}; further words of a line are ignored.
   *
   * @param variable that names the file
   */
  static HostList lineByHost(String variable, String file) {
    NodeFile hosts = new NodeFile(variable + " " + file);
    List<String> lines = hosts.lines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty()) {
        String[] words = line.split("\\s+");
        String at = hosts.where + ":" + (i + 1);
        if (words.length < 2) {
          throw new UsageException(at + ": '" + line + "': a line is HOST SLOTS ...");
        }
        hosts.add(at, words[0], number(at, words[1]));
      }
    }
    return hosts.list();
  }

  /** Reads pairs of host and slots, such as {@code hostA 4 hostB 2}. */
  static HostList pairs(String variable, String text) {
    NodeFile hosts = new NodeFile(variable + "=" + text);
    String[] words = text.strip().split("\\s+");
    if (words.length % 2 != 0) {
      throw new UsageException(hosts.where + ": a number has to follow each host");
    }
    for (int i = 0; i < words.length; i += 2) {
      hosts.add(hosts.where, words[i], number(hosts.where, words[i + 1]));
    }
    return hosts.list();
  }

  private List<String> lines(String file) {
    try {
      Path path = Path.of(file);
      if (!Files.isRegularFile(path)) {
        throw new UsageException(where + ": no such file");
      }
      return new ArrayList<>(Files.readAllLines(path, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UsageException(where + " cannot be read: " + FileProblem.reason(e));
    }
  }

  private void add(String at, String host, int count) {
    if (!host.matches("\\w[\\w.-]*")) {
      throw new UsageException(at + ": '" + host + "' is not the name of a host");
    }
    int sum = slots.merge(host, count, Integer::sum);
    if (sum > MOST_SLOTS) {
      throw new UsageException(at + ": more than " + MOST_SLOTS + " slots");
    }
  }

  private static int number(String at, String word) {
    if (!word.matches("0*[1-9]\\d{0,6}") || Integer.parseInt(word) > MOST_SLOTS) {
      throw new UsageException(at + ": '" + word + "': the number of slots is 1 to " + MOST_SLOTS);
    }
    return Integer.parseInt(word);
  }

  private HostList list() {
    if (slots.isEmpty()) {
      throw new UsageException(where + " names no host");
    }
    List<Host> hosts = new ArrayList<>();
    slots.forEach((name, count) -> hosts.add(new Host(name, count, Host.ANY)));
    return new HostList(where, hosts, true);
  }
}
