package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Message;
import org.ronsel.PartitionedSend;
import org.ronsel.ProcessFailedException;
import org.ronsel.Request;
import org.ronsel.RonselException;
import org.ronsel.Status;
import org.ronsel.comm.Communicator;
import org.ronsel.engine.request.Operation;

/** Messages one end of which is interrupted, fails, or loses its memory. */
class BrokenOffMessagesTest {
  private static final int TAG = 1;

  /** More than is copied aside or sent at once. */
  private static final int LONG_BYTES = 10 << 20;

  /** The interrupt is kept for the next wait, since the message would be lost. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anExchangeThatIsInterruptedWhenItsMessageHasComeIsMade(int jvms) {
    try (HostRanks ranks = new HostRanks(2, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            byte[] data = new byte[LONG_BYTES];
            if (world.rank() == 1) {
              world.send(new int[] {4}, 0, TAG);
              world.receive(new int[1], 0, 3);
              data[LONG_BYTES - 1] = -1;
              world.receive(data, 0, 2);
              assertThat(data[LONG_BYTES - 1]).isEqualTo((byte) 7);
              return;
            }
            data[LONG_BYTES - 1] = 7;
            world.probe(1, TAG);
            int[] in = new int[1];
            Thread.currentThread().interrupt();
            Status status =
                world
                    .untyped()
                    .sendReceive(
                        data, Datatype.BYTE, 0, LONG_BYTES, 1, 2, in, Datatype.INT, 0, 1, 1, TAG);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(in).containsExactly(4);
            assertThat(status.source()).isEqualTo(1);
            world.send(new int[1], 1, 3);
          });
    }
  }

  @Test
  void aPartitionThatCannotBeSentFailsTheSend() {
    Ranks.run(
        1,
        world -> {
          Arena arena = Arena.ofShared();
          MemorySegment data = arena.allocate(16);
          PartitionedSend send =
              world.untyped().partitionedSend(data, Datatype.INT, 0, 2, 2, 0, TAG);
          send.start();
          send.ready(0);
          arena.close();
          assertThatThrownBy(() -> send.ready(1)).isInstanceOf(RonselException.class);
          assertThatThrownBy(() -> send.await(Duration.ofMinutes(1)))
              .isInstanceOf(RonselException.class);
        });
  }

  /** A message in the hands of the program is none that has been received. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aRankThatEndsWithAMatchedMessageFailsItsSender(int jvms) {
    try (HostRanks ranks = new HostRanks(2, jvms)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 1) {
              Message message = world.mProbe(0, TAG);
              assertThat(message).isNotNull();
              return;
            }
            assertThatThrownBy(() -> world.sendSynchronous(new int[1], 1, TAG))
                .isInstanceOf(ProcessFailedException.class)
                .hasMessageContaining("has ended without receiving it");
          });
    }
  }

  /** It goes to rank 1, and fills the buffer. */
  private static void failABufferedSend(Comm world) {
    world.attachBuffer(LONG_BYTES);
    world.sendBuffered(new byte[LONG_BYTES], 1, TAG);
    ((Communicator) world)
        .engine()
        .peerFailures()
        .failPeer(1, new ProcessFailedException("rank 1 is gone"));
  }

