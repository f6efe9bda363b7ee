package org.ronsel.bench.command;

import org.ronsel.bench.run.RankPlacement;
import org.ronsel.launch.spi.ParsingConverter;

/** Reads where ranks live. */
public final class PlacementConverter extends ParsingConverter<RankPlacement> {
  /** A converter for options. */
  public PlacementConverter() {
    super(RankPlacement::parse);
  }
}
