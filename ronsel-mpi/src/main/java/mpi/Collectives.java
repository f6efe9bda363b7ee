package mpi;

import org.jspecify.annotations.Nullable;

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
    Argument send = new Argument(sendbuf, sendoffset, type);
    Argument recv = new Argument(recvbuf, recvoffset, type);
    return type.objects == null
        ? call(
            calls ->
                calls.reduce(
                    send.base(),
                    send.start(),
                    recv.base(),
                    recv.start(),
                    send.core(),
                    count,
                    Op.of(op).on(type),
                    root))
        : onObjects(send, ranks -> ObjectCollectives.reduce(ranks, send, recv, count, op, root));
  }

  Q allReduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    Argument send = new Argument(sendbuf, sendoffset, type);
    Argument recv = new Argument(recvbuf, recvoffset, type);
    return type.objects == null
        ? call(
            calls ->
                calls.allReduce(
                    send.base(),
                    send.start(),
                    recv.base(),
                    recv.start(),
                    send.core(),
                    count,
                    Op.of(op).on(type)))
        : onObjects(send, ranks -> ObjectCollectives.allReduce(ranks, send, recv, count, op));
  }

  final Q reduceScatter(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] counts,
      Datatype type,
      Op op) {
    Argument send = new Argument(sendbuf, sendoffset, type);
    Argument recv = new Argument(recvbuf, recvoffset, type);
    return type.objects == null
        ? call(
            calls ->
                calls.reduceScatter(
                    send.base(),
                    send.start(),
                    recv.base(),
                    recv.start(),
                    send.core(),
                    counts,
                    Op.of(op).on(type)))
        : onObjects(send, ranks -> ObjectCollectives.reduceScatter(ranks, send, recv, counts, op));
  }

  final Q reduceScatterBlock(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    Argument send = new Argument(sendbuf, 0, type);
    Argument recv = new Argument(recvbuf, 0, type);
    return call(
        calls ->
            calls.reduceScatterBlock(
                send.base(),
                send.start(),
                recv.base(),
                recv.start(),
                send.core(),
                count,
                Op.of(op).on(type)));
  }

  final Q scan(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    Argument send = new Argument(sendbuf, sendoffset, type);
    Argument recv = new Argument(recvbuf, recvoffset, type);
    return type.objects == null
        ? call(
            calls ->
                calls.scan(
                    send.base(),
                    send.start(),
                    recv.base(),
                    recv.start(),
                    send.core(),
                    count,
                    Op.of(op).on(type)))
        : onObjects(send, ranks -> ObjectCollectives.scan(ranks, send, recv, count, op, true));
  }

  final Q exScan(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    Argument send = new Argument(sendbuf, 0, type);
    Argument recv = new Argument(recvbuf, 0, type);
    return type.objects == null
        ? call(
            calls ->
                calls.exscan(
                    send.base(),
                    send.start(),
                    recv.base(),
                    recv.start(),
                    send.core(),
                    count,
                    Op.of(op).on(type)))
        : onObjects(send, ranks -> ObjectCollectives.scan(ranks, send, recv, count, op, false));
  }
}
