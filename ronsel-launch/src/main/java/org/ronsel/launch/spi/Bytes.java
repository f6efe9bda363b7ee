package org.ronsel.launch.spi;

import org.ronsel.memory.ByteSize;

/** Sizes in options, as {@link ByteSize} reads them. */
public final class Bytes extends ParsingConverter<Long> {
  /** Creates a converter for options. */
  public Bytes() {
    super(ByteSize::parse);
  }
}
