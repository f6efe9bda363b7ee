package org.ronsel.launch.hosts;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ronsel.launch.spi.FileProblem;
import org.ronsel.launch.spi.UsageException;

/**
 * Hosts in the order in which they are named, each once. One that is named several times has the
 * slots of all, and the least max_slots.
 *
 * @param where place at which they are named, the beginning of messages
 * @param hasSlots whether slots were given; otherwise each host has one without a meaning
 */
public record HostList(String where, List<Host> hosts, boolean hasSlots) {
  private static final int MOST_SLOTS = 1_000_000;

  /** Another file that is named by mistake may be of any length. */
  private static final int MOST_BYTES = 16 << 20;

  /** How editors of Windows begin a file. */
  private static final byte[] UTF_8_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /**
   * A range of numbers in a name, as batch systems write it, up to a comma in it or the bracket.
   */
  private static final Pattern RANGE = Pattern.compile("[\\w.@-]+\\[\\d+([-,].*|])?");

  /** A name, or an IPv6 address in brackets, with or without slots behind a colon. */
  private static final Pattern ENTRY =
      Pattern.compile("(?:([\\w.%@-]+)|\\[([\\p{XDigit}:.]+(?:%[\\w.-]+)?)\\])(?::(.*))?");

  private static final Pattern IPV6 =
      Pattern.compile("(?:[\\w.-]+@)?\\p{XDigit}*(?::[\\p{XDigit}.]*){2,8}(?:%[\\w.-]+)?");

  /** Words of other libraries behind a host, which are ignored here. */
  private static final Pattern IGNORED =
      Pattern.compile("(?:ifname|binding|user|port|numa|sockets|cores)=\\S+");

  private static final Pattern SLOTS = Pattern.compile("(slots|cpu|cpus|max[-_]slots)=(.*)");

  /** Copies the list. */
  public HostList {
    hosts = List.copyOf(hosts);
  }

  /**
   * Reads a machine file: a host a line, as {@code host}, {@code host:4}, {@code host slots=4} or
   * {@code host slots=4 max_slots=8}. {@code #} begins a comment.
   *
   * @param option the option that names the file
   * @throws UsageException naming the malformed line
   */
  public static HostList ofFile(String option, String file) {
    Path path = Path.of(file);
    if (Files.isDirectory(path)) {
      throw new UsageException(option + " " + file + ": it is a folder");
    }
    if (!Files.isReadable(path)) {
      throw new UsageException(
          option + " " + file + ": no such file" + (Files.exists(path) ? " that can be read" : ""));
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new UsageException(
            option + " " + file + ": it has more than 16 MB, as no file of hosts has");
      }
      int from = startsWith(bytes, UTF_8_MARK) ? UTF_8_MARK.length : 0;
      String text = new String(bytes, from, bytes.length - from, StandardCharsets.ISO_8859_1);
      return ofLines(option + " " + file, text.lines().toList());
    } catch (IOException e) {
      throw new UsageException(option + " " + file + " cannot be read: " + FileProblem.reason(e));
    }
  }

  private static boolean startsWith(byte[] bytes, byte[] mark) {
    return bytes.length >= mark.length
        && Arrays.equals(bytes, 0, mark.length, mark, 0, mark.length);
  }

  /** As {@link #ofFile}, for given lines. */
  static HostList ofLines(String where, List<String> lines) {
    Builder builder = new Builder();
    for (int i = 0; i < lines.size(); i++) {
      String text = lines.get(i).replaceFirst("#.*", "").strip().replaceAll("\\s*=\\s*", "=");
      if (!text.isEmpty()) {
        builder.add(where + ":" + (i + 1), List.of(text.split("\\s+")));
      }
    }
    return builder.build(where);
  }

  /** Reads a list with commas, such as {@code node1:2,node2}. */
  public static HostList ofList(String option, String list) {
    String where = option + " " + list;
    Builder builder = new Builder();
    for (String each : list.split(",", -1)) {
      if (each.isBlank()) {
        throw new UsageException(where + ": there is an empty name between the commas");
      }
      builder.add(where, List.of(each.strip()));
    }
    return builder.build(where);
  }

  /** The number of slots of all hosts. */
  public long slots() {
    return hosts.stream().mapToLong(Host::slots).sum();
  }

  /** The hosts that have been read so far. */
  private static final class Builder {
    private final Map<String, Host> byName = new LinkedHashMap<>();
    private boolean hasSlots;

    void add(String where, List<String> words) {
      String first = words.getFirst();
      int slots = 0;
      int maxSlots = 0;
      String name;
      Matcher entry = ENTRY.matcher(first);
      if (first.startsWith("-")) {
        throw notAName(where, first);
      } else if (IPV6.matcher(first).matches()) {
        name = first; // an address with colons, and no slots
      } else if (entry.matches()) {
        name = entry.group(1) != null ? entry.group(1) : entry.group(2);
        slots = entry.group(3) == null ? 0 : number(where, first, entry.group(3));
      } else {
        throw notAName(where, first);
      }
      for (String word : words.subList(1, words.size())) {
        Matcher given = SLOTS.matcher(word);
        if (given.matches() && given.group(1).startsWith("max")) {
          maxSlots = number(where, word, given.group(2));
        } else if (given.matches() && slots == 0) {
          slots = number(where, word, given.group(2));
        } else if (!IGNORED.matcher(word).matches()) {
          throw new UsageException(
              where
                  + ": '"
                  + word
                  + "' is not understood; a line is HOST, HOST:4 or HOST slots=4 [max_slots=8]");
        }
      }
      if (maxSlots > 0 && slots > maxSlots) {
        throw new UsageException(
            where + ": " + slots + " slots are more than max_slots=" + maxSlots);
      }
      put(where, name, slots, maxSlots);
    }

    private static UsageException notAName(String where, String word) {
      return new UsageException(
          where
              + ": '"
              + word
              + "' is not the name of a host"
              + (RANGE.matcher(word).matches() ? "; ranges are not expanded: name each host" : ""));
    }

    private void put(String where, String name, int slots, int maxSlots) {
      Host before = byName.get(name);
      hasSlots |= slots > 0 || maxSlots > 0 || before != null;
      int own = slots > 0 ? slots : 1;
      int most = maxSlots > 0 ? maxSlots : Host.ANY;
      if (before != null) {
        own += before.slots();
        most = Math.min(most, before.maxSlots());
      }
      if (own > most) {
        throw new UsageException(
            where
                + ": host "
                + name
                + " has "
                + own
                + " slots by now, more than max_slots="
                + most);
      }
      byName.put(name, new Host(name, own, most));
    }

    private static int number(String where, String word, String text) {
      if (!text.matches("0*[1-9]\\d{0,6}") || Integer.parseInt(text) > MOST_SLOTS) {
        throw new UsageException(
            where + ": '" + word + "': the number of slots is 1 to " + MOST_SLOTS);
      }
      return Integer.parseInt(text);
    }

    HostList build(String where) {
      if (byName.isEmpty()) {
        throw new UsageException(where + " names no host");
      }
      return new HostList(where, List.copyOf(byName.values()), hasSlots);
    }
  }
}
