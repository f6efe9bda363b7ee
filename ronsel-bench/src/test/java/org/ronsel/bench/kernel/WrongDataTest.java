package org.ronsel.bench.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Ronsel;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.KernelArguments.Step;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.MeasuredCollective.CallKind;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.method.VerificationException;
import org.ronsel.bench.run.Benchmark;

/**
 * Every kernel fails when other data arrive than were sent. Rank 1 is one message ahead of the
 * others: what it sends is numbered, or filled, as the next message would be.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WrongDataTest {
  private static final Step STEP = new Step(64, 3, true);
  private static final int ITERATIONS = 5;

  /** Kernels of messages and of collective operations, with a number of ranks. */
  private static Stream<Arguments> kernels() {
    Stream<Arguments> messages =
        Benchmark.of(Benchmark.Group.POINT_TO_POINT).stream()
            .map(
                each ->
                    Arguments.of(
                        each.workloads(List.of(STEP.size()), List.of(), false).getFirst().kernel(),
                        each.takesRanks() ? 4 : 2));
    Stream<Arguments> collectives =
        Stream.of(MeasuredCollective.values())
            .filter(each -> each != MeasuredCollective.BARRIER)
            .flatMap(each -> Stream.of(CallKind.values()).map(each::kernel))
            .map(kernel -> Arguments.of(kernel, 4));
    return Stream.concat(messages, collectives).distinct();
  }

  /** The failure of a job in which rank 1 is ahead; a fixed root, which does not rotate with it. */
  private static @Nullable Throwable failure(
      String kernel, int ranks, @Nullable String ahead, Consumer<Kernel> measure) {
    KernelArguments arguments =
        new KernelArguments(
            kernel,
            List.of(STEP),
            new BatchPlan(1, 1, 0, 0),
            Settings.parse("root=0,threads=2"),
            Path.of("none"));
    return catchThrowable(
        () ->
            Ronsel.run(
                ranks,
                comm -> {
                  try (Kernel loop = KernelMain.create(comm, arguments, STEP)) {
                    loop.check();
                    loop.run(ITERATIONS);
                    if (comm.rank() == 1 && ahead != null) {
                      increment(loop, ahead);
                    }
                    measure.accept(loop);
                  }
                }));
  }

  private static void increment(Kernel kernel, String name) {
    try {
      Field field = kernel.getClass().getDeclaredField(name);
      field.setAccessible(true);
      if (field.getType() == int.class) {
        field.setInt(kernel, field.getInt(kernel) + 1);
      } else {
        field.setLong(kernel, field.getLong(kernel) + 1);
      }
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void otherBytesAreFoundBeforeABatch(String kernel, int ranks) {
    assertThat(failure(kernel, ranks, null, Kernel::check)).isNull();
    assertThat(failure(kernel, ranks, "seed", Kernel::check))
        .hasStackTraceContaining(VerificationException.class.getName());
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void anotherMessageIsFoundInABatch(String kernel, int ranks) {
    assertThat(failure(kernel, ranks, null, loop -> loop.run(ITERATIONS))).isNull();
    assertThat(failure(kernel, ranks, "counter", loop -> loop.run(ITERATIONS)))
        .hasStackTraceContaining(VerificationException.class.getName())
        .hasStackTraceContaining("numbers is ");
  }

  @Test
  void aBarrierThatDoesNotWaitIsFound() {
    assertThatThrownBy(
            () ->
                Ronsel.run(
                    4,
                    comm -> {
                      CollectiveOperation barrier =
                          CollectiveOperation.of(
                              MeasuredCollective.BARRIER, comm, 0, Settings.DEFAULT);
                      barrier.fill(1, 0);
                      barrier.check(1, 0);
                    }))
        .hasStackTraceContaining("a rank left the barrier ");
  }

  /** Another value in the memory of the target, before and after the operation. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "put",
        "get",
        "accumulate",
        "accumulate-longs",
        "accumulate-shorts",
        "getaccumulate",
        "fetchandop",
        "compareandswap"
      })
  void anOperationOnOtherMemoryIsFound(String name) {
    OneSidedCase which = OneSidedCase.parse(name);
    for (boolean everyByte : new boolean[] {true, false}) {
      Ronsel.run(
          1,
          comm -> {
            MeasuredWindow window = MeasuredWindow.open(comm, which.window(), STEP.size());
            OneSidedOperation origin = OneSidedOperation.of(which, window, 0, STEP.size());
            OneSidedOperation target = OneSidedOperation.of(which, window, 0, STEP.size());
            window.window().lockAll();
            operate(origin, target, everyByte, false);
            assertThatThrownBy(() -> operate(origin, target, everyByte, true))
                .isInstanceOf(VerificationException.class);
            window.window().unlockAll();
            window.close();
          });
    }
  }

  private static void operate(
      OneSidedOperation origin, OneSidedOperation target, boolean everyByte, boolean spoiled) {
    if (everyByte) {
      target.fillTarget(5);
      origin.fillOrigin(5);
    } else {
      origin.stamp();
    }
    spoil(origin.memory, spoiled);
    origin.operate();
    origin.window.flush(0);
    spoil(origin.memory, spoiled);
    origin.collect();
    if (everyByte) {
      origin.checkOrigin(5);
      target.checkTarget(5);
    } else {
      target.verifyTarget(1);
      origin.verifyOrigin(1);
    }
  }

  private static void spoil(MemorySegment memory, boolean spoiled) {
    if (spoiled) {
      memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, 0x4010_0000_0000_0007L);
    }
  }
}
