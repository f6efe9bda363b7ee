package org.ronsel.machine;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/**
 * The client library of PMIx, {@code libpmix.so.2}, whose ABI is the same in versions 3 to 5. All
 * strings are ASCII. One thread calls at a time, except for {@link #abort}.
 */
public final class PmixLibrary {
  private static final String NAME = "libpmix.so.2";

  // struct pmix_proc_t { char nspace[256]; uint32_t rank; }
  private static final long NAMESPACE_BYTES = 256;
  private static final long PROC_BYTES = 260;

  // struct pmix_value_t { uint16_t type; union { char *string; uint32_t uint32; bool flag; } data;
  // }
  private static final long VALUE_BYTES = 32;
  private static final long DATA = 8;
  private static final short BOOL = 1;
  private static final short STRING = 3;
  private static final short UINT32 = 14;

  // struct pmix_info_t { char key[512]; uint32_t flags; pmix_value_t value; }
  private static final long INFO_BYTES = 552;
  private static final long INFO_VALUE = 520;

  private static final int GLOBAL = 3;
  private static final int ALL_RANKS = -2;

  /** No value is as long. */
  private static final long LONGEST_VALUE = 1 << 20;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;
  private static final ValueLayout POINTER = ValueLayout.ADDRESS;

  private final SymbolLookup functions;
  private final MethodHandle get;
  private final MethodHandle put;
  private final MethodHandle commit;
  private final MethodHandle fence;
  private final MethodHandle abort;
  private final MethodHandle finish;
  private final MethodHandle text;

  /** The process as the library knows it. */
  private final MemorySegment self = Arena.global().allocate(PROC_BYTES, 4);

  private PmixLibrary(SymbolLookup functions) throws IOException {
    this.functions = functions;
    get =
        function("PMIx_Get", FunctionDescriptor.of(INT, POINTER, POINTER, POINTER, WORD, POINTER));
    put = function("PMIx_Put", FunctionDescriptor.of(INT, INT, POINTER, POINTER));
    commit = function("PMIx_Commit", FunctionDescriptor.of(INT));
    fence = function("PMIx_Fence", FunctionDescriptor.of(INT, POINTER, WORD, POINTER, WORD));
    abort = function("PMIx_Abort", FunctionDescriptor.of(INT, INT, POINTER, POINTER, WORD));
    finish = function("PMIx_Finalize", FunctionDescriptor.of(INT, POINTER, WORD));
    text = function("PMIx_Error_string", FunctionDescriptor.of(POINTER, INT));
  }

  /**
   * Loads the library and connects to the server that the environment names.
   *
   * @throws IOException if there is no library, or no server
   */
  public static PmixLibrary connect() throws IOException {
    try {
      WantedNativeAccess.insist();
    } catch (IllegalCallerException refused) {
      throw new IOException(NativeAccess.REASON, refused);
    }
    SymbolLookup functions;
    try {
      functions = SymbolLookup.libraryLookup(NAME, Arena.global());
    } catch (IllegalArgumentException absent) {
      throw new IOException(
          "the environment speaks of PMIx, but its library "
              + NAME
              + " is not on this host: install it (Debian, Ubuntu: libpmix2; Fedora, RHEL: pmix),"
              + " or name its folder in LD_LIBRARY_PATH",
          absent);
    }
    PmixLibrary library = new PmixLibrary(functions);
    MethodHandle init =
        library.function("PMIx_Init", FunctionDescriptor.of(INT, POINTER, POINTER, WORD));
    library.check("PMIx_Init", (int) call(init, library.self, MemorySegment.NULL, 0L));
    return library;
  }

  private MethodHandle function(String name, FunctionDescriptor descriptor) throws IOException {
    MemorySegment address =
        functions
            .find(name)
            .orElseThrow(() -> new IOException("the library " + NAME + " has no " + name));
    return Linker.nativeLinker().downcallHandle(address, descriptor);
  }

