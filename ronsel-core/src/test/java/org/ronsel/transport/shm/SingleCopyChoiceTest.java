package org.ronsel.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ronsel.machine.ProcessMemory;
import org.ronsel.machine.SharedSegment;

/** A receiver that measures, and a sender that follows. */
class SingleCopyChoiceTest {
  private static final long BYTES = 64 << 10;

  private JvmSegment segment;
  private SingleCopyMeasurement receiver;
  private SingleCopyChoice sender;

  @BeforeEach
  void makeBoth() {
    assumeTrue(SharedSegment.anonymous().usable(), "no shared memory here");
    assumeTrue(ProcessMemory.availability().usable(), "the kernel reads no memory of processes");
    SegmentLayout layout = new SegmentLayout(1, 1, 128, 4, 4096);
    segment = JvmSegment.create(layout, 0, new byte[SegmentLayout.PROOF_BYTES]);
    long control = layout.control(0);
    receiver = new SingleCopyMeasurement(segment, control);
    sender = new SingleCopyChoice(segment, control, SingleCopyChoice.Mode.AUTO);
  }

  @AfterEach
  void close() {
    if (segment != null) {
      segment.close();
    }
  }

  private int readOf(int messages, long bytes) {
    int read = 0;
    for (int i = 0; i < messages; i++) {
      read += sender.readsNext(bytes) ? 1 : 0;
    }
    return read;
  }

  private void measured(long readingNanos, long copyingNanos) {
    for (int i = 0; i < 50; i++) {
      receiver.hasRead(BYTES, readingNanos, BYTES);
      receiver.hasCopied(BYTES, copyingNanos, BYTES);
    }
  }

  @Test
  void messagesGoInFragmentsUntilReadingIsKnownToBeFaster() {
    assertThat(readOf(8, BYTES)).isZero();
    measured(3000, 6000);
    assertThat(readOf(4, 4 * BYTES)).as("of other lengths nothing is known").isZero();
    sender = new SingleCopyChoice(segment, segment.layout.control(0), SingleCopyChoice.Mode.AUTO);
    assertThat(readOf(8, BYTES)).isEqualTo(8);
    measured(6000, 3000);
    assertThat(readOf(1000, BYTES)).isLessThan(100);
  }

  @Test
  void someMessagesGoTheOtherWaySoThatBothAreKnown() {
    assertThat(readOf(1000, BYTES)).isBetween(8, 100);
    measured(3000, 6000);
    assertThat(1000 - readOf(1000, BYTES)).isBetween(4, 100);
  }

  @Test
  void timesThatDifferLittleChangeNothing() {
    measured(3000, 6000);
    measured(3000, 2200);
    assertThat(readOf(8, BYTES)).isEqualTo(8);
    measured(3000, 1500);
    sender = new SingleCopyChoice(segment, segment.layout.control(0), SingleCopyChoice.Mode.AUTO);
    assertThat(readOf(8, BYTES)).isZero();
    measured(3000, 2200);
    assertThat(readOf(100, BYTES)).isLessThan(30);
  }

  @Test
  void aReceiverThatMayNotReadIsNotAskedToAgain() {
    receiver.isRefused();
    measured(1, 6000);
    assertThat(readOf(1000, BYTES)).isZero();
    sender = new SingleCopyChoice(segment, segment.layout.control(0), SingleCopyChoice.Mode.ON);
    assertThat(readOf(1000, BYTES)).isZero();
  }

  @Test
  void theSettingDecidesWithoutMeasurement() {
    long control = segment.layout.control(0);
    sender = new SingleCopyChoice(segment, control, SingleCopyChoice.Mode.ON);
    assertThat(readOf(1000, BYTES)).isEqualTo(1000);
    assertThat(readOf(1000, SingleCopyChoice.LEAST_BYTES - 1)).isZero();
    measured(3000, 6000);
    sender = new SingleCopyChoice(segment, control, SingleCopyChoice.Mode.OFF);
    assertThat(readOf(1000, BYTES)).isZero();
  }
}
