package org.ronsel.engine.request;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;

/**
 * An operation has failed since code of the program threw, here or on another rank. Waiting threads
 * throw the program's exception, not this one; it is made by the first thread that asks, with that
 * thread's classes.
 */
public final class ProgramFailure extends RonselException {
  private static final long serialVersionUID = 1L;

  private final transient Supplier<Throwable> maker;
  private transient @Nullable Throwable thrown;

  /** Makes a failure whose exception is made later. */
  public ProgramFailure(Supplier<Throwable> maker) {
    super(ErrorClass.OTHER, "code of the program threw");
    this.maker = maker;
  }

  /** The exception of the program. */
  public synchronized Throwable thrown() {
    Throwable known = thrown;
    if (known == null) {
      known = maker.get();
      thrown = known;
    }
    return known;
  }

  /** Throws what was thrown, which may also be a checked exception. */
  public RuntimeException raise() {
    return raise(thrown());
  }

  /** Throws what code of the program threw, as if it were called here. */
  public static RuntimeException raise(Throwable thrown) {
    return ProgramFailure.<RuntimeException>raiseAs(thrown);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> RuntimeException raiseAs(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
