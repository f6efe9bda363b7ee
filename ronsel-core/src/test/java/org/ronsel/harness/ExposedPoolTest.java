package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.ronsel.NoMemoryException;
import org.ronsel.comm.Communicator;
import org.ronsel.onesided.ExposedPool;
import org.ronsel.onesided.ExposedPool.Piece;

/** The memory of windows: used again when it is free, for pieces of any length. */
class ExposedPoolTest {
  private static final long LONG = 300_000;

  private final AtomicLong allocated = new AtomicLong();
  private long limit = Long.MAX_VALUE;
  private long available = Long.MAX_VALUE;

  private MemorySegment allocate(long bytes) {
    if (allocated.get() + bytes > limit) {
      throw new NoMemoryException("there is no more");
    }
    allocated.addAndGet(bytes);
    return Arena.ofAuto().allocate(bytes, 64);
  }

  private void onPool(Consumer<ExposedPool> body) {
    Ranks.run(
        1,
        world ->
            body.accept(
                new ExposedPool(
                    ((Communicator) world).state().oneSided(), this::allocate, () -> available)));
  }

  @Test
  void piecesThatGrowTakeLessThanFourTimesTheLongest() {
    onPool(
        pool -> {
          long before = allocated.get();
          for (int i = 1; i <= 24; i++) {
            pool.free(pool.allocate(i * LONG));
          }
          assertThat(allocated.get() - before).isLessThan(4 * 24 * LONG);
        });
  }

  @Test
  void aFreeLongPieceIsUsedForShorterOnes() {
    onPool(
        pool -> {
          pool.free(pool.allocate(10 * LONG));
          long before = allocated.get();
          pool.allocate(LONG);
          pool.allocate(2 * LONG);
          pool.allocate(3 * LONG);
          assertThat(allocated.get()).isEqualTo(before);
        });
  }

  @Test
  void thePieceIsAllThatIsAllocatedWhereThereIsNoMoreMemory() {
    onPool(
        pool -> {
          pool.free(pool.allocate(LONG));
          limit = allocated.get() + 3 * LONG;
          assertThat(pool.allocate(2 * LONG).memory().byteSize()).isEqualTo(2 * LONG);
        });
  }

  /** What it would take beyond them, another rank of the host may need. */
  @Test
  void thePieceIsAllThatIsAllocatedWhereMemoryIsShort() {
    onPool(
        pool -> {
          pool.free(pool.allocate(LONG));
          long before = allocated.get();
          available = 5 * LONG;
          pool.allocate(2 * LONG);
          assertThat(allocated.get() - before).isLessThan(2 * LONG + LONG / 2);
        });
  }

  @Test
  void piecesAreZeroAndApart() {
    onPool(
        pool -> {
          Random random = new Random(1);
          List<Piece> used = new ArrayList<>();
          for (int i = 1; i <= 1000; i++) {
            if (used.size() > 20 || !used.isEmpty() && random.nextBoolean()) {
              Piece piece = used.remove(random.nextInt(used.size()));
              long mark = piece.memory().get(ValueLayout.JAVA_LONG, 0);
              assertThat(mark).isPositive();
              filled(piece, mark);
              pool.free(piece);
            } else {
              long bytes = random.nextBoolean() ? 10_000 : 4 * LONG;
              Piece piece = pool.allocate(8 + random.nextLong(bytes / 8) * 8);
              filled(piece, 0);
              for (long at = 0; at < piece.memory().byteSize(); at += 8) {
                piece.memory().set(ValueLayout.JAVA_LONG, at, i);
              }
              used.add(piece);
            }
          }
        });
  }

  private static void filled(Piece piece, long value) {
    MemorySegment memory = piece.memory();
    long last = memory.byteSize() - 8;
    assertThat(memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(value);
    assertThat(memory.get(ValueLayout.JAVA_LONG, last / 16 * 8)).isEqualTo(value);
    assertThat(memory.get(ValueLayout.JAVA_LONG, last)).isEqualTo(value);
  }
}
