package org.ronsel.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.memory.ByteSize;

/**
 * The system properties that change how a JVM takes part in a job, and what each of them may be.
 * {@code ronsel run} sets some by options of its own, the others are given as {@code
 * -J-DNAME=VALUE}. Values are read when they are asked for; {@link #checkAll} looks at all of them,
 * so that a wrong one is told of before a job begins and not when it is first used, or never.
 *
 * <p>The properties {@code ronsel.collective.OPERATION} name algorithms, which the table of
 * algorithms knows. Packages below this one read {@link #REPRODUCIBLE}, {@link #CHECK}, {@link
 * #PROFILE} and {@link #TRACE} by their names; here they are looked at alone.
 */
public enum Setting {
  /** Largest message that is sent eagerly. */
  EAGER_LIMIT("ronsel.eager.limit", ValueSyntax.bytes(0, 1 << 30), "8K"),
  /** Bound on the unexpected eager payload of a rank. */
  EAGER_POOL("ronsel.eager.pool", ValueSyntax.bytes(0, ValueSyntax.MOST_BYTES), "4M"),
  /** Bound, in bytes, on copies of a rank's sends that complete before a receive is posted. */
  EAGER_LATE("ronsel.eager.late", ValueSyntax.bytes(0, ValueSyntax.MOST_BYTES), "1M"),
  /** Largest message whose fragments follow its announcement at once. */
  UNSOLICITED_LIMIT(
      "ronsel.unsolicited.limit", ValueSyntax.bytes(0, ValueSyntax.MOST_BYTES), "128K"),
  /** Polls before a waiting thread yields. */
  WAIT_SPINS("ronsel.wait.spins", ValueSyntax.number(0, Integer.MAX_VALUE)),
  /** Yields before it parks. */
  WAIT_YIELDS("ronsel.wait.yields", ValueSyntax.number(0, Integer.MAX_VALUE)),
  /** Threads of a JVM that make progress beside its ranks; true is one. */
  PROGRESS_THREAD("ronsel.progress.thread", ValueSyntax.threads(64), "false"),

  /** Whether a thread that uses a lock alone takes it without atomic instructions. */
  LOCK_BIAS("ronsel.lock.bias", ValueSyntax.oneOf("on", "off"), "on"),
  /** Whether the kernel's futex wakes. */
  FUTEX("ronsel.futex", ValueSyntax.oneOf("on", "off"), "on"),
  /** Whether long copies are made by the processor's string instruction. */
  COPY_STRING("ronsel.copy.string", ValueSyntax.oneOf("auto", "on", "off"), "auto"),

  /** Transports that may be used, separated by commas. */
  TRANSPORTS("ronsel.transports", ValueSyntax.text("names of transports")),
  /** Hosts that JVMs of one host count as, separated by commas. */
  HOSTS("ronsel.hosts", ValueSyntax.text("names of hosts")),
  /** Directory for files of shared memory. */
  SHM_DIRECTORY("ronsel.shm.dir", ValueSyntax.text("a directory")),
  /** Whether the kernel copies messages of 16 KB and more from arrays, and long native ones. */
  SHM_SINGLE_COPY("ronsel.shm.single-copy", ValueSyntax.oneOf("auto", "on", "off"), "auto"),
  /** Length of a fragment. */
  SHM_FRAGMENT("ronsel.shm.fragment", ValueSyntax.bytes(1 << 10, 1 << 24), "32K"),
  /** Fragments of a rank, all together. */
  SHM_POOL("ronsel.shm.pool", ValueSyntax.bytes(0, 1 << 30), "4M"),
  /** Slots of a ring; 0 for a number that depends on the ranks. */
  SHM_RING_SLOTS("ronsel.shm.ring.slots", ValueSyntax.zeroOrPowerOfTwo(128, 1 << 20)),

  /** Interface, subnet or address to listen on. */
  NETWORK(
      "ronsel.net", ValueSyntax.text("an interface, a subnet such as 10.0.0.0/8, or an address")) {
    @Override
    boolean accepts(String text) {
      return text.isEmpty() || NetworkChoice.mayName(text);
    }
  },
  /** Ports to listen on. */
  TCP_PORTS(
      "ronsel.tcp.ports", ValueSyntax.text("a port or a range of ports, such as 20000-20100")) {
    @Override
    boolean accepts(String text) {
      return PortRange.isRange(text);
    }
  },
  /** Whether connections between hosts are encrypted. */
  TCP_ENCRYPT("ronsel.tcp.encrypt", ValueSyntax.flag(), "false"),
  /** Connections over which a long message goes. */
  TCP_CONNECTIONS("ronsel.tcp.connections", ValueSyntax.number(1, 16), "1"),
  /** Seconds within which a connection is made. */
  TCP_CONNECT("ronsel.tcp.connect", ValueSyntax.number(0, Integer.MAX_VALUE), "20"),
  /** Seconds of silence after which a JVM has failed; 0 for never. */
  TCP_SILENCE("ronsel.tcp.silence", ValueSyntax.number(0, Integer.MAX_VALUE), "30"),

