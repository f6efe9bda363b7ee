package org.ronsel.machine;

import java.util.Locale;

/** Whether long data are copied in a way that is not the usual one. */
public enum CopyMode {
  /** Where it measures faster. */
  AUTO,
  /** Always. */
  ON,
  /** Never. */
  OFF;

  /** What a setting says. */
  public static CopyMode wanted(Setting setting) {
    return valueOf(setting.word().toUpperCase(Locale.ROOT));
  }
}
