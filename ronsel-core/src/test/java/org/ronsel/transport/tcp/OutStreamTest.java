package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ronsel.transport.RecordDescriptor;

/** How many writes records take. */
class OutStreamTest {
  private static final int RECORD_BYTES = RecordDescriptor.ALIGNMENT;

  /** A connection that counts. */
  private static final class Counting implements Connection {
    /** Bytes of each write that has taken some. */
    final List<Integer> writes = new ArrayList<>();

    /** Bytes that it takes. */
    int room = Integer.MAX_VALUE;

    /** What happens during the next write, as if by another thread. */
    Runnable meanwhile = () -> {};

    /** What happens during each. */
    Runnable each = () -> {};

    @Override
    public int write(ByteBuffer from) {
      each.run();
      Runnable now = meanwhile;
      meanwhile = () -> {};
      now.run();
      int bytes = Math.min(room, from.remaining());
      from.position(from.position() + bytes);
      room -= bytes;
      if (bytes > 0) {
        writes.add(bytes);
      }
      return bytes;
    }

    @Override
    public long write(ByteBuffer[] from) {
      throw new AssertionError("records are in one buffer");
    }

    @Override
    public int read(ByteBuffer into) {
      return 0;
    }

    @Override
    public long read(ByteBuffer[] into) {
      return 0;
    }

    @Override
    public boolean isPlain() {
      return true;
    }

    @Override
    public boolean holdsMore() {
      return false;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  /** A key of which the selector tells at the very moment in which something is asked first. */
  private static final class Told extends SelectionKey {
    private final SelectionKey key;
    private final Runnable becameReady;
    private boolean told;

    /** How often the selector was asked for, which is for nothing else than to wake it. */
    private int wakeups;

    Told(SelectionKey key, Runnable becameReady) {
      this.key = key;
      this.becameReady = becameReady;
    }

    @Override
    public int interestOpsOr(int operations) {
      int before = key.interestOpsOr(operations);
      if (!told) {
        told = true;
        key.interestOpsAnd(~operations);
        becameReady.run();
      }
      return before;
    }

    @Override
    public int interestOpsAnd(int operations) {
      return key.interestOpsAnd(operations);
    }

    @Override
    public SelectableChannel channel() {
      return key.channel();
    }

    @Override
    public Selector selector() {
      wakeups++;
      return key.selector();
    }

    @Override
    public boolean isValid() {
      return key.isValid();
    }

    @Override
    public void cancel() {
      key.cancel();
    }

    @Override
    public int interestOps() {
      return key.interestOps();
    }

    @Override
    public SelectionKey interestOps(int operations) {
      return key.interestOps(operations);
    }

    @Override
    public int readyOps() {
      return key.readyOps();
    }
  }

  private final TcpHosts job = new TcpHosts(2);
  private final Selector selector = Selector.open();
  private final SocketChannel channel = SocketChannel.open();
  private final SelectionKey key;
  private final Counting connection = new Counting();
  private final OutQueue queue = OutQueue.of(payload -> 0, 0, 64 << 10);
  private final OutStream stream = new OutStream((TcpLink) job.link(0, 1));

  OutStreamTest() throws IOException {
    channel.configureBlocking(false);
    key = channel.register(selector, 0);
    stream.carry(queue);
    stream.connected(connection, key);
  }

  @AfterEach
  void close() throws IOException {
    selector.close();
    channel.close();
    job.close();
  }

  /** Sends so many records, each as soon as it is there. */
  private void send(int records) {
    for (int i = 0; i < records; i++) {
      assertThat(queue.claim(0)).isTrue();
      queue.control(TcpLink.UPDATE, 0);
      queue.commit();
      stream.flush();
    }
  }

  /** None waits for others. */
  @Test
  void aConnectionThatTakesItGetsEachRecordAtOnce() {
    send(3);
    assertThat(connection.writes).containsExactly(RECORD_BYTES, RECORD_BYTES, RECORD_BYTES);
  }

  @Test
  void whatHasWaitedForAFullConnectionGoesInOneWrite() {
    connection.room = RECORD_BYTES / 2;
    send(100);
    assertThat(connection.writes).containsExactly(RECORD_BYTES / 2);
    assertThat(key.interestOps())
        .as("the selector looks for room")
        .isEqualTo(SelectionKey.OP_WRITE);
    connection.room = Integer.MAX_VALUE;
    stream.flush();
    assertThat(connection.writes)
        .containsExactly(RECORD_BYTES / 2, 100 * RECORD_BYTES - RECORD_BYTES / 2);
  }

  /** The selector, which still tells of an earlier request, must not lose the next one. */
  @Test
  void aRequestThatTheSelectorTakesBackIsMadeAgain() {
    OutStream raced = new OutStream((TcpLink) job.link(0, 1));
    raced.carry(queue);
    SelectionKey told = new Told(key, raced::flush);
    raced.connected(connection, told);
    connection.room = RECORD_BYTES / 2;
    assertThat(queue.claim(0)).isTrue();
    queue.control(TcpLink.UPDATE, 0);
    queue.commit();
    raced.flush();
    assertThat(told.interestOps())
        .as("the selector looks for room")
        .isEqualTo(SelectionKey.OP_WRITE);
  }

  /**
   * A thread that finds another one writing leaves its records to it: one that sends for others may
   * be the selector's, for which all other connections wait.
   */
  @Test
  void whoWritesWhileOthersSendWithoutEndLeavesTheRestToTheSelector() {
    int[] sent = {0};
    connection.each =
        () -> {
          if (sent[0]++ < 10_000) {
            send(1);
          }
        };
    send(1);
    assertThat(connection.writes).hasSizeLessThan(100);
    assertThat(queue.isEmpty()).as("something is left").isFalse();
    assertThat(key.interestOps())
        .as("the selector goes on with it")
        .isEqualTo(SelectionKey.OP_WRITE);
    connection.each = () -> {};
    stream.flush();
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void theSelectorIsWokenOnceForAConnectionThatIsFull() {
    OutStream full = new OutStream((TcpLink) job.link(0, 1));
    full.carry(queue);
    Told woken = new Told(key, () -> {});
    woken.told = true;
    full.connected(connection, woken);
    connection.room = RECORD_BYTES / 2;
    for (int i = 0; i < 100; i++) {
      assertThat(queue.claim(0)).isTrue();
      queue.control(TcpLink.UPDATE, 0);
      queue.commit();
      full.flush();
    }
    assertThat(woken.wakeups).isEqualTo(1);
    woken.interestOpsAnd(~SelectionKey.OP_WRITE); // as the selector does before it flushes
    full.flush();
    assertThat(woken.wakeups).as("as it has taken the request back").isEqualTo(2);
  }

  @Test
  void whatIsSentDuringAWriteGoesInTheNextOne() {
    connection.meanwhile = () -> send(50);
    send(1);
    assertThat(connection.writes).containsExactly(RECORD_BYTES, 50 * RECORD_BYTES);
  }
}
