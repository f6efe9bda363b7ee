package org.ronsel.machine;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import java.util.Optional;
import org.ronsel.UnsupportedFeatureException;

/**
 * The one gate to native code. Everything in this package that calls a native function asks here
 * first: where native access is not enabled no restricted method may be called, since the JVM would
 * print a warning into the user's program.
 *
 * <p>Loading this class is cheap; linking a function is not (tens of milliseconds for the first),
 * so each function is linked in a holder class of its own, at first use.
 *
 * <p>All methods may be called by any thread.
 */
public final class NativeAccess {
  private NativeAccess() {}

  /** Whether native functions may be called from this module. */
  public static final boolean ENABLED;

  /** Why {@link #ENABLED} has its value. */
  public static final String REASON;

  /** Whether this is Linux, the only system with calls that this package knows. */
  static final boolean LINUX =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux");

  static {
    Module module = NativeAccess.class.getModule();
    boolean enabled = module.isNativeAccessEnabled();
    if (enabled && ValueLayout.ADDRESS.byteSize() != Long.BYTES) {
      ENABLED = false;
      REASON = "only 64-bit JVMs are supported";
    } else {
      ENABLED = enabled;
      REASON =
          enabled
              ? "enabled for "
                  + (module.isNamed() ? "module " + module.getName() : "the class path")
              : "native access is not enabled (start java with --enable-native-access="
                  + (module.isNamed() ? module.getName() : "ALL-UNNAMED")
                  + ")";
    }
  }

  /** Whether native functions may be called, and the reason. */
  public static Availability availability() {
    return new Availability(ENABLED, REASON);
  }

  /** A function of the C library, or empty where it is absent or native access is off. */
  static Optional<MemorySegment> find(String function) {
    return ENABLED ? Linker.nativeLinker().defaultLookup().find(function) : Optional.empty();
  }

  /**
   * A function of the C library as a method handle.
   *
   * @throws UnsupportedFeatureException if native access is off or the function is absent
   */
  static MethodHandle downcall(
      String function, FunctionDescriptor descriptor, Linker.Option... options) {
    if (!ENABLED) {
      throw new UnsupportedFeatureException(
          "The native function " + function + " cannot be called: " + REASON);
    }
    MemorySegment address =
        find(function)
            .orElseThrow(
                () ->
                    new UnsupportedFeatureException(
                        "The C library of this system has no function " + function));
    return Linker.nativeLinker().downcallHandle(address, descriptor, options);
  }

  /**
   * A function of at most seven integers or pointers, called with seven words; C functions ignore
   * arguments they do not have. One method type for all functions saves the JVM the preparation of
   * calling code for each, which takes some 10 ms.
   */
  static final FunctionDescriptor WORDS = wordsDescriptor();

  private static FunctionDescriptor wordsDescriptor() {
    ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
    return FunctionDescriptor.of(word, word, word, word, word, word, word, word);
  }
}
