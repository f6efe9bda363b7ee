package org.ronsel.transport.tcp;

import java.security.Security;

/**
 * Has ends of TLS take new keys after little data, so that tests see what else takes 128 GB. The
 * JDK looks when it first encrypts, so each test that does calls this before.
 */
public final class ShortKeyLimits {
  private ShortKeyLimits() {}

  /** From now on. */
  public static void set() {
    Security.setProperty("jdk.tls.keyLimits", "AES/GCM/NoPadding KeyUpdate 2^18");
  }
}
