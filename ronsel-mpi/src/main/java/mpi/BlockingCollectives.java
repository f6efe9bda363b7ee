package mpi;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.UntypedCollectives;

/** The blocking form; it alone takes types of objects, and has a short way for plain arrays. */
@SuppressWarnings("NullAway") // does not know that what a call returns may be null
final class BlockingCollectives extends Collectives<@Nullable Void, @Nullable Void> {
  BlockingCollectives(CommHandle comm) {
    super(comm);
  }

  @Override
  UntypedCollectives<@Nullable Void> calls() {
    return comm.untyped();
  }

  @Override
  @Nullable Void result(@Nullable Void made) {
    return made;
  }

  @Override
  boolean readsAtCall() {
    return true;
  }

  @Override
  @Nullable Void onObjects(Datatype type, Consumer<org.ronsel.Comm> call) {
    call.accept(comm.core());
    return null;
  }

  @Override
  @Nullable Void barrier() {
    try {
      comm.core().barrier();
      return null;
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  @Override
  @Nullable Void broadcast(@Nullable Object buf, int offset, int count, Datatype type, int root) {
    try {
      if (!Datatype.isOfObjects(type)
          && PlainArrays.broadcast(comm.core(), buf, offset, count, type.core(), root)) {
        return null;
      }
    } catch (RonselException e) {
      throw comm.failed(e);
    }
    return super.broadcast(buf, offset, count, type, root);
  }

  @Override
  @Nullable Void broadcastUpTo(
      @Nullable Object buf, int offset, int count, Datatype type, int root) {
    if (Datatype.isOfObjects(type)) {
      return broadcast(buf, offset, count, type, root);
    }
    Argument data = new Argument(buf, offset, count, type);
    return call(
        data,
        data,
        calls -> {
          comm.untyped().broadcastUpTo(data.base(), data.core(), data.start(), count, root);
          return null;
        });
  }

  @Override
  @Nullable Void allReduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    try {
      if (!Datatype.isOfObjects(type)
          && Op.of(op).isPredefined()
          && PlainArrays.allReduce(
              comm.core(),
              sendbuf,
              sendoffset,
              recvbuf,
              recvoffset,
              count,
              type.core(),
              op.on(type))) {
        return null;
      }
    } catch (RonselException e) {
      throw comm.failed(e);
    }
    return super.allReduce(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
  }
}
