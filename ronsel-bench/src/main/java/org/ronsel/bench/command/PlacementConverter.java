package org.ronsel.bench.command;

import org.ronsel.bench.run.RankPlacement;
import org.ronsel.launch.spi.ParsingConverter;

/** Parses the placement of ranks. */
public final class PlacementConverter extends ParsingConverter<RankPlacement> {
  /** A converter for options. */
  public PlacementConverter() {
    super(RankPlacement::parse);
  }
}
