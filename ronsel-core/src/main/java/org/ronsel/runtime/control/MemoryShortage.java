package org.ronsel.runtime.control;

import org.jspecify.annotations.Nullable;
import org.ronsel.machine.ProcessLimits;
import org.ronsel.memory.ByteSize;

/** The kind of memory that is short when a JVM throws an {@link OutOfMemoryError}. */
public enum MemoryShortage {
  /** An object does not fit into the heap. */
  HEAP("Java heap space"),

  /** Nearly all time goes into collecting a heap in which nearly nothing is garbage. */
  OVERHEAD("GC overhead limit exceeded"),

  /** Memory for classes; the JVM's words are those of its two parts. */
  CLASSES("Metaspace"),
  /** The other part. */
  COMPRESSED_CLASSES("Compressed class space"),

  /** Memory of direct byte buffers. */
  DIRECT_BUFFERS("Cannot reserve"),

  /** Threads, or the memory for their stacks. */
  THREADS("unable to create native thread"),

  /** An array with more elements than one can have. */
  ARRAY("Requested array size exceeds VM limit"),

  /** Anything else, such as memory of the system. */
  OTHER("");

  // Not a call of values(), which allocates.
  private static final MemoryShortage[] ALL = values();

  /** How the error's message begins. */
  private final String words;

  MemoryShortage(String words) {
    this.words = words;
  }

  /** The first error of this kind in a chain of causes, or null. Allocates nothing. */
  public static @Nullable OutOfMemoryError in(@Nullable Throwable failure) {
    Throwable at = failure;
    for (int depth = 0; at != null && depth < 100; depth++) {
      if (at instanceof OutOfMemoryError error) {
        return error;
      }
      at = causeOf(at);
    }
    return null;
  }

  /** The cause of a failure; null also where that is asked of code of the program, and it fails. */
  private static @Nullable Throwable causeOf(Throwable failure) {
    try {
      return failure.getCause();
    } catch (Throwable broken) {
      return broken instanceof OutOfMemoryError ? broken : null;
    }
  }

  /** The kind of memory that was short when an error was thrown. Allocates nothing. */
  public static MemoryShortage of(OutOfMemoryError error) {
    String message = messageOf(error);
    for (int i = 0; message != null && i < ALL.length; i++) {
      if (message.startsWith(ALL[i].words)) {
        return ALL[i];
      }
    }
    return OTHER;
  }

  /** The message of an error, which may be of a class of the program whose code fails. */
  private static @Nullable String messageOf(OutOfMemoryError error) {
    try {
      return error.getMessage();
    } catch (RuntimeException | Error broken) {
      return null;
    }
  }

  /** The one of this ordinal. Allocates nothing. */
  public static MemoryShortage numbered(int ordinal) {
    return ALL[ordinal];
  }

  /** The words of the JVM. */
  public String words() {
    return words;
  }

  /** Advice for the user. */
  public String advice(long maxHeap) {
    return switch (this) {
      case HEAP, OVERHEAD ->
          "All ranks of a JVM share its heap, which has a limit of "
              + ByteSize.describe(maxHeap)
              + ": give it more with -J-Xmx4g or the like, or run fewer ranks per JVM"
              + " (--ranks-per-jvm).";
      case CLASSES, COMPRESSED_CLASSES ->
          "Each rank of a JVM has classes of its own: run with --shared-classes, or raise"
              + " -J-XX:MaxMetaspaceSize or -J-XX:CompressedClassSpaceSize.";
      case DIRECT_BUFFERS ->
          "All ranks of a JVM share its memory for direct buffers: give it more with"
              + " -J-XX:MaxDirectMemorySize=4g or the like.";
      case THREADS -> ProcessLimits.threadsText() + ".";
      case ARRAY -> "No heap is large enough for an array of so many elements: divide it.";
      case OTHER -> "The machine or container has no more memory for this JVM.";
    };
  }
}
