package org.ronsel.comm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.Advice;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;
import org.ronsel.NoMemoryException;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.check.Checks;
import org.ronsel.engine.request.Operation;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.observe.Observation;

/**
 * The memory in which messages of buffered sends wait (MPI-4.1, section 3.6). Any thread.
 *
 * <p>Every message takes exactly its length, at the first place where it fits; its room is free
 * again when its send has completed.
 */
final class AttachedBuffer {
  private final Engine engine;
  private volatile @Nullable MemorySegment memory;

  /** In order of offset; guarded by this object. */
  private final List<Stored> stored = new ArrayList<>();

  /**
   * Messages whose room was taken for others, and whose error nobody has been told; never more than
   * sends that have failed since the last flush. Guarded by this object.
   */
  private final List<Stored> failed = new ArrayList<>();

  /** A message in the buffer; its send is null while it is being copied. */
  private static final class Stored {
    final long offset;
    final long bytes;
    @Nullable Operation send;

    Stored(long offset, long bytes) {
      this.offset = offset;
      this.bytes = bytes;
    }

    boolean hasLeft() {
      return send != null && send.isComplete();
    }

    boolean hasFailed() {
      return send != null && send.isComplete() && !send.hasSucceeded();
    }
  }

  AttachedBuffer(Engine engine) {
    this.engine = engine;
  }

  boolean isAttached() {
    return memory != null;
  }

  synchronized void attach(String whose, long bytes) {
    if (memory != null) {
      throw wrong("attachBuffer", whose + " has a buffer already: detach that one first");
    }
    if (bytes < 0) {
      throw wrong("attachBuffer", "a size is at least 0, not " + bytes);
    }
    try {
      memory = Arena.ofAuto().allocate(bytes);
      if (Observation.CHECK && engine.checks() instanceof Checks checks) {
        checks.opened(this, "the buffer of " + whose + " was never detached; attached at");
      }
    } catch (OutOfMemoryError e) {
      throw new NoMemoryException(
          ErrorPlace.of(engine.rank(), "attachBuffer")
              .message("this JVM cannot get " + bytes + " bytes"),
          e);
    }
  }

  long detach(String whose) {
    if (memory == null) {
      throw wrong("detachBuffer", whose + " has no buffer: attach one first");
    }
    flush();
    synchronized (this) {
      MemorySegment old = memory;
      memory = null;
      if (Observation.CHECK && engine.checks() instanceof Checks checks) {
        checks.closed(this);
      }
      return old == null ? 0 : old.byteSize();
    }
  }

  /** Waits until all messages that are here now have left. */
  void flush() {
    List<Stored> all;
    synchronized (this) {
      all = new ArrayList<>(failed);
      all.addAll(stored);
    }
    RonselException first = null;
    for (Stored each : all) {
      Operation send = each.send;
      if (send != null) {
        try {
          engine.await(send);
        } catch (WaitInterruptedException interrupted) {
          throw interrupted;
        } catch (RonselException failure) {
          first = first == null ? failure : suppressing(first, failure);
        }
        synchronized (this) {
          if (!stored.remove(each)) {
            failed.remove(each);
          }
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private static RonselException suppressing(RonselException first, RonselException other) {
    if (first != other) {
      first.addSuppressed(other);
    }
    return first;
  }

  /** Starts the send of a message that has been stored. */
  @FunctionalInterface
  interface Start {
    Operation send(Object base, long offset);
  }

  /** Stores a message and starts its send. */
  void send(Communicator comm, Object base, long offset, long bytes, Start start) {
    MemorySegment to = memory;
    if (to == null) {
      throw new InvalidArgumentException(
          ErrorClass.BUFFER,
          ErrorPlace.of(comm.rank(), "sendBuffered")
              .message("no buffer is attached", Advice.ATTACH_BUFFER));
    }
    Stored place = reserve(comm, to, bytes);
    try {
      MemoryCopy.toSegment(base, offset, to, place.offset, bytes);
      Operation send = start.send(to, place.offset);
      synchronized (this) {
        place.send = send;
      }
    } catch (RuntimeException | Error failure) {
      synchronized (this) {
        stored.remove(place);
      }
      throw failure;
    }
  }

  private Stored reserve(Communicator comm, MemorySegment in, long bytes) {
    Stored place = place(in, bytes);
    if (place == null) {
      engine.progressOnce(); // what has been matched meanwhile leaves
      place = place(in, bytes);
    }
    if (place == null) {
      throw full(comm, in, bytes);
    }
    return place;
  }

  private synchronized @Nullable Stored place(MemorySegment in, long bytes) {
    long from = 0;
    int index = 0;
    Stored place = null;
    for (Iterator<Stored> all = stored.iterator(); all.hasNext(); ) {
      Stored each = all.next();
      if (each.hasLeft()) {
        all.remove();
        if (each.hasFailed()) {
          failed.add(each);
        }
      } else if (place == null && each.offset - from >= bytes) {
        place = new Stored(from, bytes);
      } else {
        if (place == null) {
          from = each.offset + each.bytes;
          index++;
        }
      }
    }
    if (place == null && in.byteSize() - from >= bytes) {
      place = new Stored(from, bytes);
    }
    if (place != null) {
      stored.add(index, place);
    }
    return place;
  }

  private synchronized RonselException full(Communicator comm, MemorySegment in, long bytes) {
    long waiting = stored.stream().mapToLong(each -> each.bytes).sum();
    return new InvalidArgumentException(
        ErrorClass.BUFFER,
        ErrorPlace.of(comm.rank(), "sendBuffered")
            .message(
                "a message of "
                    + bytes
                    + " bytes finds no room in the attached buffer of "
                    + in.byteSize()
                    + " bytes, where "
                    + stored.size()
                    + " messages of "
                    + waiting
                    + " bytes wait",
                Advice.ATTACH_LARGER_BUFFER));
  }

  private InvalidArgumentException wrong(String call, String problem) {
    return new InvalidArgumentException(
        ErrorClass.BUFFER, ErrorPlace.of(engine.rank(), call).message(problem));
  }
}
