/*
 * Summarises trades: reads a compressed file of them in blocks, and computes volume, average price,
 * lowest and highest price of each symbol. Rank 0 reads and uncompresses; each block is cut at line
 * ends into one part per rank and goes to them by a nonblocking scatter, while rank 0 reads the next
 * block and all ranks work on the one before. The result is the same for any number of ranks.
 *
 * A line is a trade: TIME,SYMBOL,PRICE,SIZE with the time in nanoseconds, a price with up to four
 * digits behind the point, and a whole size; times do not decrease. The file is compressed by gzip.
 *
 *   ./ronsel run -n 4 examples/apps/Ticks.java make FILE.csv.gz [TRADES]
 *   ./ronsel run -n 4 examples/apps/Ticks.java FILE.csv.gz [BLOCK_BYTES]
 */

import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.Ronsel;

static final String USAGE = "usage: Ticks FILE.csv.gz [BLOCK_BYTES] | make FILE.csv.gz [TRADES]";

static final int SHORTEST_BLOCK = 256;

void main(String[] args) throws IOException {
  Comm world = Ronsel.world();
  Settings settings;
  try {
    settings = Settings.of(args);
    if (world.rank() == 0) {
      settings.checkFile();
    }
  } catch (IllegalArgumentException wrong) {
    if (world.rank() == 0) { // one message is enough
      System.err.println("Ticks: " + wrong.getMessage());
      System.err.println(USAGE);
      System.exit(2); // the exit status of the job
    }
    return;
  }
  if (settings.make) {
    if (world.rank() == 0) {
      make(settings.file, settings.number);
    }
    return;
  }
  try {
    Map<String, Trades> trades = summarise(world, settings);
    merge(world, trades);
    if (world.rank() == 0) {
      print(trades);
    }
  } catch (DamagedException damaged) {
    System.err.println("Ticks: " + settings.file + ": " + damaged.getMessage());
    System.exit(1);
  }
}

/** The arguments of the command line. */
record Settings(boolean make, Path file, int number) {
  static Settings of(String[] args) {
    boolean make = args.length > 0 && args[0].equals("make");
    int first = make ? 1 : 0;
    if (args.length <= first || args.length > first + 2) {
      throw new IllegalArgumentException("expected a FILE and at most one number");
    }
    int number = make ? 1_000_000 : 1 << 20;
    if (args.length == first + 2) {
      String text = args[first + 1];
      int least = make ? 1 : SHORTEST_BLOCK;
      if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < least) {
        throw new IllegalArgumentException(
            (make ? "TRADES" : "BLOCK_BYTES")
                + " must be a whole number of at least "
                + least
                + ", not "
                + text);
      }
      number = Integer.parseInt(text);
    }
    return new Settings(make, Path.of(args[first]), number);
  }

  void checkFile() {
    if (!make && !Files.exists(file)) {
      throw new IllegalArgumentException("there is no file " + file);
    }
    if (!make && !Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + " is not a regular file");
    }
    Path folder = file.toAbsolutePath().getParent();
    if (make && (Files.isDirectory(file) || folder == null || !Files.isWritable(folder))) {
      throw new IllegalArgumentException("cannot write " + file);
    }
  }
}

/** Thrown when the file is not one of trades, or is damaged. */
static class DamagedException extends RuntimeException {
  DamagedException(String message) {
    super(message);
  }
}

/** Trades of one symbol. Prices are in units of 0.0001, so sums are exact in any order. */
static class Trades {
  long number;
  long volume;
  long value; // sum of price x size
  long lowest = Long.MAX_VALUE;
  long highest;

  void add(long price, long size) {
    number++;
    volume = Math.addExact(volume, size);
    value = Math.addExact(value, Math.multiplyExact(price, size));
    lowest = Math.min(lowest, price);
    highest = Math.max(highest, price);
  }

  void add(Trades other) {
    number += other.number;
    volume = Math.addExact(volume, other.volume);
    value = Math.addExact(value, other.value);
    lowest = Math.min(lowest, other.lowest);
    highest = Math.max(highest, other.highest);
  }
}

/** The parts of a block: their offsets in it, and their lengths. */
record Parts(int[] starts, int[] lengths) {
  /** Cuts at line ends, as evenly as they allow; a part may be empty. */
  static Parts of(byte[] block, int length, int parts) {
    int[] starts = new int[parts];
    int[] lengths = new int[parts];
    int at = 0;
    for (int i = 0; i < parts; i++) {
      starts[i] = at;
      int end = (int) ((long) length * (i + 1) / parts);
      while (end > at && end < length && block[end - 1] != '\n') {
        end++;
      }
      end = Math.max(end, at);
      lengths[i] = end - at;
      at = end;
    }
    return new Parts(starts, lengths);
  }
}

