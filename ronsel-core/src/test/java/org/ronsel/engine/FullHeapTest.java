package org.ronsel.engine;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.ronsel.NoMemoryException;
import org.ronsel.data.ElementType;

/** What has arrived for a rank is never lost in silence, also if its program catches all errors. */
class FullHeapTest {
  @Test
  void aRankThatCouldNotTakeInAMessageWaitsForNoMore() {
    ScriptedTransport wire = new ScriptedTransport();
    Engine engine = wire.engine(ScriptedTransport.options());
    wire.arrive(
        sink -> {
          throw new OutOfMemoryError("Java heap space");
        });
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> receive(engine))
        .withMessage("Java heap space");
    assertThatExceptionOfType(NoMemoryException.class)
        .isThrownBy(() -> receive(engine))
        .withMessageContaining("-J-Xmx");
  }

  private static void receive(Engine engine) {
    engine.recycle(engine.receive(0, 1, 3, ElementType.BYTE, new byte[1], 0, 1));
  }
}
