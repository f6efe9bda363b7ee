package org.ronsel.transport.tcp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A rank that commits records of changing lengths, some after it has given one up, and a thread
 * that writes them to a connection which takes a few bytes at a time: the connection gets every
 * record whole, once, in order, and no bytes of records that were skipped or given up.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "All that was committed, and the queue is empty.")
@Outcome(expect = FORBIDDEN, desc = "Lost, twice, torn, or out of order.")
@State
public class OutQueueStress {
  private static final int BYTES = 512;
  private static final int RECORDS = 8;
  private static final int TRIES = 40;
  private static final int[] LENGTHS = {100, 0, 150, 24, 96, 16, 130, 40};
  private static final byte[] SOURCE = new byte[200];

  private final Connection connection = new Connection();
  private int committed;
  private final OutQueue queue = OutQueue.of(payload -> committed, 3, BYTES);

  /** Takes a few bytes, and keeps them. */
  private static final class Connection implements WritableByteChannel {
    final ByteBuffer taken = ByteBuffer.allocate(4 * BYTES).order(ByteOrder.nativeOrder());
    boolean all;
    private int turn;

    @Override
    public int write(ByteBuffer source) {
      int bytes = all ? source.remaining() : Math.min(source.remaining(), 40 + 24 * (turn++ & 3));
      ByteBuffer part = source.slice(source.position(), bytes);
      taken.put(part);
      source.position(source.position() + bytes);
      return bytes;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      // There is nothing to close.
    }
  }

  /** Commits records as long as there is room. */
  @Actor
  public void rank() {
    for (int i = 0; i < TRIES && committed < RECORDS; i++) {
      if ((i & 3) == 2 && queue.claim(180)) {
        queue.abort();
      }
      int length = LENGTHS[committed];
      if (queue.claim(length)) {
        queue.envelope(1, committed, committed, length, ~committed);
        if (length > 0) {
          queue.payload(SOURCE, 0);
        }
        queue.commit();
        committed++;
      }
    }
  }

  private boolean write() {
    try {
      return queue.writeTo(connection);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes available records. */
  @Actor
  public void writer() {
    for (int i = 0; i < TRIES; i++) {
      var _ = write();
    }
  }

  /** Writes the remaining records, and reads the bytes of the connection. */
  @Arbiter
  public void rest(II_Result result) {
    connection.all = true;
    result.r2 = write() && queue.isEmpty() ? 1 : 0;
    ByteBuffer in = connection.taken.flip();
    int at = 0;
    int wrong = 0;
    for (int i = 0; i < committed; i++) {
      boolean whole =
          in.limit() >= at + OutQueue.bytes(LENGTHS[i])
              && in.getLong(at) == i
              && in.getInt(at + 12) == LENGTHS[i]
              && in.getInt(at + 24) == i
              && in.getInt(at + 28) == 3
              && in.getLong(at + 40) == ~i;
      wrong += whole ? 0 : 1;
      at += OutQueue.bytes(LENGTHS[i]);
    }
    result.r1 = wrong + (at == in.limit() ? 0 : 1);
  }
}
