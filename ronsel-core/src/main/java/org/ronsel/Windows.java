package org.ronsel;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Makes windows: what the static methods of {@link Window} find behind them.
 *
 * @hidden
 */
public interface Windows {
  /** {@link Window#allocate(Comm, long, int, Info)}. */
  Window allocate(@Nullable Comm comm, long bytes, int unitBytes, @Nullable Info hints);

  /** {@link Window#allocateShared(Comm, long, int, Info)}. */
  Window allocateShared(@Nullable Comm comm, long bytes, int unitBytes, @Nullable Info hints);

  /** {@link Window#create(Comm, MemorySegment, int, Info)}. */
  Window create(
      @Nullable Comm comm, @Nullable MemorySegment memory, int unitBytes, @Nullable Info hints);

  /** {@link Window#createDynamic(Comm, Info)}. */
  Window createDynamic(@Nullable Comm comm, @Nullable Info hints);
}
