package org.ronsel.engine;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.Implementation;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Request;
import org.ronsel.RequestSet;
import org.ronsel.RonselException;

/** The requests of a {@link RequestSet}. */
final class PendingRequests implements Implementation.Completions {
  private final Map<Request, CompletionQueue.Entry<Request>> pending = new IdentityHashMap<>();
  private @Nullable CompletionQueue<Request> queue;

  /** Takings of threads that wait now; never more than there are pending requests. */
  private int claimed;

  @Override
  public void add(Request request) {
    if (request == null) {
      throw new InvalidArgumentException(
          ErrorClass.REQUEST, "RequestSet.add: the request is null; start it first");
    }
    Operation operation = AbstractRequest.of(request).operation();
    if (operation != null) {
      add(request, operation);
    }
  }

  private synchronized void add(Request request, Operation operation) {
    if (queue == null) {
      queue = new CompletionQueue<>(operation, this::pendingOperations);
    }
    if (!queue.accepts(operation)) {
      throw new InvalidArgumentException(
          ErrorClass.REQUEST,
          "RequestSet.add: the request is of another rank than those in the set; use a set for each"
              + " rank");
    }
    if (pending.containsKey(request)) {
      throw new InvalidArgumentException(
          ErrorClass.REQUEST, "RequestSet.add: the request is in the set already");
    }
    pending.put(request, queue.add(operation, request));
  }

  @Override
  public synchronized boolean remove(Request request) {
    CompletionQueue.Entry<Request> entry = pending.get(request);
    if (entry == null || queue == null || !queue.remove(entry)) {
      return false;
    }
    pending.remove(request);
    return true;
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
      return handOut(from.take());
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
      CompletionQueue.Entry<Request> entry = from.poll();
      if (entry == null) {
        from.foundNothing();
        return null;
      }
      return handOut(entry);
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

  private synchronized Request handOut(CompletionQueue.Entry<Request> entry) {
    Request request = entry.item();
    pending.remove(request);
    AbstractRequest.of(request).told();
    return request;
  }
}
