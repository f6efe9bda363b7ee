package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ronsel.Comm;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.job.JobLayout;
import org.ronsel.job.SharedObjects;
import org.ronsel.transport.Capabilities;
import org.ronsel.transport.Link;
import org.ronsel.transport.LocalRank;
import org.ronsel.transport.RecordWriter;
import org.ronsel.transport.Sink;
import org.ronsel.transport.Transport;
import org.ronsel.transport.ring.Inbox;
import org.ronsel.transport.thread.ThreadTransport;

/** How many methods lie between a call of the program and the link; see architecture.md. */
class CallPathTest {
  /** A transport that notes by which methods its links are reached. */
  private static final class Observed implements Transport {
    private final ThreadTransport transport;
    private List<String> path = List.of();

    Observed(LocalRank self) {
      ThreadTransport[] own = new ThreadTransport[1];
      own[0] = new ThreadTransport(0, new Inbox(1024), self, peer -> own[0]);
      this.transport = own[0];
    }

    @Override
    public String name() {
      return "observed";
    }

    @Override
    public Link connect(int endpoint) {
      return new ObservedLink(transport.connect(endpoint));
    }

    @Override
    public int poll(Sink sink, int limit) {
      return transport.poll(sink, limit);
    }

    private final class ObservedLink implements Link {
      private final Link link;

      ObservedLink(Link link) {
        this.link = link;
      }

      @Override
      public int peer() {
        return link.peer();
      }

      @Override
      public Capabilities capabilities() {
        return link.capabilities();
      }

      @Override
      public boolean eagerOpen() {
        return link.eagerOpen();
      }

      @Override
      public @Nullable RecordWriter claim(int payloadBytes) {
        List<String> frames = new ArrayList<>();
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
          if (frame.getClassName().startsWith(CallPathTest.class.getName())
              && !frame.getMethodName().equals("claim")) {
            break;
          }
          String name = frame.getClassName();
          frames.addFirst(name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName());
        }
        path = frames;
        return link.claim(payloadBytes);
      }

      @Override
      public void ring() {
        link.ring();
      }
    }
  }

  private static List<String> path(Consumer<Comm> call) {
    Doorbell doorbell = new Doorbell();
    Observed transport = new Observed(doorbell);
    Engine engine =
        new Engine(
            0, new Transport[] {transport}, peer -> transport, doorbell, ThreadRanks.options(1));
    Comm world = new HarnessJob(JobLayout.embedded("test", 1), new SharedObjects()).world(engine);
    call.accept(world);
    return transport.path;
  }

  @Test
  void aShortSendReachesTheLinkAsTheSixthMethod() {
    assertThat(path(world -> world.send(new long[] {1}, 0, 0)))
        .containsExactly(
            "ArrayPointToPoint.send",
            "UntypedCommunicator.send",
            "Messages.send",
            "Engine.send",
            "Outbound.trySendEager",
            "CallPathTest$Observed$ObservedLink.claim");
    assertThat(path(world -> world.iSend(new long[] {1}, 0, 0))).hasSize(6);
  }

  @Test
  void aLongSendIsAnnouncedByTwoMore() {
    assertThat(path(world -> world.iSend(new long[1 << 17], 0, 0)))
        .containsExactly(
            "ArrayPointToPoint.iSend",
            "UntypedCommunicator.iSend",
            "Messages.startSend",
            "Engine.startSend",
            "Outbound.start",
            "Backlog.offerOrKeep",
            "SendOperation.offer",
            "CallPathTest$Observed$ObservedLink.claim");
  }
}
