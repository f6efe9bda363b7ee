package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;

/**
 * Collective operations in the words that both spellings delegate to: the one place where they meet
 * those of Ronsel, for all forms in which they can be called. Buffers, offsets in basic elements,
 * counts and types come in the order of mpiJava.
 *
 * <p>Buffers, counts and types that only the root's call means something for may be missing
 * elsewhere.
 *
 * @param <P> what a call of Ronsel's returns
 * @param <Q> what the program gets
 */
abstract class Collectives<P extends @Nullable Object, Q extends @Nullable Object>
    extends NeighbourMovement<P, Q> {
  Collectives(CommHandle comm) {
    super(comm);
  }

  final Q reduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op,
      int root) {
    try {
      if (type.objects != null) {
        return onObjects(
            type,
            ranks ->
                ObjectCollectives.reduce(
                    ranks,
                    from(sendbuf, sendoffset, type),
                    from(recvbuf, recvoffset, type),
                    count,
                    op,
                    root));
      }
      return result(
          calls()
              .reduce(
                  Memory.base(sendbuf, type),
                  Memory.start(sendbuf, sendoffset, type),
                  Memory.base(recvbuf, type),
                  Memory.start(recvbuf, recvoffset, type),
                  core(type),
                  count,
                  op.on(type),
                  root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Q allReduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    try {
      if (type.objects != null) {
        return onObjects(
            type,
            ranks ->
                ObjectCollectives.allReduce(
                    ranks,
                    from(sendbuf, sendoffset, type),
                    from(recvbuf, recvoffset, type),
                    count,
                    op));
      }
      return result(
          calls()
              .allReduce(
                  Memory.base(sendbuf, type),
                  Memory.start(sendbuf, sendoffset, type),
                  Memory.base(recvbuf, type),
                  Memory.start(recvbuf, recvoffset, type),
                  core(type),
                  count,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  final Q reduceScatter(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] counts,
      Datatype type,
      Op op) {
    try {
      if (type.objects != null) {
        return onObjects(
            type,
            ranks ->
                ObjectCollectives.reduceScatter(
                    ranks,
                    from(sendbuf, sendoffset, type),
                    from(recvbuf, recvoffset, type),
                    counts,
                    op));
      }
      return result(
          calls()
              .reduceScatter(
                  Memory.base(sendbuf, type),
                  Memory.start(sendbuf, sendoffset, type),
                  Memory.base(recvbuf, type),
                  Memory.start(recvbuf, recvoffset, type),
                  core(type),
                  counts,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  final Q reduceScatterBlock(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    try {
      return result(
          calls()
              .reduceScatterBlock(
                  Memory.base(sendbuf, type),
                  Memory.start(sendbuf, 0, type),
                  Memory.base(recvbuf, type),
                  Memory.start(recvbuf, 0, type),
                  core(type),
                  count,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  final Q scan(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    try {
      if (type.objects != null) {
        return onObjects(
            type,
            ranks ->
                ObjectCollectives.scan(
                    ranks,
                    from(sendbuf, sendoffset, type),
                    from(recvbuf, recvoffset, type),
                    count,
                    op,
                    true));
      }
      return result(
          calls()
              .scan(
                  Memory.base(sendbuf, type),
                  Memory.start(sendbuf, sendoffset, type),
                  Memory.base(recvbuf, type),
                  Memory.start(recvbuf, recvoffset, type),
                  core(type),
                  count,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  final Q exScan(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    try {
      if (type.objects != null) {
        return onObjects(
            type,
            ranks ->
                ObjectCollectives.scan(
                    ranks, from(sendbuf, 0, type), from(recvbuf, 0, type), count, op, false));
      }
      return result(
          calls()
              .exscan(
                  Memory.base(sendbuf, type),
                  Memory.start(sendbuf, 0, type),
                  Memory.base(recvbuf, type),
                  Memory.start(recvbuf, 0, type),
                  core(type),
                  count,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }
}
