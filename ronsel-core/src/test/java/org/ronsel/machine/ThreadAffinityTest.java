package org.ronsel.machine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;

class ThreadAffinityTest {
  private static final Executor NEW_THREAD = task -> new Thread(task).start();
  private static final Executor NEW_VIRTUAL = task -> Thread.ofVirtual().start(task);

  private final CpuSet all = Topology.ofThisHost().allowed();
  private final CpuSet one = CpuSet.of(all.first());

  @BeforeEach
  void threadsCanBeBound() {
    assumeTrue(ThreadAffinity.availability().usable());
  }

  /** The processors that the calling thread may run on; of hosts that list others, those online. */
  private CpuSet current() {
    String status = SmallFile.read(Path.of("/proc/thread-self/status"));
    String list = requireNonNull(SmallFile.field(status, "Cpus_allowed_list"));
    return requireNonNull(CpuSet.parseList(list)).and(all);
  }

  @Test
  void bindingHoldsForTheCallingThreadAlone() {
    CpuSet bound =
        CompletableFuture.supplyAsync(
                () -> {
                  ThreadAffinity.bindCurrentThread(one);
                  return current();
                },
                NEW_THREAD)
            .join();
    assertThat(bound).isEqualTo(one);
    assertThat(current()).isEqualTo(all);
  }

  @Test
  void aThreadInheritsTheBindingOfItsStarterAndCanShakeItOff() {
    CompletableFuture.runAsync(
            () -> {
              ThreadAffinity.bindCurrentThread(one);
              CompletableFuture.runAsync(
                      () -> {
                        assertThat(current()).isEqualTo(one);
                        ThreadAffinity.bindCurrentThread(all);
                        assertThat(current()).isEqualTo(all);
                      },
                      NEW_THREAD)
                  .join();
              assertThat(current()).isEqualTo(one);
            },
            NEW_THREAD)
        .join();
  }

  @Test
  void processorsThatDoNotExistAreRefused() {
    assertThatThrownBy(() -> ThreadAffinity.bindCurrentThread(CpuSet.of(60_000)))
        .isInstanceOf(RonselException.class)
        .hasMessageContaining("60000");
    assertThatThrownBy(() -> ThreadAffinity.bindCurrentThread(CpuSet.empty()))
        .isInstanceOf(RonselException.class);
    assertThat(current()).isEqualTo(all);
  }

  @Test
  void aVirtualThreadIsRefused() {
    CompletableFuture.runAsync(
            () ->
                assertThatThrownBy(() -> ThreadAffinity.bindCurrentThread(one))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("virtual"),
            NEW_VIRTUAL)
        .join();
  }
}
