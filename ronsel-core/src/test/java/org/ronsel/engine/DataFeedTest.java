package org.ronsel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ronsel.data.ElementType;
import org.ronsel.engine.request.Operation;
import org.ronsel.transport.Envelope;

/** In which order the data of several announced messages go. */
class DataFeedTest {
  private static final int PART = ScriptedTransport.FRAGMENT_BYTES;
  private static final int BYTES = 10 * PART + 1;

  private final ScriptedTransport wire = new ScriptedTransport();
  private final Engine engine = wire.engine(ScriptedTransport.options());

  private Operation send(int to, byte[] from, int offset) {
    return engine.startSend(false, 0, to, 5, ElementType.BYTE, from, offset, BYTES);
  }

  /** The peer of the latest announcement asks for the data. */
  private void ask(int peer) {
    long cookie =
        wire.sent.stream()
            .filter(sent -> sent.kind() == Envelope.RENDEZVOUS && sent.to() == peer)
            .findFirst()
            .orElseThrow()
            .cookie();
    wire.arriveAnswer(peer, Envelope.CLEAR_TO_SEND, cookie);
  }

  private void progress() {
    while (engine.progressOnce()) {
      // Until nothing moves.
    }
  }

  private List<ScriptedTransport.Sent> parts() {
    return wire.sent.stream().filter(sent -> sent.kind() == Envelope.FRAGMENT).toList();
  }

  @Test
  void sendsOfTheSameMemoryGetOnTogether() {
    byte[] data = new byte[BYTES];
    List<Operation> sends = List.of(send(1, data, 0), send(2, data, 0), send(3, data, 0));
    progress();
    for (int peer = 1; peer <= sends.size(); peer++) {
      ask(peer);
    }
    progress();
    assertThat(sends).allMatch(Operation::isComplete);
    Map<Integer, Long> reached = new HashMap<>(Map.of(1, 0L, 2, 0L, 3, 0L));
    for (ScriptedTransport.Sent part : parts()) {
      reached.put(part.to(), part.length() + PART);
      long least = reached.values().stream().mapToLong(Long::longValue).min().orElseThrow();
      assertThat(reached.values()).allMatch(each -> each - least <= 2 * PART);
    }
  }

  @Test
  void oneThatIsAskedForLaterIsNotKeptBehind() {
    byte[] data = new byte[BYTES];
    List<Operation> sends = List.of(send(1, data, 0), send(2, data, 0));
    progress();
    ask(1);
    for (int step = 0; step < 4; step++) {
      engine.progressOnce();
    }
    long before = parts().size();
    ask(2);
    progress();
    assertThat(sends).allMatch(Operation::isComplete);
    List<Integer> then = parts().stream().skip(before).map(ScriptedTransport.Sent::to).toList();
    assertThat(then.indexOf(2)).as("parts to each: %s, %d before", then, before).isLessThan(6);
  }

  @Test
  void sendsOfOtherMemoryGoOneAfterTheOther() {
    byte[] data = new byte[BYTES + 8];
    List<Operation> sends =
        List.of(send(1, data, 0), send(2, data, 8), send(3, new byte[BYTES], 0));
    progress();
    for (int peer = 1; peer <= sends.size(); peer++) {
      ask(peer);
    }
    progress();
    assertThat(sends).allMatch(Operation::isComplete);
    assertThat(parts().stream().map(ScriptedTransport.Sent::to).toList()).isSorted();
  }
}
