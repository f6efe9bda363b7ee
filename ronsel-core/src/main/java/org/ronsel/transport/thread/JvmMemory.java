package org.ronsel.transport.thread;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.transport.HostMemory;
import org.ronsel.transport.Sleepers;

/** {@link HostMemory} of a job whose ranks all live in this JVM. */
public final class JvmMemory {
  /** Where a program makes more communicators than that is enough for, the others do without. */
  private static final long MOST_BYTES = 32L << 20;

  private record Piece(MemorySegment memory, AtomicInteger users) {}

  private final AtomicLong lastHandle = new AtomicLong();
  private final AtomicLong lent = new AtomicLong();
  private final Map<Long, Piece> pieces = new ConcurrentHashMap<>();
  private final Map<Integer, Sleepers> sleepers = new ConcurrentHashMap<>();

  /** Makes the memory of a job. */
  public JvmMemory() {}

  /** As a rank sees it. */
  public HostMemory of(int rank) {
    return new View(rank);
  }

  private Sleepers sleepersOf(int rank) {
    Sleepers known = sleepers.get(rank);
    return known != null ? known : sleepers.computeIfAbsent(rank, unused -> new Sleepers());
  }

  private final class View implements HostMemory {
    private final int rank;

    View(int rank) {
      this.rank = rank;
    }

    @Override
    public long lend(long bytes, long zeroed, int users) {
      if (lent.addAndGet(bytes) > MOST_BYTES) {
        lent.addAndGet(-bytes);
        return 0;
      }
      long handle = lastHandle.incrementAndGet();
      MemorySegment memory = Arena.ofAuto().allocate(bytes, 128);
      pieces.put(handle, new Piece(memory, new AtomicInteger(users)));
      return handle;
    }

    @Override
    public MemorySegment borrow(int lender, long handle, long bytes) {
      Piece piece = pieces.get(handle);
      if (piece == null || piece.memory.byteSize() != bytes) {
        throw new RonselException(
            ErrorClass.INTERN, "rank " + lender + " has lent no memory " + handle);
      }
      return piece.memory;
    }

    @Override
    public void giveBack(int lender, long handle, long bytes) {
      Piece piece = pieces.get(handle);
      if (piece != null && piece.users.decrementAndGet() == 0) {
        pieces.remove(handle);
        lent.addAndGet(-bytes);
      }
    }

    @Override
    public void wake(int endpoint) {
      sleepersOf(endpoint).wakeReady();
    }

    @Override
    public void parks(Sleeper sleeper) {
      sleepersOf(rank).add(sleeper);
    }

    @Override
    public void unparks(Sleeper sleeper) {
      sleepersOf(rank).remove(sleeper);
    }
  }
}
