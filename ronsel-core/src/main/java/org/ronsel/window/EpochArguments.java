package org.ronsel.window;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.Group;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Window.Assertion;
import org.ronsel.comm.EndpointGroup;
import org.ronsel.datatype.Caller;

/**
 * Checks the arguments of calls that begin and end epochs of a window: assertions, groups, and
 * whether the hints of the window allow the kind of epoch. Without state; any thread.
 */
final class EpochArguments {
  static final EnumSet<Assertion> OF_FENCES = EnumSet.complementOf(EnumSet.of(Assertion.NO_CHECK));
  static final EnumSet<Assertion> OF_POSTS =
      EnumSet.of(Assertion.NO_CHECK, Assertion.NO_STORE, Assertion.NO_PUT);
  static final EnumSet<Assertion> OF_OTHERS = EnumSet.of(Assertion.NO_CHECK);

  private final RankWindow window;

  EpochArguments(RankWindow window) {
    this.window = window;
  }

  /** The assertions of a call; each of them must be defined for the call. */
  Set<Assertion> assertions(String call, Assertion @Nullable [] given, EnumSet<Assertion> allowed) {
    if (given != null && given.length == 0) {
      return Set.of();
    }
    if (given == null || Arrays.asList(given).contains(null)) {
      throw Caller.raised(window, call, ErrorClass.ASSERT, "an assertion is null");
    }
    Set<Assertion> all = EnumSet.copyOf(Arrays.asList(given));
    for (Assertion each : all) {
      if (!allowed.contains(each)) {
        throw Caller.raised(
            window,
            call,
            ErrorClass.ASSERT,
            each + " is no assertion of this call; it has " + allowed);
      }
    }
    return all;
  }

  /** The ranks in the window of a group's members; all members must be in the window. */
  BitSet ranks(String call, @Nullable Group group) {
    EndpointGroup all = window.group();
    EndpointGroup members = group == null ? null : EndpointGroup.of(group);
    if (members == null || !members.isEmpty() && !all.sharesUniverse(members)) {
      throw Caller.raised(
          window,
          call,
          ErrorClass.GROUP,
          group == null ? "group is null" : "the group is of another job");
    }
    BitSet ranks = new BitSet();
    for (int i = 0; i < members.size(); i++) {
      int rank = all.rankOf(members.endpoint(i));
      if (rank < 0) {
        throw Caller.raised(
            window,
            call,
            ErrorClass.GROUP,
            "member " + i + " of the group is not in " + window.name());
      }
      ranks.set(rank);
    }
    return ranks;
  }

  /** Checks that the program has not promised to begin no epochs of a kind. */
  void checkAllowed(String call, WindowHints.Epochs kind) {
    WindowHints hints = window.hints();
    if (!hints.allows(kind)) {
      throw window.raise(
          new InvalidArgumentException(
              ErrorClass.RMA_SYNC,
              window
                  .place(call)
                  .message(
                      window.name() + " was made with the hint " + hints.promiseAgainst(kind))));
    }
  }
}
