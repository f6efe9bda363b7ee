package org.ronsel.job;

import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * How ranks agree although some of them may fail meanwhile: all that are left get the same answer.
 * Any thread.
 */
public interface Agreements {
  /**
   * Which agreement it is: of all that the members make in a communicator the number tells.
   *
   * @param contextId id of the communicator
   * @param number how many the rank has begun in it before
   * @param members endpoints of its ranks, as pairs of the first of a range and its length
   */
  record Key(int contextId, int number, List<Integer> members) {
    /** Copies the list. */
    public Key {
      members = List.copyOf(members);
    }

    /** The endpoints of the members. */
    public BitSet endpoints() {
      BitSet all = new BitSet();
      for (int i = 0; i + 1 < members.size(); i += 2) {
        all.set(members.get(i), members.get(i) + members.get(i + 1));
      }
      return all;
    }
  }

  /**
   * The result of an agreement.
   *
   * @param bits what all that have answered gave, combined by AND
   * @param largest the largest number that one of them gave
   * @param failed endpoints of the members that have failed or ended by then
   */
  record Decision(long bits, long largest, List<Integer> failed) {
    /** Copies the list. */
    public Decision {
      failed = List.copyOf(failed);
    }
  }

  /**
   * Gives a rank's answer.
   *
   * @param decided told of the decision, once, on any thread; must not block
   */
  void agree(int rank, Key key, long bits, long largest, Consumer<Decision> decided);

  /** A rank of this JVM will give no more answers. */
  void ends(int rank);
}