  private static Object call(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      throw new AssertionError("a downcall throws no checked exception", thrown);
    }
  }

  private void check(String what, int status) throws IOException {
    if (status != 0) {
      MemorySegment said = (MemorySegment) call(text, status);
      throw new IOException(
          what + ": " + (said.equals(MemorySegment.NULL) ? "error " + status : string(said, 200)));
    }
  }

  private static String string(MemorySegment at, long longest) {
    MemorySegment all = at.reinterpret(longest + 1);
    StringBuilder text = new StringBuilder();
    for (long i = 0; i <= longest; i++) {
      byte c = all.get(ValueLayout.JAVA_BYTE, i);
      if (c == 0) {
        return text.toString();
      }
      text.append((char) (c & 0xff));
    }
    return "";
  }

  /** The name of the job. */
  public String namespace() {
    return string(self, NAMESPACE_BYTES - 1);
  }

  /** The rank of this process. */
  public int rank() {
    return self.get(INT, NAMESPACE_BYTES);
  }

  /** How many processes the job has. */
  public int size() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = value(arena, ALL_RANKS, "pmix.job.size");
      if (value.get(ValueLayout.JAVA_SHORT, 0) != UINT32) {
        throw new IOException("PMIx_Get: the number of processes is no number");
      }
      return value.get(INT, DATA);
    }
  }

  /** Gives a value to all processes after the next {@link #fence}. */
  public void put(String key, String value) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment given = arena.allocate(VALUE_BYTES, 8);
      given.set(ValueLayout.JAVA_SHORT, 0, STRING);
      given.set(ValueLayout.ADDRESS, DATA, ascii(arena, value));
      check("PMIx_Put", (int) call(put, GLOBAL, ascii(arena, key), given));
    }
  }

  /** Reads a value that a process has put before the last fence. */
  public String get(int rank, String key) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = value(arena, rank, key);
      if (value.get(ValueLayout.JAVA_SHORT, 0) != STRING) {
        throw new IOException(
            "PMIx_Get: what rank " + rank + " has put for " + key + " is no text");
      }
      return string(value.get(ValueLayout.ADDRESS, DATA), LONGEST_VALUE);
    }
  }

  /** The library's own copy, of which a job has a few; it is not given back. */
  private MemorySegment value(Arena arena, int rank, String key) throws IOException {
    MemorySegment process = arena.allocate(PROC_BYTES, 4).copyFrom(self);
    process.set(INT, NAMESPACE_BYTES, rank);
    MemorySegment found = arena.allocate(ValueLayout.ADDRESS);
    check(
        "PMIx_Get " + key + " of rank " + rank,
        (int) call(get, process, ascii(arena, key), MemorySegment.NULL, 0L, found));
    MemorySegment value = found.get(ValueLayout.ADDRESS, 0);
    if (value.equals(MemorySegment.NULL)) {
      throw new IOException("PMIx_Get gives nothing for " + key);
    }
    return value.reinterpret(VALUE_BYTES);
  }

  /**
   * Returns when all processes have come here, with what they have put.
   *
   * @param seconds after which it is an error, or 0 for never, where the server knows time limits
   */
  public void fence(int seconds) throws IOException {
    check("PMIx_Commit", (int) call(commit));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment options = arena.allocate(2 * INFO_BYTES, 8);
      option(options, "pmix.collect", BOOL, 1);
      if (seconds > 0) {
        option(options.asSlice(INFO_BYTES), "pmix.timeout", (short) 6, seconds);
      }
      long count = seconds > 0 ? 2 : 1;
      check("PMIx_Fence", (int) call(fence, MemorySegment.NULL, 0L, options, count));
    }
  }

  private static void option(MemorySegment info, String key, short type, int value) {
    byte[] name = key.getBytes(StandardCharsets.US_ASCII);
    MemorySegment.copy(name, 0, info, ValueLayout.JAVA_BYTE, 0, name.length);
    info.set(ValueLayout.JAVA_SHORT, INFO_VALUE, type);
    info.set(INT, INFO_VALUE + DATA, value);
  }

  /** Ends all processes of the job. */
  public void abort(int status, String reason) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      check("PMIx_Abort", (int) call(abort, status, ascii(arena, reason), MemorySegment.NULL, 0L));
    }
  }

  /** Says that this process has come to a good end. */
  public void finish() throws IOException {
    check("PMIx_Finalize", (int) call(finish, MemorySegment.NULL, 0L));
  }

  private static MemorySegment ascii(Arena arena, String text) {
    return arena.allocateFrom(text, StandardCharsets.US_ASCII);
  }
}
