package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Comm;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.message.OutgoingRecord;
import org.ronsel.onesided.ExposedMemory;
import org.ronsel.onesided.ExposedPool;
import org.ronsel.onesided.Ghosts;
import org.ronsel.onesided.OneSided;
import org.ronsel.onesided.PeerMemory;
import org.ronsel.onesided.RemoteOperation;
import org.ronsel.requirements.Requires;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.HostileNetwork.Manners;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.RemoteOp;
import org.ronsel.transport.shm.ShmTransportProvider;
import org.ronsel.transport.tcp.TcpTransportProvider;

/**
 * One-sided operations of every rank on every other, itself included: by transports that see the
 * memory, and by records where none does.
 */
class OneSidedTest {
  private static final int RANKS = 3;

  /** How ranks are connected, and what memory they expose. */
  enum Way {
    THREADS,
    THREADS_ARRAYS,
    SHARED_MEMORY,
    SHARED_MEMORY_PRIVATE,
    TCP,
    SINGLE_BYTES,
    SMALL_RECORDS,
    PUT_AND_GET;

    EngineRanks start() {
      return switch (this) {
        case THREADS, THREADS_ARRAYS -> ThreadRanks.start(RANKS);
        case SHARED_MEMORY, SHARED_MEMORY_PRIVATE -> {
          Requires.sharedMemory();
          yield new TransportRanks(RANKS, new ShmTransportProvider());
        }
        case TCP -> new TransportRanks(RANKS, new TcpTransportProvider());
        case SINGLE_BYTES -> hostile(Manners.SINGLE_BYTES);
        case SMALL_RECORDS -> hostile(Manners.SMALL_RECORDS);
        case PUT_AND_GET -> hostile(Manners.PUT_AND_GET);
      };
    }

    private static EngineRanks hostile(Manners manners) {
      return new HostileRanks(RANKS, manners, ThreadRanks.options(RANKS), 1);
    }

    MemorySegment memory(EngineRanks ranks, int rank, long bytes) {
      return switch (this) {
        case THREADS_ARRAYS -> MemorySegment.ofArray(new long[(int) (bytes / Long.BYTES)]);
        case SHARED_MEMORY -> ((TransportRanks) ranks).allocate(rank, bytes);
        default -> Arena.ofAuto().allocate(bytes, Long.BYTES);
      };
    }
  }

  /** What a rank of a test has. */
  private static final class Side {
    final Comm world;
    final OneSided oneSided;
    final ExposedMemory own;
    final List<RemoteMemory> all = new ArrayList<>();

    Side(Comm world, OneSided oneSided, MemorySegment memory) {
      this.world = world;
      this.oneSided = oneSided;
      this.own = oneSided.expose(memory);
      List<byte[]> keys = world.allGatherObjects(own.key());
      for (int rank = 0; rank < keys.size(); rank++) {
        all.add(oneSided.open(rank, keys.get(rank)));
      }
    }

    RemoteOperation operation(int rank) {
      return oneSided.operation(rank, "an operation on rank " + rank);
    }

    void put(int rank, Object base, long offset, long at, long bytes) {
      RemoteOperation local = operation(rank);
      all.get(rank).put(base, offset, at, bytes, local);
      local.await();
    }

    void get(int rank, long at, Object base, long offset, long bytes) {
      RemoteOperation done = operation(rank);
      all.get(rank).get(at, base, offset, bytes, done);
      done.await();
    }

    long fetch(int rank, RemoteOp op, int width, long at, long operand) {
      RemoteOperation fetched = operation(rank);
      all.get(rank).fetchAndOp(op, width, at, operand, fetched);
      fetched.await();
      return fetched.value();
    }

    long swap(int rank, int width, long at, long expected, long desired) {
      RemoteOperation fetched = operation(rank);
      all.get(rank).compareAndSwap(width, at, expected, desired, fetched);
      fetched.await();
      return fetched.value();
    }

    void flush() {
      for (int rank = 0; rank < all.size(); rank++) {
        RemoteOperation remote = operation(rank);
        all.get(rank).flush(remote);
        remote.await();
      }
    }

    /** All operations of all ranks are complete. */
    void fence() {
      flush();
      world.barrier();
    }
  }

  private interface Body {
    void run(Side side) throws Exception;
  }

  private static void run(Way way, long bytes, Body body) {
    try (EngineRanks ranks = way.start()) {
      List<OneSided> sides = ranks.engines.stream().map(OneSided::new).toList();
      Ranks.run(
          ranks,
          world -> {
            int rank = world.rank();
            MemorySegment memory = way.memory(ranks, rank, bytes);
            body.run(new Side(world, sides.get(rank), memory));
            world.barrier();
          });
    }
  }

