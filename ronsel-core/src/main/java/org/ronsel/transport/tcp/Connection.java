package org.ronsel.transport.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/**
 * A stream of bytes to another JVM and back, whose other end has proved itself; it never blocks.
 * One thread at a time reads and one writes; any thread closes.
 */
interface Connection extends ByteChannel {
  /** Reads what is there into several buffers, one after the other. */
  long read(ByteBuffer[] into) throws IOException;

  /** Writes several buffers, one after the other, as far as the connection takes them. */
  long write(ByteBuffer[] from) throws IOException;

  /**
   * Whether bytes travel as they are: reads and writes fail because of their buffer only before
   * they have moved anything.
   */
  boolean isPlain();

  /**
   * Whether a read would find something of which the selector's thread would not tell, since it has
   * left the channel already. For the reading thread.
   */
  boolean holdsMore();
}
