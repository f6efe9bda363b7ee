package org.ronsel;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.CompletionQueue;
import org.ronsel.engine.Operation;

/**
 * Requests of one rank, handed out in the order in which they complete (what MPI-4.1, section
 * 3.7.5, does with arrays of requests). Each call costs the same with ten thousand pending requests
 * as with one. Any thread of the rank may call any method at any time.
 *
 * <p>What a method hands out has left the set. Its {@link Request#await()} returns at once then,
 * with the status or the error of that request.
 */
public final class RequestSet {
  private final Map<Request, CompletionQueue.Entry<Request>> pending = new IdentityHashMap<>();
  private @Nullable CompletionQueue<Request> queue;

  /** Takings of threads that wait now; never more than there are pending requests. */
  private int claimed;

  /** Makes an empty set. */
  public RequestSet() {}

  /** Makes a set of some requests. */
  public RequestSet(Request... requests) {
    addAll(requests);
  }

  /**
   * Adds a request, pending or complete. A persistent request that is not active is not added.
   *
   * @throws InvalidArgumentException if it is null, in the set already, or of another rank than the
   *     others
   */
  public void add(Request request) {
    if (request == null) {
      throw new InvalidArgumentException(
          ErrorClass.REQUEST, "RequestSet.add: the request is null; start it first");
    }
    Operation operation = request.operation();
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

  /** Adds some requests; see {@link #add}. */
  public void addAll(Request... requests) {
    for (Request request : requests) {
      add(request);
    }
  }

  /**
   * Takes a request out of the set, which goes on nevertheless. Not while another thread waits for
   * the set.
   *
   * @return whether it was there
   */
  public synchronized boolean remove(Request request) {
    CompletionQueue.Entry<Request> entry = pending.get(request);
    if (entry == null || queue == null || !queue.remove(entry)) {
      return false;
    }
    pending.remove(request);
    return true;
  }

  /** Requests in the set: pending, or complete and not handed out. */
  public synchronized int size() {
    return pending.size();
  }

  /**
   * Waits for a request of the set to complete and hands it out.
   *
   * @return null if the set is empty, or other threads wait already for all that is in it
   * @throws WaitInterruptedException if the thread was interrupted; the set is as before
   */
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

  /** Hands out a request that has completed, after making progress once; null if none has. */
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
    return any == null ? failure : any.raised(failure);
  }

  /** Waits for at least one request and hands out all that have completed; none if empty. */
  public List<Request> awaitSome() {
    List<Request> some = new ArrayList<>();
    Request first = awaitAny();
    if (first != null) {
      some.add(first);
      takeRest(some);
    }
    return some;
  }

  /** Hands out all requests that have completed, after making progress once. */
  public List<Request> testSome() {
    List<Request> some = new ArrayList<>();
    takeRest(some);
    return some;
  }

  private void takeRest(List<Request> some) {
    for (Request next; (next = testAny()) != null; ) {
      some.add(next);
    }
  }

  /**
   * Waits for all requests; the set is empty then. Throws the first error among them, if any; the
   * others are suppressed in it.
   */
  public void awaitAll() {
    Request[] all;
    synchronized (this) {
      all = pending.keySet().toArray(Request[]::new);
    }
    try {
      Request.awaitAll(all);
    } finally {
      for (Request request : all) {
        if (request.isComplete()) {
          remove(request);
        }
      }
      takeRest(new ArrayList<>());
    }
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
    request.told();
    return request;
  }

  @Override
  public String toString() {
    return "RequestSet[" + size() + " requests]";
  }
}
