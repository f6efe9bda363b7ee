package org.ronsel.runtime;

import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.ClosedException;
import org.ronsel.Comm;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.job.JobLayout;
import org.ronsel.runtime.rendezvous.Rendezvous;

/**
 * Ties threads and class loaders to a rank, and answers which rank a call belongs to: by the class
 * loader of the calling class or the thread's context class loader, else by what the thread was
 * bound to or has inherited.
 *
 * <p>Where ranks share their classes the loader says nothing, and a pool may run the tasks of any
 * rank: pool threads inherit no rank there, and a call from one says how to bind the task.
 */
public final class RankIdentity {
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private static final InheritableThreadLocal<@Nullable RankIdentity> BOUND =
      new InheritableThreadLocal<>() {
        @Override
        protected @Nullable RankIdentity childValue(@Nullable RankIdentity parent) {
          return parent != null && parent.sharedClasses && startsPoolThread() ? null : parent;
        }
      };

  /** Jobs that live in this JVM now, the world of one of a plain program not counted. */
  private static final AtomicInteger JOBS = new AtomicInteger();

  private final int rank;
  private final boolean sharedClasses;
  private final @Nullable RankIdentity outer;
  private volatile @Nullable RankContext context;

  /**
   * An identity to give to the thread and the class loader of a rank.
   *
   * @param sharedClasses whether ranks of this JVM share the classes of their program
   * @param outer the rank of another job whose program started this job inside its JVM, or null
   */
  RankIdentity(RankContext context, boolean sharedClasses, @Nullable RankIdentity outer) {
    this.rank = context.rank();
    this.context = context;
    context.identify(this);
    this.sharedClasses = sharedClasses;
    this.outer = outer;
  }

  /** The rank in the world communicator of its job. */
  int rank() {
    return rank;
  }

  /** Binds the calling thread, and threads that it starts, to this rank. */
  void bindThread() {
    BOUND.set(this);
  }

  /** Ends this identity: threads that outlive the job keep this object, but nothing of the job. */
  void end() {
    context = null;
  }

  /** Says that a job lives in this JVM, so that a call without a rank is an error. */
  static void jobStarted() {
    JOBS.incrementAndGet();
  }

  /** Says that a job has left this JVM. */
  static void jobEnded() {
    JOBS.decrementAndGet();
  }

  /** A task that runs as the given rank on any thread. */
  public static Runnable bind(RankContext context, Runnable task) {
    RankIdentity identity = context.identity();
    return () -> {
      RankIdentity before = identity.enter();
      try {
        task.run();
      } finally {
        leave(before);
      }
    };
  }

  /** A task with a result that runs as the given rank on any thread. */
  public static <T extends @Nullable Object> Callable<T> bind(
      RankContext context, Callable<T> task) {
    RankIdentity identity = context.identity();
    return () -> {
      RankIdentity before = identity.enter();
      try {
        return task.call();
      } finally {
        leave(before);
      }
    };
  }

  private @Nullable RankIdentity enter() {
    RankIdentity before = BOUND.get();
    BOUND.set(this);
    return before;
  }

  private static void leave(@Nullable RankIdentity before) {
    if (before == null) {
      BOUND.remove();
    } else {
      BOUND.set(before);
    }
  }

  /**
   * The rank to which a call from {@code caller} on this thread belongs. In a JVM without any job
   * that is the only rank of a world of one, made at the first such call.
   *
   * @throws RonselException if a job lives here but the call belongs to none of its ranks, if the
   *     job of the calling rank has ended, or if a world of one cannot be made
   */
  public static RankContext current(Class<?> caller) {
    RankIdentity identity = find(caller.getClassLoader());
    if (identity != null) {
      RankContext context = identity.context;
      if (context == null) {
        throw new ClosedException(
            "thread '"
                + Thread.currentThread().getName()
                + "' belongs to rank "
                + identity.rank
                + " of a job that has ended; end the threads of a rank before its body returns");
      }
      return context;
    }
    if (JOBS.get() == 0) {
      return LoneRank.context();
    }
    throw new RonselException(
        ErrorClass.OTHER,
        "thread '"
            + Thread.currentThread().getName()
            + "' belongs to no rank: pass it a Comm, or"
            + " submit its task as comm.bind(task) with the Comm of the rank that it works for");
  }

