package org.ronsel.comm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.ronsel.Request;
import org.ronsel.RonselException;
import org.ronsel.observe.Observation;

/** Actions of a rank that wait for messages of other ranks while no thread waits for them. */
final class DeferredFrees {
  private final List<Deferred> waiting = new ArrayList<>();

  private record Deferred(BooleanSupplier when, Runnable then) {}

  /** Registers an action that runs when a condition is found to hold: it is tested now and then. */
  synchronized void add(BooleanSupplier when, Runnable then) {
    waiting.add(new Deferred(when, then));
  }

  /** Closes a communicator, and then frees something; see {@link Communicator#closeWhenAllDo}. */
  void closeWhenAllDo(Communicator comm, BooleanSupplier ready, Runnable free) {
    if (Observation.CHECK) {
      comm.checks().closed(comm);
    }
    add(ready, () -> awaitOthers(comm, free));
    freeReady();
  }

  private void awaitOthers(Communicator comm, Runnable free) {
    try {
      Request others = comm.iBarrier();
      others.release(); // no thread has to wait for it
      add(others::test, () -> close(comm, free));
    } catch (RonselException failed) {
      // Some rank has failed: it cannot be known which ranks still use it.
    }
  }

  private static void close(Communicator comm, Runnable free) {
    comm.close();
    free.run();
  }

  /** Does what can be done now. */
  synchronized void freeReady() {
    for (Deferred each : List.copyOf(waiting)) {
      // A condition may run an error handler of the program, which may free others, and so come
      // here.
      if (holds(each) && waiting.remove(each)) {
        each.then.run(); // which may add another
      }
    }
  }

  /** Whether a condition holds; one that fails will never hold, and its action is given up. */
  private boolean holds(Deferred each) {
    try {
      return each.when.getAsBoolean();
    } catch (RonselException failed) {
      waiting.remove(each); // some rank has failed: it cannot be known which ranks still use it
      return false;
    }
  }
}
