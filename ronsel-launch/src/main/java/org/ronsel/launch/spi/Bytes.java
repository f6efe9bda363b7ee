package org.ronsel.launch.spi;

import org.ronsel.memory.ByteSize;

/** Sizes in options, as {@link ByteSize} reads them. */
public final class Bytes extends ParsingConverter<Long> {
  /** How the description of an option begins whose values are sizes of messages. */
  public static final String MESSAGE_SIZES = "Message sizes in bytes, with K, M or G";

  /** Creates a converter for options. */
  public Bytes() {
    super(ByteSize::parse);
  }
}