/** Blocks of whole lines of a compressed file. */
static class Reader implements AutoCloseable {
  private final InputStream in;
  private byte[] rest = new byte[0]; // a line whose end was not read

  Reader(Path file) throws IOException {
    in = new GZIPInputStream(Files.newInputStream(file), 1 << 16);
  }

  /**
   * Fills a block with as many whole lines as fit.
   *
   * @return number of bytes; 0 at the end of the file
   */
  int read(byte[] block) throws IOException {
    System.arraycopy(rest, 0, block, 0, rest.length);
    int length = rest.length + in.readNBytes(block, rest.length, block.length - rest.length);
    int end = length;
    if (length == block.length) {
      while (end > 0 && block[end - 1] != '\n') {
        end--;
      }
      if (end == 0) {
        throw new DamagedException("a line is longer than a block of " + block.length + " bytes");
      }
    }
    rest = Arrays.copyOfRange(block, end, length);
    if (end == 0 && length > 0) {
      rest = new byte[0];
      return length;
    }
    return end;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}

/** Reads, scatters and adds up, all at once; each rank returns its own sums. */
Map<String, Trades> summarise(Comm world, Settings settings) throws IOException {
  boolean root = world.rank() == 0;
  Map<String, Trades> trades = new HashMap<>();
  byte[] sent = new byte[root ? settings.number : 0];
  byte[] next = new byte[root ? settings.number : 0];
  byte[] part = new byte[0]; // the part that is on its way
  byte[] before = new byte[0]; // the part that has arrived
  int beforeLength = 0;
  long bytes = 0;
  long blocks = 0;
  long waited = 0;
  long start = System.nanoTime();
  try (Reader reader = root ? open(settings.file) : null) {
    int length = root ? read(reader, next) : 0;
    while (true) {
      byte[] swap = sent;
      sent = next;
      next = swap;
      Parts parts = root ? Parts.of(sent, length, world.size()) : null;
      int[] lengths = root ? parts.lengths : new int[world.size()];
      world.broadcast(lengths, 0);
      if (IntStream.of(lengths).sum() == 0) {
        break;
      }
      int mine = lengths[world.rank()];
      part = part.length < mine ? new byte[mine] : part;
      Request scattered =
          world.iScatterv(
              root ? sent : null,
              0,
              root ? lengths : null,
              root ? parts.starts : null,
              part,
              0,
              mine,
              0);
      bytes += length;
      blocks++;
      add(trades, before, beforeLength);
      length = root ? read(reader, next) : 0;
      long waits = System.nanoTime();
      scattered.await();
      waited += System.nanoTime() - waits;
      swap = before;
      before = part;
      part = swap;
      beforeLength = mine;
    }
  }
  add(trades, before, beforeLength);
  if (root) {
    double seconds = (System.nanoTime() - start) / 1e9;
    System.err.println(
        String.format(
            Locale.ROOT,
            "%d blocks, %.1f MB of text in %.2f s; rank 0 waited %.1f %% of it for scatters",
            blocks,
            bytes / 1e6,
            seconds,
            waited / 1e7 / seconds));
  }
  return trades;
}

private static Reader open(Path file) {
  try {
    return new Reader(file);
  } catch (IOException damaged) {
    throw new DamagedException("not compressed by gzip");
  }
}

private static int read(Reader reader, byte[] block) {
  try {
    return reader.read(block);
  } catch (IOException damaged) {
    throw new DamagedException("damaged or cut off: " + damaged.getMessage());
  }
}

/** Adds the trades of some whole lines. */
static void add(Map<String, Trades> trades, byte[] text, int length) {
  int at = 0;
  while (at < length) {
    int end = at;
    while (end < length && text[end] != '\n') {
      end++;
    }
    int symbol = after(text, at, end, at);
    int price = after(text, symbol, end, at);
    int size = after(text, price, end, at);
    String name = new String(text, symbol, price - 1 - symbol, StandardCharsets.ISO_8859_1);
    number(text, at, symbol - 1, 0, at, end); // the time is only checked
    trades
        .computeIfAbsent(name, n -> new Trades())
        .add(number(text, price, size - 1, 4, at, end), number(text, size, end, 0, at, end));
    at = end + 1;
  }
}

/** The beginning of the field behind the next comma. */
static int after(byte[] text, int from, int end, int line) {
  int at = from;
  while (at < end && text[at] != ',') {
    at++;
  }
  if (at >= end) {
    throw wrong(text, line, end);
  }
  return at + 1;
}

/** A number with up to {@code digits} digits behind the point, in units of the last of them. */
static long number(byte[] text, int from, int to, int digits, int line, int end) {
  long value = 0;
  int behind = -1;
  if (to <= from || to - from > 19) {
    throw wrong(text, line, end);
  }
  for (int at = from; at < to; at++) {
    if (text[at] == '.' && behind < 0 && digits > 0) {
      behind = 0;
    } else if (text[at] >= '0' && text[at] <= '9' && behind < digits) {
      value = 10 * value + text[at] - '0';
      behind += behind < 0 ? 0 : 1;
    } else {
      throw wrong(text, line, end);
    }
  }
  for (int more = Math.max(behind, 0); more < digits; more++) {
    value *= 10;
  }
  if (value < 0 || digits > 0 && to - from > 14) {
    throw wrong(text, line, end); // too large
  }
  return value;
}

static DamagedException wrong(byte[] text, int from, int end) {
  String line = new String(text, from, Math.min(end - from, 60), StandardCharsets.ISO_8859_1);
  return new DamagedException("not TIME,SYMBOL,PRICE,SIZE: " + line.strip());
}

/** Merges the sums of all ranks at rank 0. */
void merge(Comm world, Map<String, Trades> trades) {
  StringBuilder text = new StringBuilder();
  trades.forEach(
      (symbol, t) ->
          text.append(symbol)
              .append(',')
              .append(t.number)
              .append(',')
              .append(t.volume)
              .append(',')
              .append(t.value)
              .append(',')
              .append(t.lowest)
              .append(',')
              .append(t.highest)
              .append('\n'));
  byte[] mine = text.toString().getBytes(StandardCharsets.ISO_8859_1);
  byte[][] all = world.gatherv(mine, 0);
  if (world.rank() == 0) {
    for (int rank = 1; rank < all.length; rank++) {
      for (String line : new String(all[rank], StandardCharsets.ISO_8859_1).lines().toList()) {
        String[] fields = line.split(",");
        Trades theirs = new Trades();
        theirs.number = Long.parseLong(fields[1]);
        theirs.volume = Long.parseLong(fields[2]);
        theirs.value = Long.parseLong(fields[3]);
        theirs.lowest = Long.parseLong(fields[4]);
        theirs.highest = Long.parseLong(fields[5]);
        trades.computeIfAbsent(fields[0], n -> new Trades()).add(theirs);
      }
    }
  }
}

void print(Map<String, Trades> trades) {
  IO.println("symbol,trades,volume,average,lowest,highest");
  new TreeMap<>(trades)
      .forEach(
          (symbol, t) ->
              IO.println(
                  String.format(
                      Locale.ROOT,
                      "%s,%d,%d,%.4f,%.4f,%.4f",
                      symbol,
                      t.number,
                      t.volume,
                      t.volume == 0 ? 0 : (double) t.value / t.volume / 1e4,
                      t.lowest / 1e4,
                      t.highest / 1e4)));
}

/** Makes a file of trades whose prices walk at random; always the same. */
void make(Path file, int trades) throws IOException {
  Random random = new Random(1);
  String[] symbols = new String[40];
  long[] prices = new long[symbols.length];
  for (int i = 0; i < symbols.length; i++) {
    symbols[i] = "" + (char) ('A' + i % 26) + (char) ('A' + i / 26) + "X";
    prices[i] = 100_000L + random.nextInt(2_000_000);
  }
  long time = 1_700_000_000_000_000_000L;
  try (var out =
      new BufferedWriter(
          new OutputStreamWriter(
              new GZIPOutputStream(Files.newOutputStream(file), 1 << 16),
              StandardCharsets.ISO_8859_1))) {
    for (int i = 0; i < trades; i++) {
      int s = random.nextInt(symbols.length);
      time += random.nextInt(1_000_000);
      prices[s] = Math.max(100, prices[s] + random.nextInt(-50, 51));
      out.write(
          time
              + ","
              + symbols[s]
              + ","
              + prices[s] / 10_000
              + "."
              + String.format(Locale.ROOT, "%04d", prices[s] % 10_000)
              + ","
              + 100 * (1 + random.nextInt(20))
              + "\n");
    }
  }
  IO.println("wrote " + trades + " trades to " + file);
}
