/*
 * Counts how often each word occurs in a text.
 *
 *   ./ronsel run -n 4 examples/WordCount.java FILE
 *
 * A word is a longest run of bytes without white space, which is space, tab, newline, vertical tab,
 * form feed and carriage return of ASCII. Bytes are kept as they are, so any encoding that extends
 * ASCII will do. Standard output is, byte for byte, that of
 *
 *   export LC_ALL=C
 *   tr -s '[:space:]' '\n' < FILE | grep -a . | sort | uniq -c
 *
 * The total goes to standard error; for ASCII texts it is that of wc -w.
 */

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import org.ronsel.Comm;
import org.ronsel.Ronsel;

static final int COUNTS = 1; // the tag

void main(String[] args) throws IOException {
  Comm world = Ronsel.world();
  if (args.length != 1) {
    refuse(world, "expected one FILE");
    return;
  }
  Path file = Path.of(args[0]);

  // Rank 0 looks at the file and tells the others how long it is.
  String problem = world.rank() == 0 ? problemWith(file) : null;
  long[] length = {-1};
  if (world.rank() == 0 && problem == null) {
    length[0] = Files.size(file);
  }
  world.broadcast(length, 0);
  if (length[0] < 0) {
    refuse(world, problem);
    return;
  }

  HashMap<String, Long> counts = countPart(file, length[0], world.rank(), world.size());
  mergeAtRankZero(world, counts);

  if (world.rank() == 0) {
    print(counts);
    long total = counts.values().stream().mapToLong(Long::longValue).sum();
    System.err.printf(
        "%d words, %d different, counted by %d ranks%n", total, counts.size(), world.size());
  }
}

/** Counts the words that begin in part {@code part} of {@code parts} equal parts of the file. */
HashMap<String, Long> countPart(Path file, long length, int part, int parts) throws IOException {
  HashMap<String, Long> counts = new HashMap<>();
  try (FileChannel channel = FileChannel.open(file);
      Arena arena = Arena.ofConfined()) {
    MemorySegment text = channel.map(MapMode.READ_ONLY, 0, length, arena);
    long at = length * part / parts;
    long end = length * (part + 1) / parts;
    while (at > 0 && at < end && !isSpace(text, at - 1)) {
      at++; // inside a word that belongs to the part where it began
    }
    while (at < end) {
      if (isSpace(text, at)) {
        at++;
        continue;
      }
      long start = at;
      while (at < length && !isSpace(text, at)) {
        at++; // the word may reach into the next part
      }
      byte[] word = text.asSlice(start, at - start).toArray(ValueLayout.JAVA_BYTE);
      // ISO 8859-1 has a character for each byte: nothing is lost, and the order is that of the
      // bytes.
      counts.merge(new String(word, StandardCharsets.ISO_8859_1), 1L, Long::sum);
    }
  }
  return counts;
}

boolean isSpace(MemorySegment text, long at) {
  byte b = text.get(ValueLayout.JAVA_BYTE, at);
  return b == ' ' || b >= '\t' && b <= '\r';
}

/**
 * Adds up the counts of all ranks along a tree: first the odd ranks hand theirs to the even ones,
 * then of these every second one, and so on. After log2(size) steps rank 0 has them all.
 */
void mergeAtRankZero(Comm world, Map<String, Long> counts) {
  for (int step = 1; step < world.size(); step *= 2) {
    if (world.rank() % (2 * step) != 0) {
      world.send(pack(counts), world.rank() - step, COUNTS);
      return;
    }
    int other = world.rank() + step;
    if (other < world.size()) {
      byte[] packed = new byte[(int) world.probe(other, COUNTS).bytes()]; // the length was unknown
      world.receive(packed, other, COUNTS);
      unpack(packed).forEach((word, count) -> counts.merge(word, count, Long::sum));
    }
  }
}

/** One line per word: the count, a space, the word. */
byte[] pack(Map<String, Long> counts) {
  StringBuilder lines = new StringBuilder();
  counts.forEach((word, count) -> lines.append(count).append(' ').append(word).append('\n'));
  return lines.toString().getBytes(StandardCharsets.ISO_8859_1);
}

Map<String, Long> unpack(byte[] packed) {
  return new String(packed, StandardCharsets.ISO_8859_1)
      .lines()
      .map(line -> line.split(" "))
      .collect(Collectors.toMap(line -> line[1], line -> Long.valueOf(line[0])));
}

/** Prints one line per word, as uniq -c does, in the order of the words' bytes. */
void print(Map<String, Long> counts) {
  PrintStream out =
      new PrintStream(
          new BufferedOutputStream(System.out, 1 << 16), false, StandardCharsets.ISO_8859_1);
  new TreeMap<>(counts).forEach((word, count) -> out.printf("%7d %s\n", count, word));
  out.flush();
}

/** The reason why a file cannot be read, or null. */
String problemWith(Path file) {
  if (!Files.exists(file)) {
    return "there is no file " + file;
  }
  if (!Files.isRegularFile(file)) {
    return file + " is not a regular file";
  }
  return Files.isReadable(file) ? null : file + " may not be read";
}

/**
 * Called by all ranks before they return; rank 0 prints the problem, and its exit status becomes
 * the job's.
 */
void refuse(Comm world, String problem) {
  if (world.rank() == 0) {
    System.err.println("WordCount: " + problem);
    System.exit(2);
  }
}
