package org.ronsel.launch.dialect;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a machine file or of a list, all of which have to be this one.
 *
 * @param slots how many ranks they say that they have room for
 */
record Hosts(int slots) {
  private static final Pattern SLOTS = Pattern.compile("\\b(?:max[-_])?slots\\s*=\\s*(\\d{1,6})");
  private static final Pattern ENTRY =
      Pattern.compile("([^\\s:]+|\\[[^\\]]*])(?::(\\d{1,6}))?(\\s.*)?");

  /**
   * Reads a machine file: a host a line, with or without a number of slots; the rest of a line is
   * other libraries' business. {@code #} begins a comment.
   *
   * @param option the option that names the file
   */
  static Hosts ofFile(String option, String file) {
    Path path = Path.of(file);
    if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
      throw new DialectException(
          option + " " + file + ": no such file" + (Files.exists(path) ? " that can be read" : ""));
    }
    try {
      return of(
          option + " " + file,
          Files.readAllLines(path, StandardCharsets.ISO_8859_1),
          Hosts::isHere);
    } catch (IOException e) {
      throw new DialectException(option + " " + file + " cannot be read: " + e.getMessage());
    }
  }

  /** Reads a list with commas, such as {@code localhost:2,localhost}. */
  static Hosts ofList(String option, String list) {
    return of(option + " " + list, List.of(list.split(",", -1)), Hosts::isHere);
  }

  static Hosts of(String where, List<String> lines, Predicate<String> isHere) {
    int slots = 0;
    List<String> elsewhere = new ArrayList<>();
    for (String line : lines) {
      String text = line.replaceFirst("#.*", "").strip();
      if (text.isEmpty()) {
        continue;
      }
      Matcher entry = ENTRY.matcher(text);
      // An address of IPv6 has colons of its own, and no slots.
      String name = entry.matches() ? entry.group(1) : text.split("\\s", 2)[0];
      slots += slots(text, entry.matches() ? entry.group(2) : null);
      if (!isHere.test(name) && !elsewhere.contains(name)) {
        elsewhere.add(name);
      }
    }
    if (!elsewhere.isEmpty()) {
      throw new DialectException(
          where
              + " names "
              + String.join(", ", elsewhere.subList(0, Math.min(3, elsewhere.size())))
              + (elsewhere.size() > 3 ? " and " + (elsewhere.size() - 3) + " more" : "")
              + ", not this host: jobs over several hosts come with a later version; until then"
              + " name localhost only, or leave the option out");
    }
    if (slots == 0) {
      throw new DialectException(where + " names no host");
    }
    return new Hosts(slots);
  }

  private static int slots(String line, @Nullable String afterColon) {
    if (afterColon != null) {
      return Integer.parseInt(afterColon);
    }
    Matcher slots = SLOTS.matcher(line);
    return slots.find() ? Integer.parseInt(slots.group(1)) : 1;
  }

  /** Whether a name or an address is one of this host's. */
  static boolean isHere(String name) {
    String bare = name.replaceAll("^\\[|]$", "").toLowerCase(Locale.ROOT);
    if (bare.equals("localhost") || bare.startsWith("127.") || bare.equals("::1")) {
      return true;
    }
    try {
      String own = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
      // With or without the domain.
      if (own.equals(bare) || own.startsWith(bare + ".") || bare.startsWith(own + ".")) {
        return true;
      }
    } catch (IOException e) {
      // This host does not know its own name; its addresses are asked below.
    }
    try {
      for (InetAddress address : InetAddress.getAllByName(bare)) {
        if (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      // A name that cannot be resolved is that of another host, or of none.
      return false;
    }
  }
}
