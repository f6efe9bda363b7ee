package org.ronsel.collective.context;

import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;

/**
 * The message of a rank in an agreement: the id that it has reserved, its call with the arguments,
 * and its wishes. Proposals of several ranks are merged into one.
 */
final class Proposal {
  static final int WORDS = 5;

  private static final int LARGEST_ID = 0;
  private static final int LEAST_ID = 1;
  private static final int LARGEST_SIGNATURE = 2;
  private static final int LEAST_SIGNATURE = 3;
  private static final int WISHES = 4;

  private Proposal() {}

  static void fill(long[] words, long id, long signature, long wishes) {
    words[LARGEST_ID] = id;
    words[LEAST_ID] = id;
    words[LARGEST_SIGNATURE] = signature;
    words[LEAST_SIGNATURE] = signature;
    words[WISHES] = wishes;
  }

  static void merge(long[] into, long[] other) {
    into[LARGEST_ID] = Math.max(into[LARGEST_ID], other[LARGEST_ID]);
    into[LEAST_ID] = Math.min(into[LEAST_ID], other[LEAST_ID]);
    into[LARGEST_SIGNATURE] = Math.max(into[LARGEST_SIGNATURE], other[LARGEST_SIGNATURE]);
    into[LEAST_SIGNATURE] = Math.min(into[LEAST_SIGNATURE], other[LEAST_SIGNATURE]);
    into[WISHES] |= other[WISHES];
  }

  /** Whether another round would change nothing: all have one id, or they never will. */
  static boolean isFinal(long[] words) {
    return words[LARGEST_ID] == words[LEAST_ID] || disagree(words);
  }

  static int largestId(long[] words) {
    return (int) words[LARGEST_ID];
  }

  static long wishes(long[] words) {
    return words[WISHES];
  }

  static boolean disagree(long[] words) {
    return words[LARGEST_SIGNATURE] != words[LEAST_SIGNATURE];
  }

  static InvalidArgumentException disagreement(ErrorPlace place) {
    return new InvalidArgumentException(
        ErrorClass.ARGUMENT,
        place.message(
            "the ranks do not make the same communicator: all must call the same method in the"
                + " same order, with the same arguments where these are not a rank's own"));
  }
}