  /**
   * The rank to which the calling thread's work belongs, or null: for output, where every class on
   * the stack is asked because the immediate caller is the JDK. Inside a job that was started by a
   * rank of another one it is that rank.
   */
  static @Nullable RankIdentity ofThread() {
    RankIdentity bound = BOUND.get();
    if (bound != null) {
      return bound.outer != null ? bound.outer : bound;
    }
    RankIdentity byContext = ofLoader(Thread.currentThread().getContextClassLoader());
    return byContext != null ? byContext : WALKER.walk(RankIdentity::firstOnStack);
  }

  private static @Nullable RankIdentity firstOnStack(Stream<StackWalker.StackFrame> frames) {
    Iterator<StackWalker.StackFrame> each = frames.iterator();
    while (each.hasNext()) {
      RankIdentity identity = ofLoader(each.next().getDeclaringClass().getClassLoader());
      if (identity != null) {
        return identity;
      }
    }
    return null;
  }

  /** The rank to which a call from {@code caller} belongs, or null; also after the job's end. */
  static @Nullable RankIdentity of(Class<?> caller) {
    return find(caller.getClassLoader());
  }

  /** The world of the one rank for which a class was loaded, or null if it has no such owner. */
  public static @Nullable Comm ownerOf(Class<?> type) {
    RankIdentity identity = ofLoader(type.getClassLoader());
    RankContext known = identity == null ? null : identity.context;
    return known == null ? null : known.world();
  }

  private static @Nullable RankIdentity find(@Nullable ClassLoader caller) {
    RankIdentity bound = BOUND.get();
    if (bound != null && bound.sharedClasses) {
      return bound;
    }
    RankIdentity byCaller = ofLoader(caller);
    if (byCaller != null) {
      return byCaller;
    }
    RankIdentity byContext = ofLoader(Thread.currentThread().getContextClassLoader());
    return byContext != null ? byContext : bound;
  }

  private static @Nullable RankIdentity ofLoader(@Nullable ClassLoader loader) {
    for (ClassLoader at = loader; at != null; at = at.getParent()) {
      if (at instanceof RankClassLoader own && own.identity() != null) {
        return own.identity();
      }
    }
    return null;
  }

  /** Whether the thread being constructed is one of an executor's or a fork-join pool's. */
  private static boolean startsPoolThread() {
    return WALKER.walk(frames -> frames.anyMatch(RankIdentity::makesPoolThread));
  }

  private static boolean makesPoolThread(StackWalker.StackFrame frame) {
    Class<?> type = frame.getDeclaringClass();
    String method = frame.getMethodName();
    return type == ThreadPoolExecutor.class && method.equals("addWorker")
        || type == ForkJoinPool.class && method.equals("createWorker");
  }

  /**
   * The rank that a program is which was started without a launcher: of a world of one, unless a
   * process manager has started more.
   */
  private static final class LoneRank {
    private static final @Nullable RankContext CONTEXT;

    /** Why there is none. */
    private static final @Nullable RonselException FAILURE;

    static {
      RankContext context = null;
      RonselException failure = null;
      try {
        context = start();
      } catch (RonselException e) {
        failure = e;
      }
      CONTEXT = context;
      FAILURE = failure;
    }

    static RankContext context() {
      if (CONTEXT == null) {
        throw Objects.requireNonNull(FAILURE);
      }
      return CONTEXT;
    }

    private static RankContext start() {
      RankContext managed = isManaged() ? ManagedRank.start() : null;
      return managed != null ? managed : alone();
    }

    /** Whether the environment speaks of a process manager; all that others pay for it. */
    private static boolean isManaged() {
      return System.getenv(Rendezvous.VARIABLE) != null
          || System.getenv("PMI_FD") != null
          || System.getenv("PMI_PORT") != null
          || System.getenv("PMIX_RANK") != null;
    }

    private static RankContext alone() {
      LocalJob job = LocalJob.start(JobLayout.embedded("alone", 1), LocalWireUp.alone());
      // Only the JVM knows when the program is over.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> job.callBack(0), "ronsel-end"));
      return job.rank(0);
    }
  }
}
