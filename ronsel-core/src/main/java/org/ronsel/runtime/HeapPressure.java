package org.ronsel.runtime;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.control.MemoryShortage;

/**
 * Whether the heap is full and stays so, although no error has come up that ends a rank: because
 * the program catches what is thrown, or because the collector frees just enough, again and again,
 * for the next allocation. A daemon of its own looks: to ask the heap anything may take as long as
 * a collection of it.
 */
final class HeapPressure {
  /** If more than this share of the heap is free, nothing is examined. */
  private static final double AMPLE = 0.1;

  /** The share of the time of the JVM's {@code UseGCOverheadLimit}, which few collectors have. */
  private static final double COLLECTING = 0.98;

  private static final long EVERY_NS = TimeUnit.SECONDS.toNanos(1);

  /** So long, and in so many looks, it has to be so. A single collection may take long. */
  private static final long FOR_NS = TimeUnit.SECONDS.toNanos(5);

  private static final int LOOKS = 3;

  /** Small, as are most objects; large ones may fail in a heap that is not full. */
  private static final int PROBE_BYTES = 1024;

  /** There may be no memory for an empty array when it is wanted. */
  private static final GarbageCollectorMXBean[] NO_COLLECTORS = {};

  private GarbageCollectorMXBean @Nullable [] collectors;
  private @Nullable Object probe;
  private long collectedMs = -1;
  private long lookedNs;
  private final Span unusable = new Span();
  private final Span collecting = new Span();

  /**
   * Starts to watch this JVM's heap.
   *
   * @param lasts told once, what it has been short of for some seconds
   */
  static void watch(Consumer<MemoryShortage> lasts) {
    Thread.ofPlatform().daemon().name("ronsel-heap").start(() -> watchUntil(lasts));
  }

  private static void watchUntil(Consumer<MemoryShortage> lasts) {
    HeapPressure pressure = new HeapPressure();
    MemoryShortage found;
    do {
      // A program may interrupt all threads of its group, and no thread parks while interrupted.
      var _ = Thread.interrupted();
      LockSupport.parkNanos(EVERY_NS);
      found = pressure.look();
    } while (found == null);
    lasts.accept(found);
  }

  /** The shortage that the heap has had for some seconds, or null; to be called regularly. */
  private @Nullable MemoryShortage look() {
    Runtime jvm = Runtime.getRuntime();
    long max = jvm.maxMemory();
    if (max - jvm.totalMemory() + jvm.freeMemory() > AMPLE * max) {
      collectedMs = -1;
      unusable.end();
      collecting.end();
      return null;
    }
    long now = System.nanoTime();
    unusable.goOn(!canAllocate(), now);
    long before = collectedMs;
    collectedMs = collectedMs();
    collecting.goOn(
        before >= 0
            && TimeUnit.MILLISECONDS.toNanos(collectedMs - before) >= COLLECTING * (now - lookedNs),
        now);
    lookedNs = now;
    if (unusable.isLong()) {
      return MemoryShortage.HEAP;
    }
    return collecting.isLong() ? MemoryShortage.OVERHEAD : null;
  }

  private boolean canAllocate() {
    try {
      // To a field, or it would be allocated on the stack.
      probe = new byte[PROBE_BYTES];
      probe = null;
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  /** How long this JVM has been stopped for collections; -1 if unknown. */
  private long collectedMs() {
    GarbageCollectorMXBean[] known = collectors;
    if (known == null) {
      known = find();
      collectors = known;
    }
    long sum = known.length == 0 ? -1 : 0;
    for (GarbageCollectorMXBean each : known) {
      sum += each.getCollectionTime();
    }
    return sum;
  }

  private static GarbageCollectorMXBean[] find() {
    try {
      return ManagementFactory.getGarbageCollectorMXBeans().stream()
          // Cycles run beside the program; what they stop it for has a bean of its own.
          .filter(each -> !each.getName().endsWith("Cycles"))
          .toArray(GarbageCollectorMXBean[]::new);
    } catch (LinkageError | OutOfMemoryError | RuntimeException e) {
      // Without the module java.management, or in a heap that is full already, of which the other
      // criterion then tells.
      return NO_COLLECTORS;
    }
  }

  /** A time in which something has been so at each look. */
  private static final class Span {
    private int looks;
    private long sinceNs;

    void goOn(boolean so, long now) {
      if (!so) {
        end();
      } else if (looks++ == 0) {
        sinceNs = now;
      }
    }

    void end() {
      looks = 0;
    }

    boolean isLong() {
      return looks >= LOOKS && System.nanoTime() - sinceNs >= FOR_NS;
    }
  }
}
