package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serial;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.ErrorClass;
import org.ronsel.RankFailedException;
import org.ronsel.RonselException;
import org.ronsel.job.JobLayout;
import org.ronsel.runtime.control.Frame;

/** A failure of a program is told whatever the program's exception does. */
@Timeout(60)
class FailureMessagesTest {
  /** An exception whose own code fails where it is asked for its text. */
  private static class Mute extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new UnsupportedOperationException("no message");
    }
  }

  /** One that lets nothing be asked of it. */
  private static final class Closed extends Mute {
    @Serial private static final long serialVersionUID = 1L;

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("no cause");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new IllegalStateException("no stack");
    }
  }

  /** An error of memory that is the program's own. */
  private static final class MuteShortage extends OutOfMemoryError {
    @Serial private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new UnsupportedOperationException("no message");
    }
  }

  private static final String HERE = "/org.ronsel.runtime.FailureMessagesTest.";

  private static Throwable circle() {
    Exception first = new Exception("first");
    Exception second = new Exception("second", first);
    first.initCause(second);
    return first;
  }

  /** How a failure is told of a rank, and of a JVM that cannot start. */
  static Stream<BiFunction<Integer, Throwable, Frame.Abort>> ways() {
    return Stream.of(
        (rank, failure) -> FailureMessages.abort(rank, 1, failure),
        (rank, failure) ->
            FailureMessages.unusable(
                new JobLayout("job", new int[] {0, rank, rank + 1}, 1), failure));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void causesThatAreACircleAreToldOnce(BiFunction<Integer, Throwable, Frame.Abort> way) {
    Frame.Abort told = way.apply(3, circle());
    assertThat(told.message()).startsWith("rank 3 ").endsWith(": java.lang.Exception: first");
    assertThat(told.stack())
        .contains("Caused by: java.lang.Exception: second")
        .contains("CIRCULAR");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aFailureWhoseTextCannotBeHadIsToldByItsClass(
      BiFunction<Integer, Throwable, Frame.Abort> way) {
    for (Throwable mute : new Throwable[] {new Mute(), new Closed(), new MuteShortage()}) {
      Frame.Abort told = way.apply(3, mute);
      assertThat(told.rank()).isEqualTo(3);
      assertThat(told.message())
          .startsWith("rank 3 ")
          .contains(
              ": "
                  + mute.getClass().getName()
                  + " (its text cannot be had: java.lang.UnsupportedOperationException)");
      assertThat(told.stack().contains(HERE)).isEqualTo(!(mute instanceof Closed));
    }
  }

  /** One without a stack. */
  private static final class Bare extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    Bare(String message, Throwable cause) {
      super(message, cause, true, false);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void theCauseOfAFailureWithoutAStackIsTold(BiFunction<Integer, Throwable, Frame.Abort> way) {
    Frame.Abort told = way.apply(3, new Bare("outer\n\tsecond line", new Exception("inner")));
    assertThat(told.message()).endsWith("Bare: outer\n\tsecond line");
    assertThat(told.stack())
        .startsWith("Caused by: java.lang.Exception: inner\n\tat ")
        .contains(HERE);
    assertThat(way.apply(3, new Bare("alone", null)).stack()).isEmpty();
  }

  @Test
  void framesBelowMainAreInNoPartOfTheStack() {
    StackTraceElement[] frames = {
      new StackTraceElement("Program", "main", "Program.java", 1),
      new StackTraceElement("org.ronsel.runtime.LaunchedJvm", "run", "LaunchedJvm.java", 2),
      new StackTraceElement("java.lang.Thread", "run", "Thread.java", 3),
    };
    Exception outer = new Exception("outer");
    Exception suppressed = new Exception("suppressed", new Exception("its cause"));
    outer.addSuppressed(suppressed);
    for (Throwable each : new Throwable[] {outer, suppressed, suppressed.getCause()}) {
      each.setStackTrace(frames);
    }
    assertThat(FailureMessages.abort(3, 1, outer).stack())
        .contains("Suppressed: java.lang.Exception: suppressed")
        .contains("Caused by: java.lang.Exception: its cause")
        .doesNotContain("LaunchedJvm");
  }

  private static final StackTraceElement[] FROM_WITHIN = {
    new StackTraceElement("org.ronsel.engine.Engine", "send", "Engine.java", 4),
    new StackTraceElement("org.ronsel.comm.Messages", "send", "Messages.java", 3),
    new StackTraceElement("org.ronsel.ArrayPointToPoint", "send", "ArrayPointToPoint.java", 2),
    new StackTraceElement("Program", "main", "Program.java", 1),
  };

  @Test
  void theStackOfAMistakeOfTheProgramBeginsWithItsCall() {
    RonselException mistake = new RonselException(ErrorClass.TAG, "outer");
    mistake.setStackTrace(FROM_WITHIN);
    assertThat(FailureMessages.abort(3, 1, mistake).stack())
        .isEqualTo(
            "\tat org.ronsel.ArrayPointToPoint.send(ArrayPointToPoint.java:2)\n"
                + "\tat Program.main(Program.java:1)");
  }

  @Test
  void errorsOfTheLibraryAndOfTheJvmHaveAllFrames() {
    for (Throwable error :
        new Throwable[] {
          new RonselException(ErrorClass.INTERN, "ours"), new IllegalStateException("ours, too")
        }) {
      error.setStackTrace(FROM_WITHIN);
      assertThat(FailureMessages.abort(3, 1, error).stack().lines()).hasSize(FROM_WITHIN.length);
    }
  }

  @Test
  void aMistakeOfTheProgramWithFramesOfTheLibraryAloneKeepsThem() {
    RonselException mistake = new RonselException(ErrorClass.TAG, "in a thread of ours");
    mistake.setStackTrace(Arrays.copyOf(FROM_WITHIN, 3));
    assertThat(FailureMessages.abort(3, 1, mistake).stack().lines()).hasSize(3);
  }

  @Test
  void aCauseWhoseTextCannotBeHadLeavesTheRest() {
    Frame.Abort told =
        FailureMessages.abort(3, 7, new IllegalStateException("outer", new Closed()));
    assertThat(told.status()).isEqualTo(7);
    assertThat(told.message()).endsWith(": java.lang.IllegalStateException: outer");
    assertThat(told.stack()).startsWith("\tat ").contains(HERE);
  }

  @Test
  void anEmbeddedRankWhoseTextCannotBeHadFailsItsJob() {
    assertThatThrownBy(
            () ->
                RankThreads.run(
                    2,
                    RankOptions.embedded(),
                    world -> {
                      if (world.rank() == 1) {
                        throw new Closed();
                      }
                      world.receive(new int[1], 1, 0);
                    }))
        .isInstanceOf(RankFailedException.class)
        .hasMessageStartingWith("rank 1 of 2 failed: " + Closed.class.getName() + " (its text");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aLongTextIsCutAndItsLengthIsTold(BiFunction<Integer, Throwable, Frame.Abort> way) {
    int length = 3_000_000;
    Throwable cause = new OutOfMemoryError("Java heap space" + "y".repeat(length));
    Frame.Abort told = way.apply(3, new IllegalStateException("x".repeat(length), cause));
    assertThat(told.message())
        .hasSizeLessThan(1_100_000)
        .contains(": java.lang.IllegalStateException: xxx")
        .contains("xxx... (3000033 characters in all)")
        .contains("-J-Xmx");
    assertThat(told.stack())
        .hasSizeLessThan(1_100_000)
        .startsWith("\tat ")
        .contains(HERE)
        .contains("Caused by: ");
  }
}
