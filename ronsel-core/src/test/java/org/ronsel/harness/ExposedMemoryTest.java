package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.ErrorClass;
import org.ronsel.Request;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.machine.CollectionCount;
import org.ronsel.machine.ProcessMemory;
import org.ronsel.requirements.Requires;

/** Messages that the receiver reads from the sender's memory: one copy, made after the match. */
@Timeout(120)
class ExposedMemoryTest {
  private static final int BYTES = 2 << 20;

  @BeforeAll
  static void needsSharedMemory() {
    Requires.sharedMemory();
  }

  @Test
  void allocatedMemoryIsReadInPlace() {
    try (HostRanks ranks = HostRanks.processes(2)) {
      MemorySegment memory = ranks.job(0).allocate(BYTES);
      assertThat(memory.byteSize()).isEqualTo(BYTES);
      assertThat(memory.address() % 64).isZero();
      assertThat(memory.get(ValueLayout.JAVA_INT, BYTES - 4)).isZero();
      assertIsReadInPlace(ranks, memory);
    }
  }

  @Test
  void longMessagesFromNativeMemoryAreReadByTheKernel() {
    try (HostRanks ranks = HostRanks.processes(2);
        Arena arena = Arena.ofShared()) {
      assertIsReadInPlace(ranks, arena.allocate(BYTES, 64));
    }
  }

  @Test
  void longMessagesFromArraysAreReadByTheKernel() {
    assumeTrue(ProcessMemory.arrays().usable(), ProcessMemory.arrays()::toString);
    int[] array = new int[BYTES / 4];
    try (HostRanks ranks = HostRanks.processes(2)) {
      Ranks.run(
          ranks,
          world -> { // the first one only makes the sender tell where it counts collections
            if (world.rank() == 0) {
              world.send(array, 1, 1);
            } else {
              world.receive(new int[BYTES / 4], 0, 1);
            }
          });
      assertIsReadInPlace(ranks, MemorySegment.ofArray(array));
    }
  }

  /**
   * Nobody receives, so the sends complete and the program changes its buffers; then somebody does.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsReceivedLateIsWhatWasSent(boolean fromArrays) {
    int bytes = 40_000;
    int messages = 5;
    try (HostRanks ranks = HostRanks.processes(2);
        Arena arena = Arena.ofShared()) {
      byte[] array = new byte[bytes];
      MemorySegment out = fromArrays ? MemorySegment.ofArray(array) : arena.allocate(bytes);
      CountDownLatch sent = new CountDownLatch(1);
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              for (int message = 1; message <= messages; message++) {
                world.send(out.fill((byte) message), 1, message);
              }
              out.fill((byte) -1);
              sent.countDown();
            } else {
              assertThat(sent.await(60, TimeUnit.SECONDS)).isTrue();
              byte[] in = new byte[bytes];
              for (int message = messages; message >= 1; message--) {
                world.receive(in, 0, message);
                assertThat(in).containsOnly(message);
              }
            }
            world.barrier();
          });
    }
  }

  /** As it would in fragments: the sender makes no call after the send that nobody has awaited. */
  @ParameterizedTest
  @ValueSource(ints = {40_000, 400_000})
  void whatIsReceivedLateArrivesWithoutItsSender(int bytes) {
    assumeTrue(ProcessMemory.arrays().usable(), ProcessMemory.arrays()::toString);
    try (HostRanks ranks = HostRanks.processes(2)) {
      CountDownLatch sent = new CountDownLatch(1);
      CountDownLatch received = new CountDownLatch(1);
      Ranks.run(
          ranks,
          world -> {
            byte[] buffer = new byte[bytes];
            if (world.rank() == 0) {
              world.send(buffer, 1, 0); // makes the sender tell where it counts collections
              world.barrier();
              Arrays.fill(buffer, (byte) 1);
              world.send(buffer, 1, 1);
              Arrays.fill(buffer, (byte) 2);
              sent.countDown();
              assertThat(received.await(60, TimeUnit.SECONDS)).isTrue();
            } else {
              world.receive(buffer, 0, 0);
              world.barrier();
              assertThat(sent.await(60, TimeUnit.SECONDS)).isTrue();
              world.receive(buffer, 0, 1);
              received.countDown();
              assertThat(buffer).containsOnly(1);
            }
            world.barrier();
          });
    }
  }

