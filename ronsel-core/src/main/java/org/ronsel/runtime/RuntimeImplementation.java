package org.ronsel.runtime;

import java.io.ObjectInputFilter;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Datatypes;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.Group;
import org.ronsel.Implementation;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.NoMemoryException;
import org.ronsel.ObjectCodec;
import org.ronsel.Operators;
import org.ronsel.RankBody;
import org.ronsel.RonselException;
import org.ronsel.Session;
import org.ronsel.Windows;
import org.ronsel.collective.reduction.OperatorFactory;
import org.ronsel.comm.Communicator;
import org.ronsel.comm.EndpointGroup;
import org.ronsel.comm.RankSession;
import org.ronsel.comm.RankState;
import org.ronsel.comm.SerializationCodec;
import org.ronsel.datatype.DatatypeFactory;
import org.ronsel.window.WindowFactory;

/** The implementation behind the types of the API: the ranks that live in this JVM. */
public final class RuntimeImplementation implements Implementation {
  private static final String ALLOCATE = "allocate";

  private final Implementation.Requests requests = new org.ronsel.engine.request.Requests();
  private final Datatypes datatypes = new DatatypeFactory();
  private final Operators operators = new OperatorFactory();
  private final Windows windows = new WindowFactory();

  /** Made once in each JVM, as a service. */
  public RuntimeImplementation() {}

  private static RankState state(Class<?> caller) {
    return RankIdentity.current(caller).state();
  }

  @Override
  public Comm world(Class<?> caller) {
    return RankIdentity.current(caller).world();
  }

  @Override
  public @Nullable Comm worldOf(Class<?> type) {
    return RankIdentity.ownerOf(type);
  }

  @Override
  public Comm self(Class<?> caller) {
    return state(caller).session().self();
  }

  @Override
  public Session openSession(Class<?> caller, Info hints) {
    return new RankSession(state(caller), hints);
  }

  @Override
  public MemorySegment allocate(Class<?> caller, long bytes) {
    RankContext rank = RankIdentity.current(caller);
    if (bytes < 0) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT,
          ErrorPlace.of(rank.rank(), ALLOCATE).message("a size is at least 0, not " + bytes));
    }
    try {
      return rank.job().allocate(bytes);
    } catch (OutOfMemoryError e) {
      throw new NoMemoryException(
          ErrorPlace.of(rank.rank(), ALLOCATE)
              .message(
                  "this JVM cannot get "
                      + bytes
                      + " bytes of native memory: allocate less, or run fewer ranks per host"),
          e);
    } catch (RonselException e) {
      throw new NoMemoryException(
          ErrorPlace.of(rank.rank(), ALLOCATE).message(String.valueOf(e.getMessage())), e);
    }
  }

  @Override
  public void attachBuffer(Class<?> caller, long bytes) {
    state(caller).attachBuffer(bytes);
  }

  @Override
  public long detachBuffer(Class<?> caller) {
    return state(caller).detachBuffer();
  }

  @Override
  public void flushBuffer(Class<?> caller) {
    state(caller).flushBuffer();
  }

  @Override
  public long bytesBetweenJvms(Class<?> caller) {
    return state(caller).engine().statistics().bytesBetweenJvms();
  }

  @Override
  public void run(int ranks, RankBody body) {
    RankThreads.run(ranks, RankOptions.embedded(), body);
  }

  @Override
  public String processorName() {
    return HostName.OF_THIS_HOST;
  }

  @Override
  public ObjectCodec serialization(@Nullable ObjectInputFilter filter) {
    return filter == null ? SerializationCodec.DEFAULT : new SerializationCodec(filter);
  }

  @Override
  public Group emptyGroup() {
    return EndpointGroup.NONE;
  }

  @Override
  public void abort(Comm comm, RonselException error) {
    Communicator.of("ErrorHandler.ABORT", comm).abortFor(error);
  }

  @Override
  public Requests requests() {
    return requests;
  }

  @Override
  public Datatypes datatypes() {
    return datatypes;
  }

  @Override
  public Operators operators() {
    return operators;
  }

  @Override
  public Windows windows() {
    return windows;
  }
}
