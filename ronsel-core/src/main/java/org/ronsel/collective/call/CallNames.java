package org.ronsel.collective.call;

import org.ronsel.collective.call.Invocation.Form;

/**
 * Names of the methods that make a call, by form.
 *
 * @param blocking the one that returns when the rank's part is done
 */
public record CallNames(String blocking, String starting, String preparing) {
  /** The names that follow from that of the blocking method. */
  public static CallNames of(String blocking) {
    String capitalized = Character.toUpperCase(blocking.charAt(0)) + blocking.substring(1);
    return new CallNames(blocking, "i" + capitalized, "persistent" + capitalized);
  }

  /** The name of one form. */
  public String of(Form form) {
    return switch (form) {
      case BLOCKING -> blocking;
      case STARTED -> starting;
      case PERSISTENT -> preparing;
    };
  }
}
