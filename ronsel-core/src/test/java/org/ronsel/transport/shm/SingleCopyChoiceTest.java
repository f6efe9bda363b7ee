package org.ronsel.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ronsel.machine.CopyMode;
import org.ronsel.machine.ProcessMemory;
import org.ronsel.requirements.Requires;

/** A receiver that measures, and a sender that follows. */
class SingleCopyChoiceTest {
  private static final long BYTES = 64 << 10;

  private JvmSegment segment;
  private SingleCopyMeasurement receiver;
  private SingleCopyChoice sender;

  @BeforeEach
  void makeBoth() {
    Requires.sharedMemory();
    assumeTrue(ProcessMemory.availability().usable(), "the kernel reads no memory of processes");
    SegmentLayout layout = new SegmentLayout(1, 1, 128, 4, 4096);
    segment = JvmSegment.create(layout, 0, new byte[SegmentLayout.PROOF_BYTES]);
    long control = layout.control(0);
    receiver = new SingleCopyMeasurement(segment, control);
    sender = new SingleCopyChoice(segment, control, CopyMode.AUTO);
  }

  @AfterEach
  void close() {
    if (segment != null) {
      segment.close();
    }
  }

  private int readOf(int messages, long bytes) {
    return readOf(messages, bytes, false);
  }

  private int readOf(int messages, long bytes, boolean exchanged) {
    int read = 0;
    for (int i = 0; i < messages; i++) {
      read += sender.readsNext(bytes, exchanged) ? 1 : 0;
    }
    return read;
  }

  private void measured(long readingNanos, long copyingNanos) {
    for (int i = 0; i < 10_000; i++) {
      receiver.noteRead(BYTES, readingNanos, BYTES);
      receiver.noteCopied(BYTES, copyingNanos, BYTES);
    }
  }

  /** A sender that has sent some messages before. */
  private void anotherSender() {
    sender = new SingleCopyChoice(segment, segment.layout.control(0), CopyMode.AUTO);
    assertThat(readOf(16, 4 * BYTES)).isZero();
  }

  @Test
  void afterAFewMessagesThoseThatACacheHoldsAreReadUntilTheTimesAreKnown() {
    assertThat(readOf(16, BYTES)).isZero();
    assertThat(readOf(32, BYTES)).isEqualTo(32);
    assertThat(readOf(32, 4 << 20)).isZero();
  }

  @Test
  void messagesGoTheWayThatIsTheFaster() {
    anotherSender();
    measured(6000, 3000);
    assertThat(readOf(32, BYTES)).isZero();
    assertThat(readOf(16, 4 * BYTES)).as("of other lengths nothing is known").isEqualTo(16);
    measured(3000, 6000);
    anotherSender();
    assertThat(readOf(32, BYTES)).isEqualTo(32);
  }

  @Test
  void someMessagesGoTheOtherWaySoThatBothAreKnown() {
    anotherSender();
    assertThat(1000 - readOf(1000, BYTES)).isBetween(8, 100);
    measured(6000, 3000);
    assertThat(readOf(1000, BYTES)).isBetween(4, 100);
  }

  @Test
  void timesThatDifferLittleChangeNothing() {
    measured(3000, 2200);
    anotherSender();
    assertThat(readOf(32, BYTES)).isEqualTo(32);
    measured(3000, 1500);
    anotherSender();
    assertThat(readOf(32, BYTES)).isZero();
    measured(3000, 2200);
    anotherSender();
    assertThat(readOf(32, BYTES)).isZero();
  }

  /** Who receives as much as it sends cannot copy both at the same time. */
  @Test
  void messagesThatAreExchangedAreReadAlsoWhereThatTakesLonger() {
    assertThat(readOf(16, BYTES)).isZero();
    assertThat(readOf(32, 4 << 20, true)).isEqualTo(32);
    measured(3000, 1800);
    anotherSender();
    assertThat(readOf(16, BYTES)).isZero();
    assertThat(readOf(16, BYTES, true)).isEqualTo(16);
    measured(3000, 1200);
    anotherSender();
    assertThat(readOf(16, BYTES, true)).isZero();
  }

  /** The least of the last times counts. */
  @Test
  void readingThatIsInterruptedAtTimesIsAsFastAsBefore() {
    for (int i = 0; i < 10_000; i++) {
      receiver.noteRead(BYTES, i % 2 == 0 ? 3000 : 100_000, BYTES);
      receiver.noteCopied(BYTES, i % 2 == 0 ? 6000 : 100_000, BYTES);
    }
    anotherSender();
    assertThat(readOf(32, BYTES)).isEqualTo(32);
  }

  @Test
  void aReceiverThatMayNotReadIsNotAskedToAgain() {
    receiver.refuse();
    measured(1, 6000);
    assertThat(readOf(1000, BYTES)).isZero();
    sender = new SingleCopyChoice(segment, segment.layout.control(0), CopyMode.ON);
    assertThat(readOf(1000, BYTES)).isZero();
  }

  @Test
  void theSettingDecidesWithoutMeasurement() {
    long control = segment.layout.control(0);
    sender = new SingleCopyChoice(segment, control, CopyMode.ON);
    assertThat(readOf(1000, BYTES)).isEqualTo(1000);
    assertThat(readOf(1000, SingleCopyChoice.LEAST_BYTES - 1)).isZero();
    measured(3000, 6000);
    sender = new SingleCopyChoice(segment, control, CopyMode.OFF);
    assertThat(readOf(1000, BYTES)).isZero();
  }
}
