package org.ronsel.collective.call;

import org.ronsel.collective.call.Invocation.CallKind;

/**
 * Names of the methods that make a call, by the kind of call.
 *
 * @param blocking the one that returns when the rank's part is done
 */
public record CallNames(String blocking, String starting, String preparing) {
  /** The names that follow from that of the blocking method. */
  public static CallNames of(String blocking) {
    String capitalized = Character.toUpperCase(blocking.charAt(0)) + blocking.substring(1);
    return new CallNames(blocking, "i" + capitalized, "persistent" + capitalized);
  }

  /** The name for one kind of call. */
  public String of(CallKind kind) {
    return switch (kind) {
      case BLOCKING -> blocking;
      case NONBLOCKING -> starting;
      case PERSISTENT -> preparing;
    };
  }
}
