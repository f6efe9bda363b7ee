package org.ronsel.bench.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.Window;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.MessageLayout;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.run.Sizes;
import org.ronsel.launch.spi.FileProblem;
import org.ronsel.launch.spi.ParsingConverter;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that users of OSU and IMB know, by their names there and by names of Ronsel. */
final class SuiteOptions {
  private static final int MIB = 1 << 20;
  private static final int MOST_CACHE_MIB = 1024;

  /** The way in which the time of an operation is computed. */
  enum Report {
    /** The mean over all iterations of a process, as with IMB. */
    AVERAGE,
    /** Each iteration by itself, with its time on the slowest process. */
    MAX
  }

  @Compared
  @Option(
      names = {"-m", "--message-size"},
      paramLabel = "MIN:MAX",
      description = "Sizes from MIN to MAX, doubling each time; MAX alone begins at 1 (OSU).")
  @Nullable String range;

  @Compared
  @Option(
      names = {"-msglog", "--msglog"},
      paramLabel = "MIN:MAX",
      description = "Sizes 0 and 2^MIN to 2^MAX; MAX alone begins at 2^0 (IMB).")
  @Nullable String log;

  @Compared
  @Option(
      names = {"-msglen", "--msglen"},
      paramLabel = "FILE",
      description = "Read sizes from a file, one a line (IMB).")
  @Nullable Path lengths;

  @Option(
      names = {"-i", "-iter", "--iterations"},
      paramLabel = "N",
      description =
          "Iterations of each size in a round, in batches of the same length (default: as many as fit into the time).")
  @Nullable Integer iterations;

  @Option(
      names = {"-x", "--warmup"},
      paramLabel = "N",
      description =
          "Untimed iterations before the timed ones (default: until the times are stable).")
  @Nullable Integer warmup;

  @Option(
      names = {"-time", "--time"},
      paramLabel = "SECONDS",
      description = "Longest time for all batches of a size in a round (default: 20).")
  @Nullable Double seconds;

  @Compared
  @Option(
      names = {"-npmin", "--npmin"},
      paramLabel = "N",
      description =
          "Measure numbers of ranks from N to the number of --ranks, doubling each time"
              + " (IMB).")
  @Nullable Integer fewest;

  @Compared
  @Option(
      names = {"-W", "--window-size"},
      paramLabel = "N",
      description =
          "Messages in flight in bandwidth tests (default: 64, fewer if they are long), or"
              + " one-sided operations that are completed together.")
  @Nullable Integer window;

  @Compared
  @Option(
      names = {"-w", "--win-option"},
      paramLabel = "KIND",
      converter = WindowConverter.class,
      description =
          "Window of osu_put_latency and others: allocate (the default), create, dynamic (OSU) or"
              + " shared.")
  Window.@Nullable Kind windowKind;

  @Compared
  @Option(
      names = {"-s", "--sync-option"},
      paramLabel = "SYNC",
      converter = CompletionConverter.class,
      description =
          "Synchronization of osu_put_latency and others: flush (the default), flush_local, lock,"
              + " lock_all, pscw or fence (OSU).")
  OneSidedCase.@Nullable Completion completion;

  @Compared
  @Option(
      names = {"-t", "--threads"},
      paramLabel = "N",
      converter = ThreadsConverter.class,
      description =
          "Threads of each rank, in latency_mt (default: 2); N:N, as with OSU, means the same.")
  @Nullable Integer threads;

  @Compared
  @Option(
      names = {"-D", "--datatype"},
      paramLabel = "TYPE",
      converter = LayoutConverter.class,
      description =
          "Send messages of a derived datatype: cont, vect:STRIDE:BLOCK or indx:STRIDE:BLOCK,"
              + " in bytes (without numbers 16:8).")
  @Nullable MessageLayout layout;

  @Compared
  @Option(
      names = {"-a", "--memory"},
      paramLabel = "KIND",
      converter = MemoryConverter.class,
      description =
          "Where messages lie: array (the default), segment (native memory), allocated (by"
              + " Ronsel.allocate) or object (a serialized object).")
  Settings.Memory memory = Settings.Memory.ARRAY;

  @Compared
  @Option(
      names = "--root",
      paramLabel = "RANK",
      description = "The root of collectives (default: another rank in each iteration).")
  @Nullable Integer root;