  /** Which process manager is asked. */
  PMI("ronsel.pmi", ValueSyntax.oneOf("auto", "1", "2", "x", "off"), "auto"),
  /** Seconds within which the JVMs of a job have to meet. */
  WIREUP_TIMEOUT("ronsel.wireup.timeout", ValueSyntax.number(1, Integer.MAX_VALUE), "120"),

  /** File of the table of algorithms. */
  COLLECTIVES("ronsel.collectives", ValueSyntax.text("a file")),
  /** Memory that a collective operation may take at a rank. */
  COLLECTIVE_SCRATCH("ronsel.collective.scratch", ValueSyntax.bytes(0, ValueSyntax.MOST_BYTES)),
  /** Whether all operators give the same result however ranks are placed. */
  REPRODUCIBLE("ronsel.reproducible", ValueSyntax.flag(), "false"),

  /** How operations on windows are dealt to ghosts. */
  WINDOW_BINDING(
      "ronsel.window.binding",
      ValueSyntax.oneOf("rank", "random", "operations", "bytes", "segments"),
      "rank"),
  /** The process that carries out operations on windows. */
  WINDOW_PROGRESS("ronsel.window.progress", ValueSyntax.oneOf("ghost", "target", "auto"), "ghost"),
  /** The means by which it is predicted whether a target waits. */
  WINDOW_PREDICTOR(
      "ronsel.window.predictor", ValueSyntax.oneOf("presence", "frequency"), "presence"),

  /** Filter of the classes of objects that are received. */
  OBJECT_FILTER("ronsel.object.filter", ValueSyntax.text("a filter")),
  /** Depth of an object that is received; the stack of a thread ends soon behind it. */
  OBJECT_DEPTH("ronsel.object.depth", ValueSyntax.number(0, Long.MAX_VALUE), "10000"),
  /** References in an object that is received. */
  OBJECT_REFERENCES("ronsel.object.references", ValueSyntax.number(0, Long.MAX_VALUE)),
  /** Work that hash tables in an object that is received may take. */
  OBJECT_HASHING("ronsel.object.hashing", ValueSyntax.number(0, Long.MAX_VALUE)),

  /** Whether errors are looked for that cost time to find. */
  CHECK("ronsel.check", ValueSyntax.flag(), "false"),
  /** Whether calls are counted and timed. */
  PROFILE("ronsel.profile", ValueSyntax.flag(), "false"),
  /** Whether calls are recorded one by one. */
  TRACE("ronsel.trace", ValueSyntax.flag(), "false");

  /** What the names of the properties and hints begin with that prefer an algorithm. */
  public static final String ALGORITHM_PREFIX = "ronsel.collective.";

  private static final String PREFIX = "ronsel.";

  private final String property;
  private final ValueSyntax syntax;
  private final @Nullable String standard;
  private final long standardNumber;

  /** One without a value of its own: where it is not set the caller says what holds. */
  Setting(String property, ValueSyntax syntax) {
    this(property, syntax, null);
  }

  /** One whose value is the standard one, written as users write it, where it is not set. */
  Setting(String property, ValueSyntax syntax, @Nullable String standard) {
    this.property = property;
    this.syntax = syntax;
    this.standard = standard;
    standardNumber = standard != null && syntax.most > 0 ? syntax.number(standard) : 0;
  }

  /** The name of the system property. */
  public String property() {
    return property;
  }

  /** The value where it is not set; null if that depends on more than the setting. */
  public @Nullable String standard() {
    return standard;
  }

  /** The largest number that it may be. */
  public long most() {
    return syntax.most;
  }

  /** The text of the setting, or null if it is not set. */
  public @Nullable String text() {
    return System.getProperty(property);
  }

  /** The text of the setting, or {@code otherwise} if it is not set. */
  public String text(String otherwise) {
    return System.getProperty(property, otherwise);
  }

  /**
   * The value of a setting that is one of several words, in lower case.
   *
   * @throws InvalidArgumentException if it is set to something else
   */
  public String word() {
    String text = text();
    return text == null ? requireStandard() : accepted(text).toLowerCase(Locale.ROOT);
  }

  /**
   * Whether it is set to true.
   *
   * @throws InvalidArgumentException if it is set to something that is neither true nor false
   */
  public boolean isTrue() {
    return word().equals("true");
  }

  /**
   * A number.
   *
   * @throws InvalidArgumentException if it is set to something that is none, or is out of bounds
   */
  public long number() {
    var _ = requireStandard();
    return number(standardNumber);
  }

  /** The same for settings whose bounds are those of an {@code int}. */
  public int integer() {
    return Math.toIntExact(number());
  }

  private String requireStandard() {
    if (standard == null) {
      throw new IllegalStateException(property + " has no value of its own");
    }
    return standard;
  }

  /**
   * A number, of a setting without a standard value.
   *
   * @throws InvalidArgumentException if it is set to something that is none, or is out of bounds
   */
  public long number(long otherwise) {
    String text = text();
    return text == null ? otherwise : syntax.number(accepted(text));
  }

  /** The same for settings whose bounds are those of an {@code int}. */
  public int integer(int otherwise) {
    return Math.toIntExact(number(otherwise));
  }

