package org.ronsel.collective.direct;

import java.util.List;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;

/**
 * How an operation is executed at a meeting. Stateless; what it works on is in the {@link Visit} of
 * the calling rank and in the seats of all. All forms combine in the order of ranks.
 */
public abstract class DirectForm implements Algorithm {
  private final Collective collective;

  DirectForm(Collective collective) {
    this.collective = collective;
  }

  private static final DirectForm[] FORMS = new DirectForm[Collective.values().length];

  static {
    for (DirectForm form : all()) {
      FORMS[form.collective().ordinal()] = form;
    }
  }

  /** One form for each operation. */
  public static List<DirectForm> all() {
    return List.of(
        DirectBarrier.FORM,
        DirectBroadcast.FORM,
        DirectReduce.FORM,
        DirectAllReduce.FORM,
        DirectRootedBlocks.GATHER,
        DirectAllGather.FORM,
        DirectRootedBlocks.SCATTER,
        DirectAllToAll.FORM,
        DirectReduceScatter.BLOCKS,
        DirectScan.INCLUSIVE,
        DirectScan.EXCLUSIVE,
        DirectBlocks.GATHER,
        DirectBlocks.ALL_GATHER,
        DirectBlocks.SCATTER,
        DirectBlocks.ALL_TO_ALL,
        DirectReduceScatter.TABLE);
  }

  static DirectForm of(Collective collective) {
    return FORMS[collective.ordinal()];
  }

  @Override
  public final Collective collective() {
    return collective;
  }

  @Override
  public final String name() {
    return "direct";
  }

  @Override
  public final String summary() {
    return "blocking calls of ranks that share a JVM: in each other's arrays, without messages";
  }

  @Override
  public final boolean keepsFixedOrder(int ranks) {
    return true;
  }

  /**
   * Into how many chunks the work is divided, or 0 if the last to arrive does all of it. A function
   * of what all ranks agree on.
   */
  int chunks(Visit visit) {
    return 0;
  }

  /** Prepares the chunks; by the last to arrive, while nobody else does anything. */
  void prepare(Visit visit) {}

  /** Does the whole work; nobody else does anything meanwhile. */
  void whole(Visit visit) {}

  /** Does one chunk; others do other chunks meanwhile. */
  void chunk(Visit visit, int chunk) {}

  /** Takes what the rank gets from {@link #whole}. */
  void leave(Visit visit) {}
}
