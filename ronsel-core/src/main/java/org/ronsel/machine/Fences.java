package org.ronsel.machine;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;

/**
 * Store-load ordering between a publisher (light side) and a waiter that is about to park (heavy
 * side). The publisher stores a record and then loads the waiter's "parked" flag; the waiter stores
 * the flag and then looks for records once more. With these fences in between, at least one of them
 * sees the other's store.
 *
 * <p>There are two forms, and all JVMs that share memory must use the same one:
 *
 * <ul>
 *   <li>{@linkplain Mode#SYMMETRIC symmetric}: both sides execute a full fence;
 *   <li>{@linkplain Mode#ASYMMETRIC asymmetric}: the light side only keeps the compiler from
 *       reordering; the heavy side makes the kernel ({@code membarrier}) run a full fence on every
 *       processor that executes a thread of the job. A publisher then pays nothing, a waiter that
 *       parks a few microseconds.
 * </ul>
 *
 * <p>The form is settled once per JVM, at the first fence or call of {@link #mode()}, and is a
 * constant for the compiler from then on. Before that, the runtime asks every JVM for its {@link
 * #asymmetricAvailability()} (which also registers it with the kernel) and calls {@link
 * #useSymmetric()} everywhere when one of them lacks it. Only with the system property {@code
 * ronsel.fences} set to {@code asymmetric} does it count as available, and then its absence is an
 * error: on one host {@code FencesStress} found lost wake-ups with it, of which the cause is not
 * known.
 */
public final class Fences {
  private Fences() {}

  /** Which side pays for the ordering. */
  public enum Mode {
    /** Both sides, with a full fence each. */
    SYMMETRIC,
    /** The heavy side alone. */
    ASYMMETRIC
  }

  private static final Object LOCK = new Object();

  /** Whether the runtime asked for the symmetric form; guarded by {@link #LOCK}. */
  private static boolean symmetricWanted;

  /** The form once it is settled; guarded by {@link #LOCK}. */
  private static @Nullable Mode settled;

  /** A class of its own, since a static final field of an initialised class is a constant. */
  private static final class Settled {
    static final boolean ASYMMETRIC = settle() == Mode.ASYMMETRIC;
  }

  private static Mode settle() {
    synchronized (LOCK) {
      // A wrong property is reported by asymmetricAvailability, never by a class initialiser.
      boolean asymmetric =
          !symmetricWanted
              && Setting.FENCES.text("").equalsIgnoreCase("asymmetric")
              && Membarrier.AVAILABILITY.usable();
      settled = asymmetric ? Mode.ASYMMETRIC : Mode.SYMMETRIC;
      return settled;
    }
  }

  /**
   * Whether this JVM can take part in the asymmetric form. Registers this process for it, and costs
   * tens of milliseconds when it is the first native call of the JVM; a job within one JVM avoids
   * that by {@link #useSymmetric()}.
   *
   * @throws RonselException if {@code ronsel.fences} has a value that is not one of the two, or
   *     asks for what this host does not have
   */
  public static Availability asymmetricAvailability() {
    String wanted = Setting.FENCES.text() == null ? "" : Setting.FENCES.word();
    switch (wanted) {
      case "symmetric":
        return Availability.unavailable("ronsel.fences=symmetric");
      case "":
        return Availability.unavailable("ronsel.fences=asymmetric does not ask for it");
      default:
        if (!Membarrier.AVAILABILITY.usable()) {
          throw new UnsupportedFeatureException(
              "ronsel.fences=asymmetric cannot be had: " + Membarrier.AVAILABILITY.detail());
        }
        return Membarrier.AVAILABILITY;
    }
  }

  /**
   * Settles for the symmetric form, because some JVM of the job lacks the other or there is only
   * one JVM.
   *
   * @throws RonselException if this JVM has already used the asymmetric form
   */
  public static void useSymmetric() {
    synchronized (LOCK) {
      if (settled == Mode.ASYMMETRIC) {
        throw new RonselException(
            ErrorClass.UNSUPPORTED_OPERATION,
            "This JVM already runs with asymmetric fences and a peer cannot: start every JVM of"
                + " the job with -Dronsel.fences=symmetric");
      }
      symmetricWanted = true;
    }
  }

  /** The form in use; settles it. */
  public static Mode mode() {
    return Settled.ASYMMETRIC ? Mode.ASYMMETRIC : Mode.SYMMETRIC;
  }

  /**
   * The publisher's side: after publishing, before reading the waiter's "parked" flag (with opaque
   * mode or stronger).
   */
  public static void lightStoreLoad() {
    if (Settled.ASYMMETRIC) {
      // Enough to keep the JIT from moving the load up; the processor's own reordering is undone
      // by the other side's membarrier.
      VarHandle.releaseFence();
    } else {
      VarHandle.fullFence();
    }
  }

  /** The waiter's side: after setting "parked", before the last poll. */
  public static void heavyStoreLoad() {
    VarHandle.fullFence();
    if (Settled.ASYMMETRIC) {
      Membarrier.issue();
      VarHandle.fullFence();
    }
  }
}
