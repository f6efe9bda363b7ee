package org.ronsel.engine.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.ronsel.Ronsel;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.engine.EngineOptions;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.transport.Transport;

/** Posted receives beside a list of them that is searched from the oldest on. */
class PostedQueueTest {
  private static final int STEPS = 400;

  private final Engine engine =
      new Engine(
          0,
          new Transport[0],
          peer -> {
            throw new AssertionError("nothing is sent");
          },
          new Doorbell(),
          EngineOptions.fromProperties(false));

  private final PostedQueue queue = new PostedQueue();
  private final List<ReceiveOperation> model = new ArrayList<>();

  /**
   * Whatever is posted, withdrawn and matched in between, a message gets the oldest receive that
   * accepts it. The fewer keys there are, the longer are the runs of equal ones.
   */
  @Property(tries = 300)
  void aMessageGetsTheOldestReceiveThatAcceptsIt(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int keys) {
    Random random = new Random(seed);
    for (int i = 0; i < STEPS; i++) {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> post(random, keys);
        case 3 -> repeat(random);
        case 4 -> withdraw(random);
        case 5 -> drop(random, keys);
        default -> match(random, keys);
      }
      assertThat(queue.size()).isEqualTo(model.size());
    }
    Set<ReceiveOperation> shown = new HashSet<>();
    queue.forEach(shown::add);
    assertThat(shown).containsExactlyInAnyOrderElementsOf(model);
    while (!model.isEmpty()) {
      ReceiveOperation next = model.getFirst();
      match(next.context, Math.max(0, next.source), Math.max(0, next.tag));
    }
    assertThat(queue.size()).isZero();
  }

  private void post(Random random, int keys) {
    int source = random.nextInt(5) == 0 ? Ronsel.ANY_SOURCE : random.nextInt(keys);
    int tag = random.nextInt(5) == 0 ? Ronsel.ANY_TAG : random.nextInt(keys);
    post(random.nextInt(keys), source, tag);
  }

  /** Posts another one with the key of the one before. */
  private void repeat(Random random) {
    if (!model.isEmpty()) {
      ReceiveOperation last = model.getLast();
      for (int i = random.nextInt(5); i >= 0; i--) {
        post(last.context, last.source, last.tag);
      }
    }
  }

  private void post(long context, int source, int tag) {
    ReceiveOperation receive = new ReceiveOperation(engine);
    receive.match(context, source, tag);
    queue.add(receive);
    model.add(receive);
    assertThat(receive.posted).isTrue();
  }

  private void withdraw(Random random) {
    if (!model.isEmpty()) {
      ReceiveOperation gone = model.remove(random.nextInt(model.size()));
      queue.remove(gone);
      assertThat(gone.posted).isFalse();
      assertThat(gone.next).isNull();
    }
  }

  /** Takes out what names a source. */
  private void drop(Random random, int keys) {
    int source = random.nextInt(keys);
    ReceiveOperation gone = queue.removeFrom(source);
    if (gone == null) {
      assertThat(model).noneMatch(each -> each.source == source);
    } else {
      assertThat(gone.source).isEqualTo(source);
      assertThat(model.remove(gone)).isTrue();
    }
  }

  private void match(Random random, int keys) {
    match(random.nextInt(keys), random.nextInt(keys), random.nextInt(keys));
  }

  private void match(long context, int source, int tag) {
    ReceiveOperation expected = null;
    for (ReceiveOperation each : model) {
      if (each.context == context
          && (each.source == source || each.source == Ronsel.ANY_SOURCE)
          && (each.tag == tag || each.tag == Ronsel.ANY_TAG)) {
        expected = each;
        break;
      }
    }
    assertThat(queue.match(context, source, tag)).isSameAs(expected);
    if (expected != null) {
      model.remove(expected);
      assertThat(expected.posted).isFalse();
      assertThat(expected.next).isNull();
    }
  }
}