  @Compared
  @Option(
      names = {"-off_cache", "--off-cache"},
      paramLabel = "MIB",
      arity = "0..1",
      fallbackValue = "32",
      description =
          "Keep messages out of the cache: before each iteration each rank reads and writes"
              + " MIB mebibytes of other memory, 32 without a number (IMB).")
  int coldMib;

  @Compared
  @Option(
      names = "--report",
      paramLabel = "METHOD",
      defaultValue = "average",
      converter = ReportConverter.class,
      description =
          "average: time of a batch divided by its iterations, averaged over processes (as"
              + " IMB does). max: each iteration timed alone after a barrier; the slowest process"
              + " counts. (default: ${DEFAULT-VALUE})")
  Report report = Report.AVERAGE;

  @Option(
      names = {"-f", "--full"},
      description =
          "Also show the fastest, mean and slowest process or, with --report max, how the"
              + " iterations spread.")
  boolean full;

  @Option(
      names = {"-c", "--validation"},
      description =
          "Check the data. This is always done; the option is there for command lines of OSU.")
  boolean validation;

  /** Whether sizes were given, by an option of this class. */
  boolean hasSizes() {
    return range != null || log != null || lengths != null;
  }

  /** The settings of a loop that the options give. */
  Settings settings() {
    if (coldMib < 0 || coldMib > MOST_CACHE_MIB) {
      throw new IllegalArgumentException("--off-cache takes 0 to 1024 MiB, not " + coldMib);
    }
    if (root != null && root < 0) {
      throw new IllegalArgumentException("--root must be at least 0, not " + root);
    }
    return new Settings(
        report == Report.MAX,
        (long) coldMib * MIB,
        root == null ? Settings.ROTATING : root,
        memory,
        layout == null ? MessageLayout.DENSE : layout,
        threads == null ? 1 : threads);
  }

  /** Finds mistakes that no other method finds. */
  void check() {
    if (iterations != null && iterations < 1) {
      throw new IllegalArgumentException("--iterations must be at least 1, not " + iterations);
    }
    if (warmup != null && warmup < 0) {
      throw new IllegalArgumentException("--warmup must be at least 0, not " + warmup);
    }
    if (seconds != null && !(seconds > 0)) {
      throw new IllegalArgumentException("--time must be more than 0, not " + seconds);
    }
    if (window != null && window < 1) {
      throw new IllegalArgumentException("--window-size must be at least 1, not " + window);
    }
    if (threads != null && threads < 2) {
      throw new IllegalArgumentException(
          "--threads must be at least 2, not " + threads + ": latency is of one thread");
    }
  }

  /**
   * The sizes that were given; empty if none were.
   *
   * @param listed those of {@code --sizes}
   */
  List<Integer> sizes(List<Integer> listed) {
    int ways =
        (listed.isEmpty() ? 0 : 1)
            + (range == null ? 0 : 1)
            + (log == null ? 0 : 1)
            + (lengths == null ? 0 : 1);
    if (ways > 1) {
      throw new IllegalArgumentException(
          "sizes come from one of --sizes, -m, -msglog and -msglen, not from several");
    }
    if (range != null) {
      return doubled(range);
    }
    if (log != null) {
      return powers(log);
    }
    return lengths != null ? read(lengths) : listed;
  }

  private static List<Integer> doubled(String range) {
    String[] parts = range.split(":", -1);
    if (parts.length > 2) {
      throw new IllegalArgumentException("'" + range + "' is not MIN:MAX, such as 8:1M");
    }
    boolean both = parts.length == 2;
    int min = both && !parts[0].isEmpty() ? Sizes.parse(parts[0]) : 1;
    String last = both ? parts[1] : parts[0];
    int max = last.isEmpty() ? KernelArguments.MAX_SIZE : Sizes.parse(last);
    if (max < min) {
      throw new IllegalArgumentException("'" + range + "' begins behind its end");
    }
    List<Integer> sizes = new ArrayList<>();
    for (long size = min; size <= max; size = size == 0 ? 1 : 2 * size) {
      sizes.add((int) size);
    }
    return sizes;
  }