  /** It is too long to be completed with a copy as long as its caller can wait. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anInterruptedSendGivesItsBufferBack(boolean fromArrays) {
    int bytes = 9 << 20;
    try (HostRanks ranks = HostRanks.processes(2);
        Arena arena = Arena.ofShared()) {
      byte[] array = new byte[fromArrays ? bytes : 0];
      MemorySegment out = fromArrays ? MemorySegment.ofArray(array) : arena.allocate(bytes);
      CountDownLatch givenBack = new CountDownLatch(1);
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              Thread.currentThread().interrupt();
              WaitInterruptedException interrupted =
                  catchThrowableOfType(
                      WaitInterruptedException.class, () -> world.send(out.fill((byte) 1), 1, 1));
              assertThat(interrupted).isNotNull();
              assertThat(Thread.interrupted()).isFalse();
              out.fill((byte) 2);
              givenBack.countDown();
            } else {
              assertThat(givenBack.await(60, TimeUnit.SECONDS)).isTrue();
              byte[] in = new byte[bytes];
              world.receive(in, 0, 1);
              assertThat(in).containsOnly(1);
            }
            world.barrier();
          });
    }
  }

  /** Where malloc has freed memory something else may be mapped at once, but never so low. */
  @Test
  void aSendWhoseMemoryHasBeenFreedFailsOnBothSidesAndNothingElseDoes() {
    long neverMapped = 4096;
    try (HostRanks ranks = HostRanks.processes(2);
        Arena kept = Arena.ofShared()) {
      CountDownLatch closed = new CountDownLatch(1);
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              Arena arena = Arena.ofShared();
              MemorySegment memory =
                  MemorySegment.ofAddress(neverMapped).reinterpret(BYTES, arena, null);
              Request send = world.iSend(memory, 1, 1);
              arena.close();
              closed.countDown();
              assertFails(send::await);
            } else {
              byte[] in = new byte[BYTES];
              assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
              assertFails(() -> world.receive(in, 0, 1));
            }
            world.barrier();
          });
      assertIsReadInPlace(ranks, kept.allocate(BYTES, 64));
    }
  }

  /**
   * The arena is closed, and something is mapped where its memory was: only the sender can know.
   */
  @Test
  void aSendWhoseMemoryHasBecomeAnothersFails() {
    assumeTrue(ProcessMemory.availability().usable(), "the kernel reads no memory of processes");
    try (HostRanks ranks = HostRanks.processes(2);
        Arena others = Arena.ofShared()) {
      CountDownLatch closed = new CountDownLatch(1);
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 0) {
              Arena arena = Arena.ofShared();
              MemorySegment memory = others.allocate(BYTES, 64).reinterpret(arena, null);
              Request send = world.iSend(memory, 1, 1);
              arena.close();
              closed.countDown();
              assertFails(send::await);
            } else {
              assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
              world.receive(new byte[BYTES], 0, 1);
            }
            world.barrier();
          });
    }
  }

  private static void assertFails(ThrowingCallable call) {
    RonselException error = catchThrowableOfType(RonselException.class, call);
    assertThat(error).isNotNull().hasMessageContaining("arena");
    assertThat(error.errorClass()).isEqualTo(ErrorClass.BUFFER);
  }

  /** The message arrives while its sender does not call Ronsel: nobody else can have read it. */
  private static void assertIsReadInPlace(HostRanks ranks, MemorySegment memory) {
    CountDownLatch received = new CountDownLatch(1);
    memory.set(ValueLayout.JAVA_INT, 0, 41);
    memory.set(ValueLayout.JAVA_INT, BYTES - 4, 42);
    Ranks.run(
        ranks,
        world -> {
          if (world.rank() == 0) {
            int collections = memory.isNative() ? 0 : CollectionCount.value();
            Request send = world.iSend(memory, 1, 1);
            while (!received.await(10, TimeUnit.MILLISECONDS)) {
              if (!memory.isNative() && CollectionCount.value() != collections) {
                break; // the array may have been moved, and the receiver asks for the data
              }
            }
            send.await();
          } else {
            int[] in = new int[BYTES / 4];
            world.receive(MemorySegment.ofArray(in), 0, 1);
            assertThat(in[0]).isEqualTo(41);
            assertThat(in[in.length - 1]).isEqualTo(42);
            received.countDown();
          }
        });
  }
}