  /** Each rank writes into a stripe of its own at every rank, and knows what must be there. */
  @ParameterizedTest
  @EnumSource
  void dataArriveWhereTheyArePut(Way way) {
    int stripe = way == Way.SINGLE_BYTES ? 400 : 40_000;
    run(
        way,
        (long) stripe * RANKS,
        side -> {
          int me = side.world.rank();
          SplittableRandom random = new SplittableRandom(5 + me);
          byte[][] model = new byte[RANKS][stripe];
          for (int round = 0; round < 60; round++) {
            int target = random.nextInt(RANKS);
            int bytes = random.nextInt(round % 5 == 0 ? stripe : 50);
            int at = random.nextInt(stripe - bytes + 1);
            byte[] data = new byte[bytes + 7];
            random.nextBytes(data);
            System.arraycopy(data, 7, model[target], at, bytes);
            side.put(target, data, 7, (long) me * stripe + at, bytes);
            Arrays.fill(data, (byte) 1); // it is complete locally
            if (random.nextInt(4) == 0) {
              side.flush();
              int seen = random.nextInt(RANKS);
              byte[] back = new byte[stripe + 3];
              side.get(seen, (long) me * stripe, back, 3, stripe);
              assertThat(Arrays.copyOfRange(back, 3, stripe + 3)).isEqualTo(model[seen]);
            }
          }
          side.fence();
          List<byte[][]> models = side.world.allGatherObjects(model);
          for (int from = 0; from < RANKS; from++) {
            byte[] arrived = new byte[stripe];
            MemorySegment.copy(
                side.own.memory(), (long) from * stripe, MemorySegment.ofArray(arrived), 0, stripe);
            assertThat(arrived).isEqualTo(models.get(from)[me]);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void atomicOperationsOfAllRanksAddUp(Way way) {
    int times = 200;
    run(
        way,
        64,
        side -> {
          int me = side.world.rank();
          for (int i = 0; i < times; i++) {
            for (int rank = 0; rank < RANKS; rank++) {
              long before = side.fetch(rank, RemoteOp.ADD, Long.BYTES, 0, 1L << 33);
              assertThat(before % (1L << 33)).isZero();
              side.fetch(rank, RemoteOp.ADD, Integer.BYTES, 12, -1);
              side.fetch(rank, RemoteOp.XOR, Long.BYTES, 16, 1L << me);
            }
            increment(side, i % RANKS);
          }
          side.fence();
          MemorySegment own = side.own.memory();
          assertThat(own.get(ValueLayout.JAVA_LONG_UNALIGNED, 0))
              .isEqualTo((1L << 33) * RANKS * times);
          assertThat(own.get(ValueLayout.JAVA_INT_UNALIGNED, 12)).isEqualTo(-RANKS * times);
          assertThat(own.get(ValueLayout.JAVA_INT_UNALIGNED, 8)).isZero();
          assertThat(own.get(ValueLayout.JAVA_LONG_UNALIGNED, 16)).isZero();
          int all =
              side.world.allReduce((int) own.get(ValueLayout.JAVA_LONG_UNALIGNED, 24), Op.SUM);
          assertThat(all).isEqualTo(RANKS * times);
        });
  }

  /** Adds one by comparing and swapping until nobody came between. */
  private static void increment(Side side, int rank) {
    long seen = side.fetch(rank, RemoteOp.READ, Long.BYTES, 24, 0);
    for (long was = side.swap(rank, Long.BYTES, 24, seen, seen + 1);
        was != seen;
        was = side.swap(rank, Long.BYTES, 24, seen, seen + 1)) {
      seen = was;
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachOperationYieldsTheWordAsItWas(Way way) {
    run(
        way,
        64,
        side -> {
          int to = (side.world.rank() + 1) % RANKS;
          for (int width : new int[] {Integer.BYTES, Long.BYTES}) {
            long at = 2L * width;
            assertThat(side.fetch(to, RemoteOp.REPLACE, width, at, -2)).isZero();
            assertThat(side.fetch(to, RemoteOp.ADD, width, at, 14)).isEqualTo(-2);
            assertThat(side.fetch(to, RemoteOp.AND, width, at, 10)).isEqualTo(12);
            assertThat(side.fetch(to, RemoteOp.OR, width, at, 3)).isEqualTo(8);
            assertThat(side.fetch(to, RemoteOp.XOR, width, at, 1)).isEqualTo(11);
            assertThat(side.swap(to, width, at, 11, 5)).isEqualTo(10);
            assertThat(side.swap(to, width, at, 10, 5)).isEqualTo(10);
            assertThat(side.fetch(to, RemoteOp.READ, width, at, 0)).isEqualTo(5);
            side.fetch(to, RemoteOp.REPLACE, width, at, 0);
            side.fence();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void whatDoesNotFitIsRefusedBeforeItGoes(Way way) {
    run(
        way,
        64,
        side -> {
          int to = (side.world.rank() + 1) % RANKS;
          byte[] data = new byte[100];
          for (long[] range : new long[][] {{0, 65}, {64, 1}, {-1, 1}, {1, Long.MAX_VALUE}}) {
            assertThatThrownBy(() -> side.put(to, data, 0, range[0], range[1]))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("rank " + to);
            assertThatThrownBy(() -> side.get(to, range[0], data, 0, range[1]))
                .isInstanceOf(InvalidArgumentException.class);
          }
          for (long[] word : new long[][] {{64, 8}, {4, 8}, {2, 4}, {0, 3}}) {
            assertThatThrownBy(() -> side.fetch(to, RemoteOp.ADD, (int) word[1], word[0], 1))
                .isInstanceOf(InvalidArgumentException.class);
          }
          try (Arena confined = Arena.ofConfined()) {
            MemorySegment buffer = confined.allocate(8);
            assertThatThrownBy(() -> side.put(to, buffer, 0, 0, 8))
                .hasMessageContaining("confined");
            assertThatThrownBy(() -> side.oneSided.expose(buffer)).hasMessageContaining("confined");
          }
          side.put(to, data, 0, 64, 0); // nothing, behind the last byte
          side.fence();
          MemorySegment readOnly = side.own.memory().asReadOnly();
          try (ExposedMemory exposed = side.oneSided.expose(readOnly)) {
            List<byte[]> keys = side.world.allGatherObjects(exposed.key());
            RemoteMemory memory = side.oneSided.open(to, keys.get(to));
            RemoteOperation never = side.operation(to);
            assertThatThrownBy(() -> memory.put(data, 0, 0, 1, never))
                .hasMessageContaining("reading only");
            RemoteOperation done = side.operation(to);
            memory.get(0, data, 0, 64, done);
            done.await();
            side.fence();
          }
        });
  }

  /** A transport that sees the memory needs no progress of the peer, and no second call here. */
  @ParameterizedTest
  @EnumSource
  void aTransportThatSeesTheMemoryOperatesWithinTheCall(Way way) {
    boolean sees = way == Way.THREADS || way == Way.THREADS_ARRAYS || way == Way.SHARED_MEMORY;
    run(
        way,
        64,
        side -> {
          RemoteOperation fetched = side.operation(0);
          if (side.world.rank() == 1) {
            side.all.getFirst().fetchAndOp(RemoteOp.ADD, Long.BYTES, 0, 1, fetched);
            assertThat(fetched.isComplete()).isEqualTo(sees);
          }
          side.world.barrier();
          if (side.world.rank() == 1) {
            fetched.await();
          }
        });
  }

  static Stream<OutgoingRecord> nonsense() {
    long context = 1L << 32 | 9;
    return Stream.of(
        new OutgoingRecord(Envelope.FIRST_ONE_SIDED_KIND, context, 0, 4, 61, new byte[4]),
        new OutgoingRecord(Envelope.FIRST_ONE_SIDED_KIND, context, 0, 4, -1, new byte[4]),
        new OutgoingRecord(Envelope.FIRST_ONE_SIDED_KIND, 7L << 32, 0, 4, 0, new byte[4]),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 1, context, 65, 65, 0),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 1, context, -1, 0, 0),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 1, context, Integer.MAX_VALUE, 0, 0),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 2, context, 2 | 8 << 8, 60, 1),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 2, context, 2 | 8 << 8, 4, 1),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 2, context, 6 | 8 << 8, 0, 1),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 2, context, 2, 0, 1),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 2, context, 1 | 8 << 8 | 1 << 16, 0, 1),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 4, 0, 0, 0, 5),
        new OutgoingRecord(Envelope.FIRST_ONE_SIDED_KIND, context, 1, 4, 0, new byte[4]),
        new OutgoingRecord(Envelope.FIRST_ONE_SIDED_KIND + 6, context, 6, 8, 60, new byte[8]),
        new OutgoingRecord(Envelope.FIRST_ONE_SIDED_KIND + 6, context, 6 << 8, 8, 60, new byte[8]),
        new OutgoingRecord(Envelope.FIRST_ONE_SIDED_KIND + 6, context, 6 << 8, 9, 0, new byte[9]),
        new OutgoingRecord(Envelope.FIRST_ONE_SIDED_KIND + 6, context, 6 << 8, 16, 0, new byte[8]),
        new OutgoingRecord(
            Envelope.FIRST_ONE_SIDED_KIND + 6, context, 0x7f << 8, 8, 0, new byte[8]),
        new OutgoingRecord(Envelope.FIRST_ONE_SIDED_KIND + 6, context, -1 << 8, 8, 0, new byte[8]),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 6, context, 6 << 8, Long.MAX_VALUE, 0),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 8, context, new byte[30]),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 9, 0, 0, 0, 1),
        OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 10, context, 0, 1, 0));
  }

  /** Blocks of which something is beyond the memory, beyond the data, or beyond all numbers. */
  static Stream<long[]> blocksThatCannotBe() {
    return Stream.of(
        new long[] {0, 8, 0, 8, 8, 0},
        new long[] {0, 8, 0, 8, 0, 1},
        new long[] {0, 8, 0, 8, 8, 2},
        new long[] {0, 8, 1, 8, 8, 1},
        new long[] {0, 8, -1, 8, 8, 1},
        new long[] {0, 8, 0, 8, 8, Long.MAX_VALUE},
        new long[] {0, 8, 0, 8, Long.MAX_VALUE, 1},
        new long[] {0, 8, 0, 8, Long.MIN_VALUE, 1},
        new long[] {57, 8, 0, 8, 8, 1},
        new long[] {-1, 8, 0, 8, 8, 1},
        new long[] {Long.MAX_VALUE, 8, 0, 8, 8, 1},
        new long[] {0, Long.MAX_VALUE, 0, 4, 4, 2},
        new long[] {0, Long.MIN_VALUE, 0, 4, 4, 2},
        new long[] {8, -9, 0, 4, 4, 2},
        new long[] {0, 61, 0, 4, 4, 2},
        new long[] {0, 4, 0, -4, 4, 2},
        new long[] {0, 4, 0, 5, 4, 2});
  }

  @ParameterizedTest
  @MethodSource("blocksThatCannotBe")
  void blocksThatCannotBeFailTheirSenderAlone(long[] block) {
    byte[] description = new byte[48];
    MemorySegment.copy(block, 0, MemorySegment.ofArray(description), LONGS, 0, 6);
    for (int kind : new int[] {0, 1, 6}) {
      long context = 1L << 32 | 9;
      int tag = 1 | (kind == 6 ? 6 << 8 : 0);
      byte[] data = new byte[kind == 1 ? 0 : 8];
      recordsThatMakeNoSenseFailTheirSenderAlone(
          OutgoingRecord.of(Envelope.FIRST_ONE_SIDED_KIND + 5, 0, description),
          new OutgoingRecord(Envelope.FIRST_ONE_SIDED_KIND + kind, context, tag, 8, 0, data));
    }
  }

  private static final ValueLayout.OfLong LONGS = ValueLayout.JAVA_LONG_UNALIGNED;

  /** Whatever comes, nothing is written but the memory that is exposed, and others go on. */
  @Test
  void randomRecordsHarmNobodyElse() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ThreadRanks ranks = ThreadRanks.start(RANKS);
      Engine victim = ranks.engines.getFirst();
      long[] around = new long[24];
      boolean ghost = seed % 2 == 1;
      OneSided oneSided =
          new OneSided(victim, ghost ? new Ghosts(e -> e == 0, List.of()) : Ghosts.NONE);
      ExposedMemory exposed = oneSided.expose(MemorySegment.ofArray(around).asSlice(64, 64));
      for (int i = 0; i < 40; i++) {
        ranks.engines.get(1).activeMessages().send(0, randomRecord(random, exposed.key()));
      }
      while (victim.progressOnce()) {
        // Until nothing moves.
      }
      victim.peerFailures().throwIfPeerFailed(2);
      assertThat(Arrays.copyOf(around, 8)).as("seed %d", seed).containsOnly(0);
      assertThat(Arrays.copyOfRange(around, 16, 24)).as("seed %d", seed).containsOnly(0);
      exposed.close();
    }
  }

  private static OutgoingRecord randomRecord(SplittableRandom random, byte[] key) {
    int kind = Envelope.FIRST_ONE_SIDED_KIND + random.nextInt(11);
    long context = (random.nextInt(8) == 0 ? random.nextLong() : 1L << 32 | random.nextInt(20));
    int tag =
        switch (random.nextInt(4)) {
          case 0 -> random.nextInt();
          case 1 -> random.nextInt(4);
          default -> random.nextInt(4) | (1 + random.nextInt(11)) << 8 | random.nextInt(14) << 16;
        };
    long length = random.nextInt(6) == 0 ? random.nextLong() >>> 1 : random.nextInt(80);
    long cookie = random.nextInt(6) == 0 ? random.nextLong() : random.nextInt(70);
    byte[] payload = new byte[random.nextBoolean() ? 48 : random.nextInt(80)];
    if (kind == Envelope.FIRST_ONE_SIDED_KIND + 8 && random.nextInt(3) > 0) {
      payload = key.clone();
      payload[random.nextInt(payload.length)] ^= (byte) random.nextInt(256);
    }
    if (kind == Envelope.FIRST_ONE_SIDED_KIND + 5) {
      for (int i = 0; i + 8 <= payload.length; i += 8) {
        long number = random.nextInt(8) == 0 ? random.nextLong() : random.nextInt(20);
        MemorySegment.ofArray(payload).set(LONGS, i, number);
      }
    } else {
      random.nextBytes(payload);
    }
    boolean asSaid = random.nextInt(3) > 0;
    return new OutgoingRecord(
        kind, context, tag, asSaid ? payload.length : length, cookie, payload);
  }

  @ParameterizedTest
  @MethodSource("nonsense")
  void recordsThatMakeNoSenseFailTheirSenderAlone(OutgoingRecord record) {
    recordsThatMakeNoSenseFailTheirSenderAlone(new OutgoingRecord[] {record});
  }

  private static void recordsThatMakeNoSenseFailTheirSenderAlone(OutgoingRecord... records) {
    ThreadRanks ranks = ThreadRanks.start(RANKS);
    Engine victim = ranks.engines.getFirst();
    OneSided oneSided = new OneSided(victim);
    ExposedMemory unused = oneSided.expose(MemorySegment.ofArray(new long[8]));
    ranks.engines.get(1).activeMessages().send(0, records);
    while (victim.progressOnce()) {
      // Until nothing moves.
    }
    assertThatThrownBy(() -> victim.peerFailures().throwIfPeerFailed(1))
        .isInstanceOf(RonselException.class);
    victim.peerFailures().throwIfPeerFailed(2);
    assertThat(unused.memory().toArray(ValueLayout.JAVA_LONG)).containsOnly(0);
  }

  /**
   * The owner serves records under its engine's lock, so asking who has failed must not take it.
   */
  @Test
  void whoDiedInAnAccumulateKeepsTheOwnerOfTheMemoryFromNothingElse() {
    HostileRanks ranks =
        new HostileRanks(RANKS, Manners.SMALL_RECORDS, ThreadRanks.options(RANKS), 1);
    Engine owner = ranks.engines.getFirst();
    OneSided oneSided = new OneSided(owner);
    ExposedPool pool =
        new ExposedPool(oneSided, bytes -> Arena.ofAuto().allocate(bytes, 8), () -> 0);
    ExposedMemory memory = oneSided.expose(MemorySegment.ofArray(new long[8]));
    OneSided origin = new OneSided(ranks.engines.get(1));
    PeerMemory opened =
        origin.openPeer(0, memory.key(), pool.gate().exposed().key(), pool.gate().offset());
    int dead = 2;
    pool.gate().memory().set(ValueLayout.JAVA_LONG, 0, dead + 1);
    owner.peerFailures().failPeer(dead, new IllegalStateException("gone"));
    RemoteOperation swapped = origin.operation(0, "a swap");
    opened.swapValue(1, 0, 0, 1, swapped);
    while (!swapped.isComplete()) {
      ranks.engines.forEach(Engine::progressOnce);
    }
    assertThatThrownBy(swapped::await).hasMessageContaining("in the middle of an accumulate");
    assertThat(memory.memory().toArray(ValueLayout.JAVA_LONG)).containsOnly(0);
  }

  @Test
  void aDamagedKeyIsRefused() {
    ThreadRanks ranks = ThreadRanks.start(2);
    OneSided oneSided = new OneSided(ranks.engines.getFirst());
    byte[] key = oneSided.expose(MemorySegment.ofArray(new long[8])).key();
    for (int length = 0; length < key.length; length++) {
      byte[] cut = Arrays.copyOf(key, length);
      assertThatThrownBy(() -> oneSided.open(1, cut)).hasMessageContaining("damaged");
    }
  }
}
