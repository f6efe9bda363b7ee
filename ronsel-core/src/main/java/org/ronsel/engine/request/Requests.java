package org.ronsel.engine.request;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.Implementation;
import org.ronsel.InvalidArgumentException;
import org.ronsel.JobAbortedException;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.Status;
import org.ronsel.WaitInterruptedException;
import org.ronsel.observe.Call;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;

/** Waits for, or tests, an array of requests: the static methods of {@link Request} say how. */
public final class Requests implements Implementation.Requests {
  /** Makes one; it has no state. */
  public Requests() {}

  @Override
  public Implementation.Completions newSet() {
    return new PendingRequests();
  }

  @Override
  public void startAll(PersistentRequest... requests) {
    allPresent("startAll", "make it first", requests);
    for (PersistentRequest request : requests) {
      request.start();
    }
  }

  private static void allPresent(String call, String advice, Request... requests) {
    for (int i = 0; i < requests.length; i++) {
      if (requests[i] == null) {
        throw new InvalidArgumentException(
            ErrorClass.REQUEST,
            ErrorPlace.of(call)
                .message("request " + i + " of " + requests.length + " is null; " + advice));
      }
    }
  }

  @Override
  public void awaitAll(Request... requests) {
    allPresent("awaitAll", "start it first", requests);
    if (Observation.RECORD
        && requests.length > 1
        && operation(requests[0]) instanceof Operation first
        && first.recorder() instanceof Recorder recorder) {
      Call call = recorder.open();
      try {
        awaitEach(requests);
      } finally {
        recorder.close(call);
      }
    } else {
      awaitEach(requests);
    }
  }

  private static void awaitEach(Request... requests) {
    Throwable first = null;
    for (Request request : requests) {
      try {
        AbstractRequest each = AbstractRequest.of(request);
        each.awaitCompletion(Long.MAX_VALUE);
        each.told();
      } catch (WaitInterruptedException | JobAbortedException end) {
        throw end; // the others would say the same
      } catch (RuntimeException | Error failure) { // what a handler or an operator throws, too
        if (first == null) {
          first = failure;
        } else if (first != failure) {
          first.addSuppressed(failure);
        }
      }
    }
    if (first instanceof Error failure) {
      throw failure;
    } else if (first instanceof RuntimeException failure) {
      throw failure;
    }
  }

  @Override
  public int awaitAny(@Nullable Request... requests) {
    int index = testAny(requests);
    if (index != Ronsel.UNDEFINED || isEmpty(requests)) {
      return index;
    }
    CompletionQueue<Integer> queue = null;
    List<CompletionQueue.Entry<Integer>> entries = new ArrayList<>(requests.length);
    for (int i = 0; i < requests.length; i++) {
      Operation pending = operation(requests[i]);
      if (pending != null) {
        if (queue == null) {
          queue = new CompletionQueue<>(pending, () -> pending(requests));
        }
        entries.add(queue.add(pending, i));
      }
    }
    if (queue == null) {
      return Ronsel.UNDEFINED;
    }
    CompletionQueue.Entry<Integer> done;
    try {
      done = queue.take();
    } catch (RonselException failure) {
      throw operation(requests[entries.getFirst().item()]) instanceof Operation any
          ? any.raised(failure)
          : failure;
    } finally {
      queue.end(entries);
    }
    return tell(requests, done.item());
  }

  @Override
  public int testAny(@Nullable Request... requests) {
    int done = firstComplete(requests, 0);
    if (done < 0) {
      boolean overdue = progress(requests);
      done = firstComplete(requests, 0);
      if (done < 0 && overdue) {
        Operation.testedInVain("a loop of tests of several requests", pending(requests));
      }
    }
    return done < 0 ? Ronsel.UNDEFINED : tell(requests, done);
  }

  @Override
  public int[] awaitSome(@Nullable Request... requests) {
    int first = awaitAny(requests);
    return first == Ronsel.UNDEFINED ? new int[0] : allComplete(requests, first);
  }

  @Override
  public int[] testSome(@Nullable Request... requests) {
    int first = testAny(requests);
    return first == Ronsel.UNDEFINED ? new int[0] : allComplete(requests, first);
  }

  @Override
  public boolean testAll(@Nullable Request... requests) {
    boolean overdue = false;
    for (int turn = 0; turn < 2; turn++) {
      boolean all = true;
      for (Request request : requests) {
        Operation pending = operation(request);
        all &= pending == null || pending.isComplete();
      }
      if (all) {
        for (int i = 0; i < requests.length; i++) {
          tell(requests, i);
        }
        return true;
      }
      if (turn == 0) {
        overdue = progress(requests);
      }
    }
    if (overdue) {
      // Any of them that never completes is enough.
      for (Operation each : pending(requests)) {
        Operation.testedInVain("a loop of tests of all of several requests", List.of(each));
      }
    }
    return false;
  }

  @Override
  public @Nullable Status statusOf(Request request) {
    AbstractRequest known = AbstractRequest.of(request);
    Operation pending = known.operation();
    if (pending != null && !pending.isComplete()) {
      pending.progressFor("a loop of looks at the status of a request");
      if (!pending.isComplete()) {
        return null;
      }
    }
    // Throws what went wrong; of the operation, since a persistent request stays active.
    (pending == null ? known : pending).awaitCompletion(0);
    return known.status();
  }

  private static @Nullable Operation operation(@Nullable Request request) {
    return request == null ? null : AbstractRequest.of(request).operation();
  }

  private static boolean isEmpty(@Nullable Request[] requests) {
    for (Request request : requests) {
      if (operation(request) != null) {
        return false;
      }
    }
    return true;
  }

  /**
   * Makes progress for one that is not complete, which lets other ranks run now and then.
   *
   * @return whether it is time to look whether any will ever complete
   */
  private static boolean progress(@Nullable Request[] requests) {
    for (Request request : requests) {
      Operation pending = operation(request);
      if (pending != null && !pending.isComplete()) {
        return pending.progress();
      }
    }
    return false;
  }

  private static List<Operation> pending(@Nullable Request[] requests) {
    List<Operation> pending = new ArrayList<>();
    for (Request request : requests) {
      Operation operation = operation(request);
      if (operation != null && !operation.isComplete()) {
        pending.add(operation);
      }
    }
    return pending;
  }

  private static int firstComplete(@Nullable Request[] requests, int from) {
    for (int i = from; i < requests.length; i++) {
      Operation pending = operation(requests[i]);
      if (pending != null && pending.isComplete()) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Those that are complete. One of them may be complete whenever the program asks, so there is
   * progress for the others each time (MPI-4.1, section 3.7.5, fairness).
   */
  private static int[] allComplete(@Nullable Request[] requests, int first) {
    progress(requests);
    int[] indices = new int[requests.length];
    int count = 0;
    for (int i = 0; i < requests.length; i++) {
      Operation pending = operation(requests[i]);
      // Of a persistent request, awaitAny has told already.
      if (i == first || pending != null && pending.isComplete()) {
        indices[count++] = tell(requests, i);
      }
    }
    return Arrays.copyOf(indices, count);
  }

  private static int tell(@Nullable Request[] requests, int index) {
    Request request = requests[index];
    if (request != null) {
      AbstractRequest.of(request).told();
    }
    return index;
  }
}
