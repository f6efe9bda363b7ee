package org.ronsel;

import java.io.ObjectInputFilter;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operations that the types of this package delegate to the library, which is found as a
 * service. Not for programs.
 *
 * <p>A rank is named by the class that calls; see {@link Ronsel#world()}.
 *
 * @hidden
 */
public interface Implementation {
  /** {@link Ronsel#world()}. */
  Comm world(Class<?> caller);

  /** {@link Ronsel#worldOf(Class)}. */
  @Nullable Comm worldOf(Class<?> type);

  /** {@link Ronsel#self()}. */
  Comm self(Class<?> caller);

  /** {@link Session#open(Info)}. */
  Session openSession(Class<?> caller, Info hints);

  /** {@link Ronsel#allocate(long)}. */
  MemorySegment allocate(Class<?> caller, long bytes);

  /** {@link Ronsel#attachBuffer(long)}. */
  void attachBuffer(Class<?> caller, long bytes);

  /** {@link Ronsel#detachBuffer()}. */
  long detachBuffer(Class<?> caller);

  /** {@link Ronsel#flushBuffer()}. */
  void flushBuffer(Class<?> caller);

  /** {@link Ronsel#bytesBetweenJvms()}. */
  long bytesBetweenJvms(Class<?> caller);

  /** {@link Ronsel#run(int, RankBody)}, with arguments that are checked. */
  void run(int ranks, RankBody body);

  /** {@link Ronsel#processorName()}. */
  String processorName();

  /** {@link ObjectCodec#serialization()}, or with a filter of the program's own. */
  ObjectCodec serialization(@Nullable ObjectInputFilter filter);

  /** {@link Group#EMPTY}. */
  Group emptyGroup();

  /** {@link ErrorHandler#ABORT}. */
  void abort(Comm comm, RonselException error);

  /** The operations of {@link Request} on several requests. */
  Requests requests();

  /** The factory of datatypes. */
  Datatypes datatypes();

  /** The factory of operators. */
  Operators operators();

  /** The factory of windows. */
  Windows windows();

  /**
   * The static methods of {@link Request}.
   *
   * @hidden
   */
  interface Requests {
    /** {@link Request#startAll}. */
    void startAll(PersistentRequest... requests);

    /** {@link Request#awaitAll}. */
    void awaitAll(Request... requests);

    /** {@link Request#awaitAny}. */
    int awaitAny(@Nullable Request... requests);

    /** {@link Request#testAny}. */
    int testAny(@Nullable Request... requests);

    /** {@link Request#awaitSome}. */
    int[] awaitSome(@Nullable Request... requests);

    /** {@link Request#testSome}. */
    int[] testSome(@Nullable Request... requests);

    /** {@link Request#testAll}. */
    boolean testAll(@Nullable Request... requests);

    /** {@link UntypedComm#statusOf}. */
    @Nullable Status statusOf(Request request);

    /** An empty set for {@link RequestSet}. */
    Completions newSet();
  }

  /**
   * The methods of {@link RequestSet} that need to know what a request is made of.
   *
   * @hidden
   */
  interface Completions {
    /** {@link RequestSet#add}. */
    void add(Request request);

    /** {@link RequestSet#remove}. */
    boolean remove(Request request);

    /** The requests that have not been handed out. */
    List<Request> pending();

    /** {@link RequestSet#size}. */
    int size();

    /** {@link RequestSet#awaitAny}. */
    @Nullable Request awaitAny();

    /** {@link RequestSet#testAny}. */
    @Nullable Request testAny();
  }
}
