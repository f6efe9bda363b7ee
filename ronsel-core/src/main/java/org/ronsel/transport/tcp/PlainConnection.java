package org.ronsel.transport.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection whose bytes travel as they are. */
record PlainConnection(SocketChannel channel) implements Connection {
  @Override
  public int read(ByteBuffer into) throws IOException {
    return channel.read(into);
  }

  @Override
  public long read(ByteBuffer[] into) throws IOException {
    return channel.read(into);
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    return channel.write(from);
  }

  @Override
  public long write(ByteBuffer[] from) throws IOException {
    return channel.write(from);
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
    return channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
