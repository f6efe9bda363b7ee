package org.ronsel.transport.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.ronsel.transport.RecordView;

/**
 * Memory in which data of messages arrive, lent to the engine until they have been copied to where
 * they belong. There is always another block: senders see to it that not too many are needed (see
 * {@link TcpLink}). Blocks are taken under the engine's lock, and given back by any thread.
 */
final class BlockPool implements RecordView.Lender {
  /** A block, and what is in it. */
  static final class Block {
    final int number;
    final ByteBuffer buffer;
    final MemorySegment memory;
    private final int size;
    private @Nullable TcpLink from;
    private int bytes;

    /** The next free one; written before the block is pushed. */
    private @Nullable Block next;

    Block(int number, int size) {
      this.number = number;
      this.size = size;
      this.buffer = ByteBuffer.allocateDirect(SMALLEST << size);
      this.memory = MemorySegment.ofBuffer(buffer);
    }
  }

  /** Blocks of the smallest size; each further size is twice as large. */
  private static final int SMALLEST = 16 << 10;

  private static final int SIZES =
      1 + Integer.numberOfTrailingZeros(Integer.highestOneBit(TcpOptions.BLOCK_BYTES / SMALLEST));

  /** The free blocks of each size. */
  private final AtomicReferenceArray<@Nullable Block> free = new AtomicReferenceArray<>(SIZES);

  private volatile Block[] blocks = new Block[0];

  /** The smallest size that holds so many bytes. */
  private static int sizeFor(int bytes) {
    int size = 0;
    while (SMALLEST << size < bytes) {
      size++;
    }
    return size;
  }

  /**
   * Takes a block for data of so many bytes.
   *
   * @param from the link that is told when they have been consumed, or null
   */
  Block take(@Nullable TcpLink from, int bytes) {
    int size = sizeFor(bytes);
    Block block = pop(size);
    if (block == null) {
      Block[] all = blocks;
      block = new Block(all.length, size);
      Block[] more = Arrays.copyOf(all, all.length + 1);
      more[all.length] = block;
      blocks = more;
    }
    block.from = from;
    block.bytes = bytes;
    block.buffer.clear().limit(bytes);
    return block;
  }

  /** One thread at a time pops, so a block that is seen at the top cannot have come back there. */
  private @Nullable Block pop(int size) {
    while (true) {
      Block top = free.get(size);
      if (top == null || free.compareAndSet(size, top, top.next)) {
        return top;
      }
    }
  }

  @Override
  public void free(int number) {
    Block block = blocks[number];
    TcpLink from = block.from;
    block.from = null;
    int bytes = block.bytes;
    Block top;
    do {
      top = free.get(block.size);
      block.next = top;
    } while (!free.compareAndSet(block.size, top, block));
    if (from != null) {
      from.consumed(bytes);
    }
  }
}
