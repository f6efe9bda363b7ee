package org.ronsel.window;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.Info;
import org.ronsel.machine.Setting;
import org.ronsel.onesided.GhostBinding;
import org.ronsel.onesided.PeerMemory;
import org.ronsel.onesided.ProgressBy;

/** The hints of a window (MPI-4.1, section 12.2.1, and some of Ronsel's). */
final class WindowHints {
  /** Kinds of epochs, by the names that {@code epochs_used} lists. */
  enum Epochs {
    FENCE,
    PSCW,
    LOCK,
    LOCKALL
  }

  /** The binding of windows without the hint. */
  private static final GhostBinding USUAL_BINDING =
      GhostBinding.named(Setting.WINDOW_BINDING.word(), GhostBinding.RANK);

  /** The progress of windows without the hint. */
  private static final ProgressBy USUAL_PROGRESS =
      ProgressBy.named(Setting.WINDOW_PROGRESS.word(), ProgressBy.GHOST);

  private final Info hints;
  private final Set<Epochs> used;
  private final boolean keepsOrder;
  private final ProgressBy progressBy;
  private final GhostBinding binding;

  WindowHints(Info info) {
    hints = info.dup();
    used = epochs(hints.get("epochs_used"));
    if ("true".equals(hints.get("no_locks"))) {
      used.remove(Epochs.LOCK);
    }
    keepsOrder = !"none".equals(hints.get("accumulate_ordering"));
    progressBy = ProgressBy.named(hints.get("ronsel_progress"), USUAL_PROGRESS);
    binding = GhostBinding.named(hints.get("ronsel_binding"), USUAL_BINDING);
  }

  /** The kinds in a list; all kinds if there is no list, or it has an unknown name. */
  private static Set<Epochs> epochs(@Nullable String list) {
    Set<Epochs> all = EnumSet.allOf(Epochs.class);
    if (list == null) {
      return all;
    }
    Set<Epochs> named = EnumSet.noneOf(Epochs.class);
    for (String name : list.split(",", -1)) {
      Epochs found = null;
      for (Epochs each : all) {
        if (each.name().toLowerCase(Locale.ROOT).equals(name.strip())) {
          found = each;
        }
      }
      if (found == null) {
        return all;
      }
      named.add(found);
    }
    return named;
  }

  /** These hints combined with others, which take precedence. */
  WindowHints with(Info more) {
    Info both = hints.dup();
    for (String key : more.keys()) {
      String value = more.get(key);
      if (value != null) {
        both.set(key, value);
      }
    }
    return new WindowHints(both);
  }

  Info copy() {
    return hints.dup();
  }

  /** Whether the program may begin epochs of a kind. */
  boolean allows(Epochs kind) {
    return used.contains(kind);
  }

  /** The hint by which the program promises to begin no epochs of a kind. */
  String promiseAgainst(Epochs kind) {
    return kind == Epochs.LOCK && "true".equals(hints.get("no_locks"))
        ? "no_locks, which promises none"
        : "epochs_used=" + hints.get("epochs_used") + ", which promises no other epochs";
  }

  /** Whether single ranks are never locked, so that locks of all ranks exclude no other lock. */
  boolean needsNoLocks() {
    return !allows(Epochs.LOCK);
  }

  /**
   * Applies the hints to operations on the memory of a rank.
   *
   * @param offset of the window's part in it
   * @param bytes length of that part
   */
  void apply(PeerMemory memory, long offset, long bytes) {
    memory.progressBy(progressBy);
    memory.bind(binding, offset, bytes);
    memory.keepOrder(keepsOrder);
  }
}