  private static List<Integer> powers(String text) {
    String[] parts = text.split(":", -1);
    try {
      int min = parts.length == 2 ? Integer.parseInt(parts[0]) : 0;
      int max = Integer.parseInt(parts[parts.length - 1]);
      if (parts.length <= 2 && min >= 0 && max >= min && max <= 30) {
        List<Integer> sizes = new ArrayList<>(List.of(0));
        for (int power = min; power <= max; power++) {
          sizes.add(1 << power);
        }
        return sizes;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not MIN:MAX, powers of two from 0 to 30, such as 3:20");
  }

  private static List<Integer> read(Path file) {
    try {
      List<Integer> sizes =
          Files.readAllLines(file).stream()
              .map(line -> line.replaceFirst("#.*", "").strip())
              .filter(line -> !line.isEmpty())
              .map(Sizes::parse)
              .toList();
      if (sizes.isEmpty()) {
        throw new IllegalArgumentException("-msglen: there is no size in " + file);
      }
      return sizes;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "-msglen: " + file + " cannot be read: " + FileProblem.reason(e), e);
    }
  }

  /**
   * The numbers of ranks that were given; empty if none were.
   *
   * @param listed those of {@code --ranks}
   */
  List<Integer> ranks(List<Integer> listed) {
    if (fewest == null) {
      return listed;
    }
    int most =
        listed.stream()
            .mapToInt(Integer::intValue)
            .max()
            .orElse(Runtime.getRuntime().availableProcessors());
    if (fewest < 2 || fewest > most) {
      throw new IllegalArgumentException(
          "-npmin must be 2 to the number of --ranks, " + most + ", not " + fewest);
    }
    List<Integer> numbers = new ArrayList<>();
    for (long number = fewest; number < most; number *= 2) {
      numbers.add((int) number);
    }
    numbers.add(most);
    return numbers;
  }

  static final class ThreadsConverter implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      String[] sides = value.split(":", -1);
      if (sides.length <= 2 && Stream.of(sides).allMatch(sides[0]::equals)) {
        try {
          return Integer.valueOf(sides[0]);
        } catch (NumberFormatException e) {
          // reported below
        }
      }
      throw new TypeConversionException(
          "'" + value + "' is not N or N:N: both ranks have the same number of threads");
    }
  }

  static final class LayoutConverter extends ParsingConverter<MessageLayout> {
    LayoutConverter() {
      super(MessageLayout::parse);
    }
  }

  static final class MemoryConverter implements ITypeConverter<Settings.Memory> {
    @Override
    public Settings.Memory convert(String value) {
      for (Settings.Memory memory : Settings.Memory.values()) {
        if (memory.label().equals(value.toLowerCase(Locale.ROOT))) {
          return memory;
        }
      }
      throw new TypeConversionException(
          "'" + value + "' is no kind of memory: array, segment, allocated or object");
    }
  }

  static final class WindowConverter implements ITypeConverter<Window.Kind> {
    @Override
    public Window.Kind convert(String value) {
      return switch (value.toLowerCase(Locale.ROOT)) {
        case "allocate", "allocated" -> Window.Kind.ALLOCATED;
        case "create", "created" -> Window.Kind.CREATED;
        case "dynamic" -> Window.Kind.DYNAMIC;
        case "shared" -> Window.Kind.SHARED;
        default ->
            throw new TypeConversionException(
                "'" + value + "' is no kind of window: allocate, create, dynamic or shared");
      };
    }
  }

  static final class CompletionConverter implements ITypeConverter<OneSidedCase.Completion> {
    @Override
    public OneSidedCase.Completion convert(String value) {
      String plain = value.toUpperCase(Locale.ROOT).replace("_", "");
      for (OneSidedCase.Completion completion : OneSidedCase.Completion.values()) {
        if (completion.name().equals(plain)) {
          return completion;
        }
      }
      throw new TypeConversionException(
          "'"
              + value
              + "' is no synchronization: flush, flush_local, lock, lock_all, pscw or fence");
    }
  }

  static final class ReportConverter implements ITypeConverter<Report> {
    @Override
    public Report convert(String value) {
      return switch (value.toLowerCase(Locale.ROOT)) {
        case "average", "imb" -> Report.AVERAGE;
        case "max" -> Report.MAX;
        default ->
            throw new TypeConversionException(
                "'" + value + "' is no way to report: average or max");
      };
    }
  }
}
