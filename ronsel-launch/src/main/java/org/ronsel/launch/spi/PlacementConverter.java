package org.ronsel.launch.spi;

/** Parses the placement of ranks. */
public final class PlacementConverter extends ParsingConverter<RankPlacement> {
  /** A converter for options. */
  public PlacementConverter() {
    super(RankPlacement::parse);
  }
}
