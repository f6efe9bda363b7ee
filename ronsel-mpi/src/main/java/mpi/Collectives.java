package mpi;

import java.util.Arrays;
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
    extends NeighborMovement<P, Q> {
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
    Argument send = new Argument(sendbuf, sendoffset, count, type);
    Argument recv = new Argument(recvbuf, recvoffset, count, type);
    return !Datatype.isOfObjects(type)
        ? call(
            send,
            recv,
            calls -> {
              Op.OnType all = Op.of(op).together(count, type);
              return calls.reduce(
                  send.base(),
                  send.start(),
                  recv.base(),
                  recv.start(),
                  all.type(),
                  count / all.together(),
                  all.op(),
                  root);
            })
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
    Argument send = new Argument(sendbuf, sendoffset, count, type);
    Argument recv = new Argument(recvbuf, recvoffset, count, type);
    return !Datatype.isOfObjects(type)
        ? call(
            send,
            recv,
            calls -> {
              Op.OnType all = Op.of(op).together(count, type);
              return calls.allReduce(
                  send.base(),
                  send.start(),
                  recv.base(),
                  recv.start(),
                  all.type(),
                  count / all.together(),
                  all.op());
            })
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
    return !Datatype.isOfObjects(type)
        ? call(
            send,
            recv,
            calls -> {
              Op.OnType part = Op.of(op).together(divisor(counts), type);
              return calls.reduceScatter(
                  send.base(),
                  send.start(),
                  recv.base(),
                  recv.start(),
                  part.type(),
                  divided(counts, part.together()),
                  part.op());
            })
        : onObjects(send, ranks -> ObjectCollectives.reduceScatter(ranks, send, recv, counts, op));
  }

  /**
   * The greatest number of which the lengths of all blocks are multiples; 1 if these are no
   * lengths.
   */
  private static int divisor(int @Nullable [] counts) {
    int divisor = 0;
    for (int count : counts == null ? Memory.NO_COUNTS : counts) {
      if (count < 0) {
        return 1;
      }
      for (int rest = count; rest != 0; ) {
        int next = divisor % rest;
        divisor = rest;
        rest = next;
      }
    }
    return Math.max(1, divisor);
  }

  private static int[] divided(int[] counts, int by) {
    return by == 1 ? counts : Arrays.stream(counts).map(count -> count / by).toArray();
  }

  final Q reduceScatterBlock(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    Argument send = new Argument(sendbuf, 0, count, Required.type(type));
    Argument recv = new Argument(recvbuf, 0, count, type);
    return call(
        send,
        recv,
        calls -> {
          Op.OnType block = Op.of(op).together(count, type);
          return calls.reduceScatterBlock(
              send.base(),
              send.start(),
              recv.base(),
              recv.start(),
              block.type(),
              count / block.together(),
              block.op());
        });
  }

  final Q scan(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    Argument send = new Argument(sendbuf, sendoffset, count, type);
    Argument recv = new Argument(recvbuf, recvoffset, count, type);
    return !Datatype.isOfObjects(type)
        ? call(
            send,
            recv,
            calls -> {
              Op.OnType all = Op.of(op).together(count, type);
              return calls.scan(
                  send.base(),
                  send.start(),
                  recv.base(),
                  recv.start(),
                  all.type(),
                  count / all.together(),
                  all.op());
            })
        : onObjects(send, ranks -> ObjectCollectives.scan(ranks, send, recv, count, op, true));
  }

  final Q exScan(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    Argument send = new Argument(sendbuf, 0, count, Required.type(type));
    Argument recv = new Argument(recvbuf, 0, count, type);
    return !Datatype.isOfObjects(type)
        ? call(
            send,
            recv,
            calls -> {
              Op.OnType all = Op.of(op).together(count, type);
              return calls.exscan(
                  send.base(),
                  send.start(),
                  recv.base(),
                  recv.start(),
                  all.type(),
                  count / all.together(),
                  all.op());
            })
        : onObjects(send, ranks -> ObjectCollectives.scan(ranks, send, recv, count, op, false));
  }
}
