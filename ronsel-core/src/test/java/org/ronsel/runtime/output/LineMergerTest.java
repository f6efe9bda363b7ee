package org.ronsel.runtime.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Output of several sources, merged by whole lines. */
@Timeout(60)
class LineMergerTest {
  private static final long NEVER_MS = 3_600_000;

  private static final String LONG = "x".repeat(LineMerger.MAX_KEPT + 1);

  private final Sink sink = new Sink();
  private final LineMerger patient = new LineMerger(sink, NEVER_MS);

  @Test
  void aLineWrittenInPiecesComesOutWhole() {
    LineMerger.Source one = patient.source("");
    LineMerger.Source other = patient.source("");
    write(one, "first ");
    write(other, "second\n");
    write(one, "line\n");
    assertThat(sink.text()).isEqualTo("second\nfirst line\n");
  }

  @Test
  void everyLineBeginsWithTheTagOfItsSource() {
    LineMerger.Source source = patient.source("[7] ");
    write(source, "a\n\nb");
    write(source, "c\nd\n");
    assertThat(sink.text()).isEqualTo("[7] a\n[7] \n[7] bc\n[7] d\n");
  }

  @Test
  void anUnfinishedLineIsPassedOnWhenItsSourceIsFlushed() {
    LineMerger.Source source = patient.source("");
    write(source, "name? ");
    assertThat(sink.text()).isEmpty();
    source.flush();
    assertThat(sink.text()).isEqualTo("name? ");
    write(source, "hello\n");
    assertThat(sink.text()).isEqualTo("name? hello\n");
  }

  @Test
  void anUnfinishedLineIsPassedOnAfterQuiet() throws InterruptedException {
    LineMerger quick = new LineMerger(sink, 20);
    write(quick.source(""), "name? ");
    sink.await("name? ");
  }

  @Test
  void aSecondUnfinishedLineIsPassedOnAfterQuietToo() throws InterruptedException {
    LineMerger quick = new LineMerger(sink, 20);
    LineMerger.Source source = quick.source("");
    write(source, "one");
    sink.await("one");
    write(source, "two");
    sink.await("onetwo");
  }

  @Test
  void anotherSourceStartsOnAFreshLineAfterAnUnfinishedOne() {
    LineMerger.Source one = patient.source("[0] ");
    LineMerger.Source other = patient.source("[1] ");
    write(one, "name? ");
    one.flush();
    write(other, "news\n");
    write(one, "hello\n");
    assertThat(sink.text()).isEqualTo("[0] name? \n[1] news\n[0] hello\n");
  }

  @Test
  void closingPassesEverythingOnAndLaterOutputAtOnce() {
    LineMerger.Source source = patient.source("");
    write(source, "end");
    patient.close();
    write(source, " really");
    assertThat(sink.text()).isEqualTo("end really");
  }

  @Test
  void noLineIsEverMadeOfTwoSources() throws InterruptedException {
    int writers = 8;
    int lines = 2_000;
    List<Thread> threads = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      LineMerger.Source source = patient.source("");
      String line = String.valueOf((char) ('a' + w)).repeat(20 + 30 * w) + "\n";
      SplittableRandom random = new SplittableRandom(w);
      threads.add(Thread.ofPlatform().start(() -> writeInPieces(source, line, lines, random)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    List<String> written = sink.text().lines().toList();
    assertThat(written).hasSize(writers * lines);
    assertThat(written)
        .allMatch(line -> line.chars().distinct().count() == 1, "is made of one source")
        .allMatch(line -> line.length() == 20 + 30 * (line.charAt(0) - 'a'), "is whole");
  }

  @Test
  void whoWaitsDoesNotBreakIntoALineThatIsTooLongToBeKept() throws InterruptedException {
    LineMerger.Source talker = patient.source("");
    LineMerger.Source prompt = patient.waitingSource();
    LineMerger.Source other = patient.waitingSource();
    write(prompt, "kept back, ");
    write(talker, LONG);
    Thread writer = Thread.ofPlatform().daemon().start(() -> write(other, "whole\n"));
    while (writer.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    write(talker, LONG);
    write(talker, "its end\n");
    writer.join();
    write(prompt, "finished\n");
    assertThat(sink.text()).isEqualTo(LONG + LONG + "its end\nwhole\nkept back, finished\n");
  }

  @Test
  void whoHasWaitedIsNotTakenForQuiet() throws InterruptedException {
    long quietMs = 30;
    for (int round = 0; round < 10; round++) {
      Sink own = new Sink();
      LineMerger quick = new LineMerger(own, quietMs, NEVER_MS);
      LineMerger.Source talker = quick.source("");
      LineMerger.Source other = quick.waitingSource();
      write(other, "kept ");
      write(talker, LONG);
      boolean wasKept = !own.text().contains("kept");
      Thread writer = Thread.ofPlatform().daemon().start(() -> write(other, "whole\n"));
      while (writer.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      long quietNs = System.nanoTime() + 2_000_000 * quietMs;
      while (System.nanoTime() < quietNs) {
        Thread.onSpinWait();
      }
      write(talker, "its end\n");
      writer.join();
      if (wasKept) {
        assertThat(own.text()).isEqualTo(LONG + "its end\nkept whole\n");
      }
    }
  }

  @Test
  void aLongLineThatStopsOrWhoseSourceIsClosedHoldsUpNobody() throws InterruptedException {
    LineMerger quick = new LineMerger(sink, 20, 40);
    LineMerger.Source one = quick.source("");
    LineMerger.Source other = quick.waitingSource();
    write(one, LONG);
    write(other, "after a while\n");
    write(one, LONG);
    one.close();
    write(other, "at once\n");
    assertThat(sink.text()).isEqualTo(LONG + "\nafter a while\n" + LONG + "\nat once\n");
  }

  @Test
  void whatCannotBeWrittenIsKnownAndEndsTheOutput() {
    assertThat(patient.failure()).isNull();
    LineMerger broken =
        new LineMerger(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("full");
              }
            },
            NEVER_MS);
    write(broken.source(""), "lost\n");
    write(broken.source(""), LONG + LONG);
    write(broken.waitingSource(), "lost too\n");
    assertThat(broken.failure()).hasMessage("full");
  }

  private static void writeInPieces(
      LineMerger.Source source, String line, int lines, SplittableRandom random) {
    for (int i = 0; i < lines; i++) {
      int cut = random.nextInt(line.length());
      write(source, line.substring(0, cut));
      write(source, line.substring(cut));
    }
  }

  private static void write(LineMerger.Source source, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    source.write(bytes, 0, bytes.length);
  }

  private static final class Sink extends OutputStream {
    private final StringBuilder text = new StringBuilder();

    @Override
    public synchronized void write(int b) {
      text.append((char) b);
      notifyAll();
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) {
      text.append(new String(bytes, from, count, UTF_8));
      notifyAll();
    }

    synchronized String text() {
      return text.toString();
    }

    synchronized void await(String expected) throws InterruptedException {
      while (!text.toString().equals(expected)) {
        wait();
      }
    }
  }
}
