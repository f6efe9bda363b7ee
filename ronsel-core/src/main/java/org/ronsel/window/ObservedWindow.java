package org.ronsel.window;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.Group;
import org.ronsel.Info;
import org.ronsel.LockType;
import org.ronsel.RonselException;
import org.ronsel.comm.Communicator;
import org.ronsel.observe.Call;
import org.ronsel.observe.Recorder;
import org.ronsel.onesided.AttachedMemory;

/** A window whose calls are recorded. Only loaded where a job is to be recorded. */
public final class ObservedWindow extends RankWindow {
  private final Recorder recorder;

  /** Creates a rank's part of a window; see {@link RankWindow}. */
  ObservedWindow(
      Communicator comm,
      Description own,
      Description[] descriptions,
      @Nullable MemorySegment memory,
      @Nullable AttachedMemory attached,
      Info hints,
      Runnable free,
      Recorder recorder) {
    super(comm, own, descriptions, memory, attached, hints, free);
    this.recorder = recorder;
  }

  /** Records what a call of the program does, as one call. */
  static <T> T recorded(Recorder recorder, Supplier<T> body) {
    Call call = recorder.open();
    try {
      return body.get();
    } finally {
      recorder.close(call);
    }
  }

  private void recorded(Runnable body) {
    var _ =
        recorded(
            recorder,
            () -> {
              body.run();
              return true;
            });
  }

  private boolean recorded(BooleanSupplier body) {
    return recorded(recorder, body::getAsBoolean);
  }

  @Override
  public void fence(Assertion... assertions) {
    recorded(() -> super.fence(assertions));
  }

  @Override
  @Nullable RonselException free() {
    Call call = recorder.open();
    try {
      return super.free();
    } finally {
      recorder.close(call);
    }
  }

  @Override
  public void post(Group origins, Assertion... assertions) {
    recorded(() -> super.post(origins, assertions));
  }

  @Override
  public void start(Group to, Assertion... assertions) {
    recorded(() -> super.start(to, assertions));
  }

  @Override
  public void complete() {
    recorded(super::complete);
  }

  @Override
  public void await() {
    recorded(super::await);
  }

  @Override
  public boolean test() {
    return recorded(super::test);
  }

  @Override
  public void lock(LockType type, int target, Assertion... assertions) {
    recorded(() -> super.lock(type, target, assertions));
  }

  @Override
  public void unlock(int target) {
    recorded(() -> super.unlock(target));
  }

  @Override
  public void lockAll(Assertion... assertions) {
    recorded(() -> super.lockAll(assertions));
  }

  @Override
  public void unlockAll() {
    recorded(super::unlockAll);
  }

  @Override
  public void flush(int target) {
    recorded(() -> super.flush(target));
  }

  @Override
  public void flushAll() {
    recorded(super::flushAll);
  }

  @Override
  public void flushLocal(int target) {
    recorded(() -> super.flushLocal(target));
  }

  @Override
  public void flushLocalAll() {
    recorded(super::flushLocalAll);
  }

  @Override
  public void sync() {
    recorded(super::sync);
  }

  @Override
  public void info(Info more) {
    recorded(() -> super.info(more));
  }

  @Override
  public synchronized void close() {
    recorded(super::close);
  }
}