  private String accepted(String text) {
    if (accepts(text)) {
      return text;
    }
    throw new InvalidArgumentException(
        ErrorClass.ARGUMENT,
        "-D" + property + " has to be " + syntax.description() + ", not \"" + text + "\"");
  }

  /** Whether it may have this value. */
  boolean accepts(String text) {
    return syntax.accepts(text);
  }

  /** Checks those of this JVM, and whether what they name is there. */
  public static void checkAll() {
    check(System.getProperties());
    SegmentErrors.requireDirectory();
  }

  /**
   * Checks all properties whose names begin with {@code ronsel.}.
   *
   * @throws InvalidArgumentException if a setting has a value that it cannot have, or a name begins
   *     like that of settings and is none
   */
  public static void check(Properties properties) {
    for (Setting setting : values()) {
      String text = properties.getProperty(setting.property);
      if (text != null) {
        var _ = setting.accepted(text);
      }
    }
    for (String name : new TreeSet<>(properties.stringPropertyNames())) {
      int group = name.lastIndexOf('.') + 1;
      if (name.startsWith(PREFIX) && group > PREFIX.length()) {
        checkName(name, name.substring(0, group));
      }
    }
  }

  /**
   * The properties that name the algorithm of an operation, in the order of their names. They may
   * name an operation that there is not; {@link #COLLECTIVE_SCRATCH} is none of them.
   */
  public static List<String> algorithmProperties(Properties properties) {
    return properties.stringPropertyNames().stream()
        .filter(name -> name.startsWith(ALGORITHM_PREFIX))
        .filter(name -> !name.equals(COLLECTIVE_SCRATCH.property))
        .sorted()
        .toList();
  }

  private static void checkName(String name, String group) {
    List<String> alike = new ArrayList<>();
    for (Setting setting : values()) {
      if (setting.property.equals(name)) {
        return;
      }
      if (setting.property.startsWith(group)) {
        alike.add(setting.property);
      }
    }
    if (!alike.isEmpty() && !group.equals(ALGORITHM_PREFIX)) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT, "-D" + name + " sets nothing; there is " + String.join(", ", alike));
    }
  }

  /** The syntax and the bounds of the values that a setting may have. */
  private record ValueSyntax(String description, Pattern pattern, long least, long most) {
    static final long MOST_BYTES = 1L << 40;

    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,19})");

    /** What {@link ByteSize} reads. */
    private static final Pattern LENGTH = Pattern.compile(".*", Pattern.DOTALL);

    static ValueSyntax text(String description) {
      return new ValueSyntax(description, Pattern.compile(".*", Pattern.DOTALL), 0, 0);
    }

    static ValueSyntax oneOf(String... words) {
      Pattern any = Pattern.compile(String.join("|", words), Pattern.CASE_INSENSITIVE);
      String last = words[words.length - 1];
      String others = String.join(", ", List.of(words).subList(0, words.length - 1));
      return new ValueSyntax(others + " or " + last, any, 0, 0);
    }

    static ValueSyntax flag() {
      return oneOf("true", "false");
    }

    static ValueSyntax number(long least, long most) {
      String bounds = most < Integer.MAX_VALUE ? " from " + least + " to " + most : "";
      return new ValueSyntax(
          "a number" + (least > 0 && bounds.isEmpty() ? " of at least " + least : bounds),
          NUMBER,
          least,
          most);
    }

    static ValueSyntax zeroOrPowerOfTwo(int least, int most) {
      StringJoiner powers = new StringJoiner("|", "(0|", ")");
      for (long power = least; power <= most; power *= 2) {
        powers.add(Long.toString(power));
      }
      return new ValueSyntax(
          "0 or a power of two from " + least + " to " + most,
          Pattern.compile(powers.toString()),
          0,
          most);
    }

    static ValueSyntax bytes(long least, long most) {
      String example = ", such as 64M";
      return new ValueSyntax(
          "a number of bytes from "
              + ByteSize.format(least)
              + " to "
              + ByteSize.format(most)
              + example,
          LENGTH,
          least,
          most);
    }

    /** A number of threads, or true for one and false for none. */
    static ValueSyntax threads(int most) {
      return new ValueSyntax(
          "true, false or a number of threads up to " + most,
          Pattern.compile("true||false|([0-9]{1,2})", Pattern.CASE_INSENSITIVE),
          0,
          most);
    }

    boolean accepts(String text) {
      if (!pattern.matcher(text).matches()) {
        return false;
      }
      if (most == 0) {
        return true;
      }
      long number = number(text);
      return number >= least && number <= most;
    }

    /** The value of a text that fits the pattern; -1 for what is no size, or too large. */
    long number(String text) {
      if (pattern == LENGTH) {
        try {
          return ByteSize.parse(text);
        } catch (IllegalArgumentException e) {
          return -1;
        }
      }
      Matcher matcher = pattern.matcher(text);
      if (!matcher.matches() || matcher.group(1) == null) {
        return text.equalsIgnoreCase("false") ? 0 : 1;
      }
      try {
        return Long.parseLong(matcher.group(1));
      } catch (NumberFormatException e) {
        return -1;
      }
    }
  }
}
