package org.ronsel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.ronsel.Comm;
import org.ronsel.Ronsel;
import org.ronsel.Status;

/** A recording, also one that begins while ranks run, has the life of each message. */
class EventsTest {
  private static final int LARGE = 100_000;

  @Test
  void messagesArePostedMatchedAndCompleted() throws Exception {
    List<RecordedEvent> events = record(EventsTest::exchange);
    assertThat(of(events, "MessagePosted", "send"))
        .anySatisfy(event -> assertMessage(event, 0, 1, 7, 8, "eager"))
        .anySatisfy(event -> assertMessage(event, 0, 1, 8, LARGE, "rendezvous"));
    assertThat(of(events, "MessagePosted", "receive"))
        .anySatisfy(event -> assertThat(event.getInt("tag")).isEqualTo(Ronsel.ANY_TAG));
    assertThat(of(events, "MessageMatched", "receive"))
        .anySatisfy(event -> assertMessage(event, 1, 0, 7, 8, "eager"))
        .anySatisfy(event -> assertMessage(event, 1, 0, 8, LARGE, "rendezvous"));
    assertThat(of(events, "MessageCompleted", "send"))
        .anySatisfy(event -> assertMessage(event, 0, 1, 7, 8, "eager"))
        .anySatisfy(event -> assertMessage(event, 0, 1, 8, LARGE, "rendezvous"));
    assertThat(of(events, "MessageCompleted", "receive"))
        .anySatisfy(event -> assertMessage(event, 1, 0, 7, 8, "eager"))
        .anySatisfy(event -> assertMessage(event, 1, 0, 8, LARGE, "rendezvous"));
  }

  @Test
  void messagesThatComeBeforeTheirReceivesAreCounted() throws Exception {
    List<RecordedEvent> events =
        record(
            world -> {
              if (world.rank() == 0) {
                for (int i = 0; i < 5; i++) {
                  world.send(new long[1], 1, i);
                }
              } else {
                world.probe(0, 4);
                for (int i = 0; i < 5; i++) {
                  world.receive(new long[1], 0, i);
                }
              }
            });
    assertThat(events.stream().filter(event -> is(event, "UnexpectedMessages")))
        .anySatisfy(
            event -> {
              assertThat(event.getInt("rank")).isEqualTo(1);
              assertThat(event.getInt("length")).isEqualTo(5);
              assertThat(event.getLong("bytes")).isGreaterThanOrEqualTo(40);
            });
  }

  @Test
  void waitsSayWhatForAndHowLong() throws Exception {
    List<RecordedEvent> events =
        record(
            world -> {
              if (world.rank() == 0) {
                Status reply = world.receive(new long[1], 1, 3);
                assertThat(reply.source()).isEqualTo(1);
              } else {
                long until = System.nanoTime() + 20_000_000;
                while (System.nanoTime() < until) {
                  Thread.onSpinWait(); // computes
                }
                world.send(new long[1], 0, 3);
              }
            });
    assertThat(events.stream().filter(event -> is(event, "Wait")))
        .anySatisfy(
            event -> {
              assertThat(event.getString("operation")).isEqualTo("receive");
              assertThat(event.getInt("rank")).isZero();
              assertThat(event.getInt("peer")).isEqualTo(1);
              assertThat(event.getInt("tag")).isEqualTo(3);
              assertThat(event.getString("communicator")).isEqualTo("world");
              assertThat(event.getDuration().toMillis()).isGreaterThanOrEqualTo(5);
            });
  }

  private static void exchange(Comm world) {
    if (world.rank() == 0) {
      world.send(new long[1], 1, 7);
      world.send(new byte[LARGE], 1, 8);
    } else {
      world.receive(new long[2], 0, Ronsel.ANY_TAG);
      world.receive(new byte[LARGE], 0, 8);
    }
  }

  private static void assertMessage(
      RecordedEvent event, int rank, int peer, int tag, long bytes, String protocol) {
    assertThat(event.getInt("rank")).isEqualTo(rank);
    assertThat(event.getInt("peer")).isEqualTo(peer);
    assertThat(event.getInt("tag")).isEqualTo(tag);
    assertThat(event.getLong("bytes")).isEqualTo(bytes);
    assertThat(event.getString("protocol")).isEqualTo(protocol);
    assertThat(event.getString("transport")).isEqualTo("thread");
    assertThat(event.getString("communicator")).isEqualTo("world");
  }

  private static List<RecordedEvent> of(List<RecordedEvent> events, String name, String operation) {
    return events.stream()
        .filter(event -> is(event, name) && operation.equals(event.getString("operation")))
        .toList();
  }

  private static boolean is(RecordedEvent event, String name) {
    return event.getEventType().getName().equals("org.ronsel." + name);
  }

  /** The events of a job of two ranks; the classes of the events have been in use before. */
  private static List<RecordedEvent> record(java.util.function.Consumer<Comm> body)
      throws Exception {
    Path file = Files.createTempFile("ronsel", ".jfr");
    try (Recording recording = new Recording()) {
      Ronsel.run(2, EventsTest::exchange);
      recording.start();
      Ronsel.run(2, body::accept);
      recording.stop();
      recording.dump(file);
      return RecordingFile.readAllEvents(file);
    } finally {
      Files.delete(file);
    }
  }
}
