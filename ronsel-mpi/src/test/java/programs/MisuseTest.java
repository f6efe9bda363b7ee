package programs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import mpi.MPI;
import mpi.MPIException;
import org.junit.jupiter.api.Test;
import org.ronsel.Ronsel;

/** Mistakes of programs that the message of the error has to explain, in one line. */
class MisuseTest {
  /** Other calls are looked at in the same place where each rank has classes of its own. */
  @Test
  void aCallAfterFinalizeIsToldToMoveInFrontOfIt() {
    assertFails(
        "MPI.Finalize has been called before this call, which is perhaps in a finally block: move"
            + " it in front of MPI.Finalize",
        () -> {
          MPI.Finalize();
          MPI.Finalize();
        });
  }

  @Test
  void anArrayOfArraysUnderABasicTypeIsToldWhatToPassInstead() {
    String told =
        "is a double[][], whose rows are arrays of their own; pass one array with all elements, or"
            + " the rows as objects (MPI.OBJECT in the package mpi)";
    double[][] rows = new double[3][3];
    assertFails(told, () -> MPI.COMM_WORLD.Send(rows, 0, 3, MPI.DOUBLE, 0, 5));
    assertFails(told, () -> MPI.COMM_WORLD.recv(rows, 3, MPI.DOUBLE, 0, 5));
    assertFails(told, () -> MPI.COMM_WORLD.Bcast(rows, 0, 3, MPI.DOUBLE, 0));
  }

  @Test
  void anArrayOfObjectsUnderABasicTypeIsToldWhatToPassInstead() {
    String told =
        "is a java.lang.Integer[], whose elements are objects; pass an array of primitive values"
            + " (int[]), or send them as objects (MPI.OBJECT in the package mpi)";
    Integer[] boxed = {1, 2, 3};
    assertFails(told, () -> MPI.COMM_WORLD.Send(boxed, 0, 3, MPI.INT, 0, 5));
    assertFails(told, () -> MPI.COMM_WORLD.send(boxed, 3, MPI.INT, 0, 5));
    assertFails(told, () -> MPI.COMM_WORLD.Bcast(boxed, 0, 3, MPI.INT, 0));
  }

  @FunctionalInterface
  private interface Body {
    void run() throws Exception;
  }

  private static void assertFails(String message, Body body) {
    assertThatThrownBy(
            () ->
                Ronsel.run(
                    1,
                    world -> {
                      MPI.Init(new String[0]);
                      body.run();
                    }))
        .cause()
        .isInstanceOf(MPIException.class)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }
}
