package org.ronsel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one rank, handed out in the order in which they complete (what MPI-4.1, section
 * 3.7.5, does with arrays of requests). Each call costs the same with ten thousand pending requests
 * as with one. Any thread of the rank may call any method at any time.
 *
 * <p>What a method hands out has left the set. Its {@link Request#await()} returns at once then,
 * with the status or the error of that request.
 */
public final class RequestSet {
  private final Implementation.Completions set = Ronsel.implementation().requests().newSet();

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
    set.add(request);
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
  public boolean remove(Request request) {
    return set.remove(request);
  }

  /** Requests in the set: pending, or complete and not handed out. */
  public int size() {
    return set.size();
  }

  /**
   * Waits for a request of the set to complete and hands it out.
   *
   * @return null if the set is empty, or other threads wait already for all that is in it
   * @throws WaitInterruptedException if the thread was interrupted; the set is as before
   */
  public @Nullable Request awaitAny() {
    return set.awaitAny();
  }

  /** Hands out a request that has completed, perhaps by the progress made now; null if none has. */
  public @Nullable Request testAny() {
    return set.testAny();
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
    Request[] all = set.pending().toArray(Request[]::new);
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

  @Override
  public String toString() {
    return "RequestSet[" + size() + " requests]";
  }
}