  @Test
  void aBufferOfWhichASendHasFailedCanBeDetached() {
    try (HostRanks ranks = HostRanks.processes(2)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 1) {
              return;
            }
            failABufferedSend(world);
            assertThatThrownBy(world::detachBuffer).isInstanceOf(ProcessFailedException.class);
            assertThat(world.detachBuffer()).isEqualTo(LONG_BYTES);
          });
    }
  }

  @Test
  void theErrorOfABufferedSendIsKeptWhenAnotherFollows() {
    try (HostRanks ranks = HostRanks.processes(2)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 1) {
              return;
            }
            failABufferedSend(world);
            world.sendBuffered(new byte[1], 0, TAG);
            world.receive(new byte[1], 0, TAG);
            assertThatThrownBy(world::flushBuffer).isInstanceOf(ProcessFailedException.class);
            world.flushBuffer();
            assertThat(world.detachBuffer()).isEqualTo(LONG_BYTES);
          });
    }
  }

  /** An error handler sees an exception once, so each operation has one of its own. */
  @Test
  void operationsThatFailWithAPeerHaveExceptionsOfTheirOwn() {
    try (HostRanks ranks = HostRanks.processes(2)) {
      Ranks.run(
          ranks,
          world -> {
            if (world.rank() == 1) {
              return;
            }
            List<Request> sends = new ArrayList<>();
            IntStream.range(0, 3)
                .forEach(i -> sends.add(world.iSendSynchronous(new int[1], 1, TAG)));
            ((Communicator) world)
                .engine()
                .peerFailures()
                .failPeer(1, new ProcessFailedException("rank 1 is gone"));
            List<Throwable> thrown = new ArrayList<>();
            for (Request send : sends) {
              assertThatThrownBy(send::await).satisfies(thrown::add);
            }
            assertThat(thrown).doesNotHaveDuplicates();
          });
    }
  }

  /** Memory that is gone is an error of both sides, and of no other message. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aFileThatHasBecomeShorterFailsItsMessagesAlone(int jvms, @TempDir Path folder) {
    try (HostRanks ranks = new HostRanks(2, jvms)) {
      Ranks.run(ranks, world -> sendToShorterFile(world, folder.resolve("data" + jvms)));
    }
  }

  /** Whether its receiver waits already, or comes when the sender would be content with a copy. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aSendFromAFileThatHasBecomeShorterFailsOnBothSides(int jvms, @TempDir Path folder) {
    try (HostRanks ranks = new HostRanks(2, jvms)) {
      Ranks.run(ranks, world -> sendFromShorterFile(world, folder.resolve("from" + jvms)));
    }
  }

  private static void sendFromShorterFile(Comm world, Path path) throws IOException {
    int bytes = 200_000;
    for (boolean waits : new boolean[] {true, false}) {
      if (world.rank() == 1) {
        if (waits) {
          Request receive = world.iReceive(new byte[bytes], 0, TAG);
          world.send(new int[1], 0, 3);
          assertBufferError(receive::await);
        } else {
          world.receive(new int[1], 0, 2);
          assertBufferError(() -> world.receive(new byte[bytes], 0, TAG));
        }
        world.barrier();
        continue;
      }
      try (FileChannel file = open(path);
          Arena arena = Arena.ofShared()) {
        MemorySegment gone = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        file.truncate(0);
        if (waits) {
          world.receive(new int[1], 1, 3);
          assertBufferError(() -> world.send(gone, 1, TAG));
        } else {
          Request send = world.iSend(gone, 1, TAG);
          assertThat(((Operation) send).completeAlone(true)).as("copied").isFalse();
          world.send(new int[1], 1, 2);
          assertBufferError(send::await);
        }
        world.barrier();
      }
    }
  }

  private static FileChannel open(Path path) throws IOException {
    return FileChannel.open(
        path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  private static void assertBufferError(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RonselException.class,
            error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.BUFFER));
  }

  private static void sendToShorterFile(Comm world, Path path) throws IOException {
    for (int bytes : new int[] {8, 1 << 20}) {
      if (world.rank() == 1) {
        world.receive(new int[1], 0, 3);
        world.send(new byte[bytes], 0, TAG);
        world.send(new int[] {bytes}, 0, 2);
        continue;
      }
      try (FileChannel file = open(path);
          Arena arena = Arena.ofShared()) {
        MemorySegment gone = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        gone.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        file.truncate(0);
        Request receive = world.untyped().iReceive(gone, Datatype.BYTE, 0, bytes, 1, TAG);
        world.send(new int[1], 1, 3);
        int[] next = new int[1];
        world.receive(next, 1, 2);
        assertThat(next).containsExactly(bytes);
        assertBufferError(receive::await);
      }
    }
  }
}
