package org.ronsel.machine;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ronsel.UnsupportedFeatureException;

/**
 * The number of garbage collections that have begun in this JVM, in a word of memory that other
 * processes can read as well. The collectors that stop all threads (serial, parallel, G1) increment
 * it before they move the first object. So an array was at its address for as long as the count has
 * not changed.
 *
 * <p>HotSpot describes where it keeps what in tables that it exports for debuggers and profilers
 * ({@code gHotSpotVMStructs}). Where these tables, or what is looked up in them, are absent, or
 * another collector is used, the count is unavailable.
 *
 * <p>Any thread. The first to ask reads the tables, which takes some 10 ms.
 */
public final class CollectionCount {
  private static final String HEAP = "CollectedHeap._total_collections";
  private static final String UNIVERSE = "Universe._collectedHeap";
  private static final String FLAGS = "JVMFlag.flags";
  private static final String FLAG_COUNT = "JVMFlag.numFlags";
  private static final String FLAG_NAME = "JVMFlag._name";
  private static final String FLAG_ADDRESS = "JVMFlag._addr";

  private CollectionCount() {}

  /** Whether there is a count. */
  public static Availability availability() {
    return Found.AVAILABILITY;
  }

  /** The address of the word of 32 bits. */
  public static long address() {
    require();
    return Found.WORD.address();
  }

  /** The count, which may have wrapped around. */
  public static int value() {
    require();
    return Found.WORD.get(ValueLayout.JAVA_INT, 0);
  }

  private static void require() {
    if (!Found.AVAILABILITY.usable()) {
      throw new UnsupportedFeatureException("Collections are not counted: " + Found.AVAILABILITY);
    }
  }

  private static final class Found {
    static final Availability AVAILABILITY;
    static final MemorySegment WORD;

    static {
      MemorySegment word = MemorySegment.NULL;
      Availability found = NativeAccess.availability();
      if (found.usable() && !NativeAccess.LINUX) {
        found = Availability.unavailable("only Linux tells where the JVM's library is");
      }
      if (found.usable()) {
        try {
          Tables tables = new Tables(library());
          String collector = tables.collector();
          word = tables.wordAt(tables.word(UNIVERSE) + tables.offset(HEAP));
          found = Availability.usable(collector);
        } catch (IOException | RuntimeException unknown) {
          found = Availability.unavailable("this JVM does not tell: " + unknown.getMessage());
        }
      }
      WORD = word;
      AVAILABILITY = found;
    }

    /** The library of the JVM that runs, as it is mapped: another one would describe itself. */
    private static Path library() throws IOException {
      // Not Files.lines, which fails if the thread is interrupted.
      try (BufferedReader maps = Files.newBufferedReader(Path.of("/proc/self/maps"))) {
        Optional<String> path =
            maps.lines()
                .filter(line -> line.endsWith("/libjvm.so"))
                .map(line -> line.substring(line.indexOf('/')))
                .findFirst();
        return Path.of(path.orElseThrow(() -> new NoSuchElementException("no libjvm.so")));
      }
    }
  }

  /** What HotSpot tells of its fields: the address of static ones, the offset of others. */
  private static final class Tables {
    private static final long MOST_ENTRIES = 100_000;

    private static final List<String> TYPES = List.of("CollectedHeap", "Universe", "JVMFlag");

    /** The flags of collectors that move objects only while all threads stand. */
    private static final List<String> COLLECTORS =
        List.of("UseSerialGC", "UseParallelGC", "UseG1GC");

    /** All memory of this process, by its address. */
    @SuppressWarnings("restricted")
    private final MemorySegment memory = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final SymbolLookup symbols;
    private final Map<String, Long> fields = new HashMap<>();

    Tables(Path library) {
      symbols = SymbolLookup.libraryLookup(library, Arena.global());
      long typeName = variable("gHotSpotVMStructEntryTypeNameOffset");
      long fieldName = variable("gHotSpotVMStructEntryFieldNameOffset");
      long isStatic = variable("gHotSpotVMStructEntryIsStaticOffset");
      long offset = variable("gHotSpotVMStructEntryOffsetOffset");
      long address = variable("gHotSpotVMStructEntryAddressOffset");
      long stride = variable("gHotSpotVMStructEntryArrayStride");
      long entry = variable("gHotSpotVMStructs");
      for (long i = 0; i < MOST_ENTRIES && longAt(entry + typeName) != 0; i++, entry += stride) {
        String type = oneOf(TYPES, longAt(entry + typeName));
        if (type != null) {
          boolean fixed = (int) longAt(entry + isStatic) != 0;
          fields.put(
              type + "." + memory.getString(longAt(entry + fieldName)),
              longAt(entry + (fixed ? address : offset)));
        }
      }
    }

    private long longAt(long address) {
      if (address == 0) {
        throw new NoSuchElementException("an empty table");
      }
      return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
    }

    /**
     * Which of some texts is at an address; null if none is. Most of the thousands of names in the
     * tables differ in their first letter, so that this takes a small part of what making strings
     * of them takes in code that is not compiled.
     */
    private @Nullable String oneOf(List<String> texts, long address) {
      byte first = memory.get(ValueLayout.JAVA_BYTE, address);
      for (String text : texts) {
        if (first == text.charAt(0) && memory.getString(address).equals(text)) {
          return text;
        }
      }
      return null;
    }

    /** The value of a variable that is exported. */
    private long variable(String name) {
      return longAt(
          symbols.find(name).orElseThrow(() -> new NoSuchElementException("no " + name)).address());
    }

    long offset(String field) {
      Long known = fields.get(field);
      if (known == null) {
        throw new NoSuchElementException("no " + field);
      }
      return known;
    }

    /** The value of a static field. */
    long word(String field) {
      return longAt(offset(field));
    }

    /** The collector in use, one of those that move objects only while all threads stand. */
    String collector() {
      long size = sizeOf("JVMFlag");
      long nameAt = offset(FLAG_NAME);
      long valueAt = offset(FLAG_ADDRESS);
      long count = Math.min(word(FLAG_COUNT), MOST_ENTRIES);
      long flag = word(FLAGS);
      for (long i = 0; i < count; i++, flag += size) {
        long name = longAt(flag + nameAt);
        String collector = name == 0 ? null : oneOf(COLLECTORS, name);
        if (collector != null && memory.get(ValueLayout.JAVA_BYTE, longAt(flag + valueAt)) != 0) {
          return nameOf(collector);
        }
      }
      throw new NoSuchElementException("its collector moves objects while threads run");
    }

    private static String nameOf(String flag) {
      return switch (flag) {
        case "UseSerialGC" -> "serial collector";
        case "UseParallelGC" -> "parallel collector";
        default -> "G1";
      };
    }

    private long sizeOf(String type) {
      long name = variable("gHotSpotVMTypeEntryTypeNameOffset");
      long size = variable("gHotSpotVMTypeEntrySizeOffset");
      long stride = variable("gHotSpotVMTypeEntryArrayStride");
      long entry = variable("gHotSpotVMTypes");
      List<String> types = List.of(type);
      for (long i = 0; i < MOST_ENTRIES && longAt(entry + name) != 0; i++, entry += stride) {
        if (oneOf(types, longAt(entry + name)) != null) {
          return longAt(entry + size);
        }
      }
      throw new NoSuchElementException("no type " + type);
    }

    /** A word at an address that was found. */
    MemorySegment wordAt(long address) {
      return memory.asSlice(address, Integer.BYTES);
    }
  }
}
