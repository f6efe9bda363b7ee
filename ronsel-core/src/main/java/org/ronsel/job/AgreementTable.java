package org.ronsel.job;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The place where ranks agree: takes the answer of each member, and decides when all that have
 * neither failed nor ended have given theirs. There is one in a job, so that all get the same
 * answer. Any thread.
 */
public final class AgreementTable implements Agreements {
  private final Map<Key, Open> open = new HashMap<>();
  private final BitSet gone = new BitSet();

  /** An agreement for which answers are missing. */
  private static final class Open {
    final BitSet members;
    final BitSet answered = new BitSet();
    final List<Consumer<Decision>> waiting = new ArrayList<>();
    long bits = -1;
    long largest = Long.MIN_VALUE;

    Open(BitSet members) {
      this.members = members;
    }
  }

  @Override
  public synchronized void agree(
      int rank, Key key, long bits, long largest, Consumer<Decision> decided) {
    Open agreement = open.computeIfAbsent(key, k -> new Open(k.endpoints()));
    agreement.answered.set(rank);
    agreement.bits &= bits;
    agreement.largest = Math.max(agreement.largest, largest);
    agreement.waiting.add(decided);
    decideIfComplete(key, agreement);
  }

  /** A rank has failed or ended: no answer comes of it. */
  @Override
  public synchronized void ends(int rank) {
    gone.set(rank);
    Map.copyOf(open)
        .forEach(
            (key, agreement) -> {
              if (agreement.members.get(rank)) {
                decideIfComplete(key, agreement);
              }
            });
  }

  private void decideIfComplete(Key key, Open agreement) {
    BitSet missing = (BitSet) agreement.members.clone();
    missing.andNot(agreement.answered);
    missing.andNot(gone);
    if (missing.isEmpty()) {
      open.remove(key);
      BitSet failed = (BitSet) agreement.members.clone();
      failed.and(gone);
      Decision decision =
          new Decision(agreement.bits, agreement.largest, failed.stream().boxed().toList());
      agreement.waiting.forEach(each -> each.accept(decision));
    }
  }
}
