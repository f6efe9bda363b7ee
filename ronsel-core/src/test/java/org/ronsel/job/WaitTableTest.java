package org.ronsel.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who waits for whom, and a cycle, as text. */
class WaitTableTest {
  @Test
  void theTableNamesWhoWaitsForWhomAndACycle() {
    List<WaitReport> reports =
        List.of(
            new WaitReport(2, "receive", 0, 7, "world", 1_500_000_000L, "rank-2"),
            new WaitReport(0, "send", 2, WaitReport.NONE, "world", 31_000_000_000L, "rank-0"),
            new WaitReport(1, "receive", -1, -2, "world", 0, "worker"));
    assertThat(WaitTable.of(6, reports, Set.of(5), Set.of(4)))
        .contains("     0  send                    2          -  world             31.0s  rank-0")
        .contains("     1  receive               any        any  world              0.0s  worker")
        .contains("     2  receive                 0          7  world              1.5s  rank-2")
        .contains("rank 3 does not wait inside Ronsel")
        .contains("rank 4 does not answer")
        .contains("rank 5 has ended")
        .endsWith("deadlock: rank 0 waits for rank 2, which waits for rank 0");
  }

  @Test
  void aCollectiveWaitsForThoseWhoAreNotInIt() {
    List<WaitReport> reports =
        List.of(
            new WaitReport(0, "barrier", WaitReport.NONE, WaitReport.NONE, "world", 0, "rank-0"),
            new WaitReport(1, "barrier", WaitReport.NONE, WaitReport.NONE, "world", 0, "rank-1"),
            new WaitReport(2, "receive", 0, 7, "world", 0, "rank-2"));
    assertThat(WaitTable.of(3, reports, Set.of(), Set.of()))
        .endsWith("deadlock: rank 0 waits for rank 2, which waits for rank 0");
  }

  @Test
  void whoWaitsForARankThatHasEndedIsNamed() {
    List<WaitReport> reports = List.of(new WaitReport(0, "receive", 1, 7, "world", 0, "rank-0"));
    assertThat(WaitTable.of(2, reports, Set.of(1), Set.of()))
        .contains("rank 1 has ended")
        .contains("rank 0 waits for rank 1, which has ended");
  }

  @Test
  void noCycleIsSeenWhereThereIsNone() {
    List<WaitReport> reports =
        List.of(
            new WaitReport(0, "receive", 1, 7, "world", 0, "rank-0"),
            new WaitReport(1, "receive", 2, 7, "world", 0, "rank-1"),
            new WaitReport(3, "receive", -1, 7, "world", 0, "rank-3"));
    assertThat(WaitTable.of(4, reports, Set.of(), Set.of())).doesNotContain("deadlock");
  }

  /** The thread that would send computes, while another one of the rank waits. */
  @Test
  void aRankWhoseFirstThreadDoesNotWaitIsInNoDeadlock() {
    WaitReport first = new WaitReport(0, "receive", 1, 1, "world", 0, "rank-0");
    WaitReport beside = new WaitReport(1, "receive", 0, 9, "world", 0, "Thread-0");
    WaitReport main = new WaitReport(1, "receive", 0, 9, "world", 0, "rank-1");
    assertThat(WaitTable.of(2, List.of(first, beside), Set.of(), Set.of()))
        .doesNotContain("deadlock");
    assertThat(WaitTable.of(2, List.of(first, beside, main), Set.of(), Set.of()))
        .contains("deadlock: rank 0 waits for rank 1, which waits for rank 0");
  }
}
