package org.ronsel.engine.request;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.Implementation;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Request;
import org.ronsel.RequestSet;
import org.ronsel.RonselException;

/** The requests of a {@link RequestSet}. */
final class PendingRequests implements Implementation.Completions {
  private static final ErrorPlace ADD = ErrorPlace.of("RequestSet.add");

  private final Map<Request, CompletionQueue.Entry<Request>> pending = new IdentityHashMap<>();
  private @Nullable CompletionQueue<Request> queue;

  /** Takings of threads that wait now; never more than there are pending requests. */
  private int claimed;

  /**
   * Entries of the queue that were removed when complete, and are passed over; at most as many as
   * were pending at the last removal.
   */
  private int stale;

  @Override
  public void add(Request request) {
    if (request == null) {
      throw new InvalidArgumentException(
          ErrorClass.REQUEST, ADD.message("the request is null; start it first"));
    }
    Operation operation = AbstractRequest.of(request).operation();
    if (operation != null) {
      CompletionQueue<Request> awaited = add(request, operation);
      if (awaited != null) {
        awaited.watchAdded();
      }
    }
  }

  /**
   * Returns the queue if threads wait, or are about to: those that come later look by themselves.
   */
  private synchronized @Nullable CompletionQueue<Request> add(
      Request request, Operation operation) {
    if (queue == null) {
      queue = new CompletionQueue<>(operation, this::pendingOperations);
    }
    if (!queue.accepts(operation)) {
      throw new InvalidArgumentException(
          ErrorClass.REQUEST,
          ADD.message(
              "the request is of another rank than those in the set; use a set for each rank"));
    }
    if (pending.containsKey(request)) {
      throw new InvalidArgumentException(
          ErrorClass.REQUEST, ADD.message("the request is in the set already"));
    }
    pending.put(request, queue.add(operation, request));
    return claimed > 0 ? queue : null;
  }

  @Override
  public synchronized boolean remove(Request request) {
    CompletionQueue.Entry<Request> entry = pending.remove(request);
    if (entry == null || queue == null) {
      return false;
    }
    if (!queue.remove(entry)) {
      stale++;
      if (stale > pending.size()) {
        queue.removeCompleted(each -> !isPending(each));
        stale = 0;
      }
    }
    return true;
  }

  private boolean isPending(CompletionQueue.Entry<Request> entry) {
    return pending.get(entry.item()) == entry;
  }

  @Override
  public synchronized int size() {
    return pending.size();
  }

  @Override
  public @Nullable Request awaitAny() {
    CompletionQueue<Request> from = claim();
    if (from == null) {
      return null;
    }
    try {
      Request next;
      do {
        next = handOut(from.take());
      } while (next == null);
      return next;
    } catch (RonselException failure) {
      throw raised(failure);
    } finally {
      unclaim();
    }
  }

  @Override
  public @Nullable Request testAny() {
    CompletionQueue<Request> from = claim();
    if (from == null) {
      return null;
    }
    try {
      CompletionQueue.Entry<Request> entry;
      while ((entry = from.poll()) != null) {
        Request next = handOut(entry);
        if (next != null) {
          return next;
        }
      }
      from.foundNothing();
      return null;
    } catch (RonselException failure) {
      throw raised(failure);
    } finally {
      unclaim();
    }
  }

  private synchronized List<Operation> pendingOperations() {
    return pending.values().stream()
        .map(entry -> entry.operation)
        .filter(operation -> !operation.isComplete())
        .toList();
  }

  /** An error of the whole rank goes to the handler of any of the requests. */
  private RonselException raised(RonselException failure) {
    Request any;
    synchronized (this) {
      any = pending.keySet().stream().findAny().orElse(null);
    }
    return any == null ? failure : AbstractRequest.of(any).raised(failure);
  }

  @Override
  public synchronized List<Request> pending() {
    return new ArrayList<>(pending.keySet());
  }

  private synchronized @Nullable CompletionQueue<Request> claim() {
    if (claimed >= pending.size()) {
      return null;
    }
    claimed++;
    return queue;
  }

  private synchronized void unclaim() {
    claimed--;
  }

  /** The request of an entry that has completed; null if it was removed meanwhile. */
  private synchronized @Nullable Request handOut(CompletionQueue.Entry<Request> entry) {
    Request request = entry.item();
    if (!isPending(entry)) {
      return null;
    }
    pending.remove(request);
    AbstractRequest done = AbstractRequest.of(request);
    if (done.operation() == entry.operation) { // else told already, and perhaps started again
      done.told();
    }
    return request;
  }
}
