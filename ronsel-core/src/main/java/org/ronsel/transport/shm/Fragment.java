package org.ronsel.transport.shm;

import org.jspecify.annotations.Nullable;
import org.ronsel.transport.DataTransfer;

/** A fragment of a sender's pool, and the part of a message that it is to carry. */
final class Fragment implements DataTransfer {
  private static final byte[] NOTHING = {};

  private final FragmentPool pool;
  private final int number;
  private @Nullable ShmLink link;
  private long cookie;
  private long messageOffset;
  private Object base = NOTHING;
  private long byteOffset;
  private long bytes;

  Fragment(FragmentPool pool, int number) {
    this.pool = pool;
    this.number = number;
  }

  /** Says what it is to carry: as much as it holds. */
  Fragment fill(ShmLink to, long ofMessage, long at, Object from, long fromOffset, long length) {
    link = to;
    cookie = ofMessage;
    messageOffset = at;
    base = from;
    byteOffset = fromOffset;
    bytes = Math.min(length, pool.fragmentBytes());
    return this;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void move() {
    Object from = base;
    base = NOTHING;
    pool.copy.write(from, byteOffset, pool.memory(), pool.offset(number), bytes);
  }

  @Override
  public boolean hasBegun() {
    return false; // the peer reads it when it has been told
  }

  @Override
  public boolean handOver() {
    ShmLink to = link;
    return to != null && to.offer(cookie, messageOffset, number, bytes);
  }

  @Override
  public void drop() {
    pool.release(number);
  }
}
