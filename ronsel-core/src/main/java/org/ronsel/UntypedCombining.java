package org.ronsel;

import java.util.Arrays;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.linear.Exchange;
import org.ronsel.observe.Call;

/**
 * Reductions on buffers whose type is known at run time only (MPI-4.1, sections 6.9 to 6.11); see
 * {@link UntypedComm}. All have a nonblocking form, whose name begins with {@code i}. Operators
 * that are not arithmetic combine in the order of ranks.
 */
abstract sealed class UntypedCombining extends UntypedBlocks permits UntypedComm {
  UntypedCombining(Comm comm) {
    super(comm);
  }

  // ---- reductions ----

  /** Combines the elements of all ranks at the root (MPI-4.1, section 6.9.1). */
  public void reduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root) {
    Request unused =
        reduce(
            "reduce",
            true,
            sendBuffer,
            sendOffset,
            receiveBuffer,
            receiveOffset,
            type,
            count,
            op,
            root);
  }

  /** Starts {@link #reduce}. */
  public Request iReduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root) {
    return reduce(
        "iReduce",
        false,
        sendBuffer,
        sendOffset,
        receiveBuffer,
        receiveOffset,
        type,
        count,
        op,
        root);
  }

  private Request reduce(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root) {
    Call observed = begins(call, wait, root, type, count, op);
    try {
      Arguments.root(comm, call, root);
      UntypedReductions on = new UntypedReductions(comm, call, op, type, count);
      boolean atRoot = comm.rank() == root;
      DataRange to = atRoot ? writable(call, receiveBuffer, type, receiveOffset, count) : null;
      DataRange from =
          to != null && inPlace(sendBuffer)
              ? to
              : readable(call, sendBuffer, type, sendOffset, count);
      if (wait && on.isBasic()) {
        Elements in = operand(on, from);
        Elements out = to == null ? NO_ELEMENTS : result(on, to);
        Request unused =
            make(true, Collective.REDUCE, on.wireType(), on.units(), in, out, on.reduction(), root);
        if (to != null) {
          settle(on, out, to);
        }
        return comm.nothing();
      }
      Exchange.Builder rounds = new Exchange.Builder();
      Object sum = combineAt(rounds, on, from, root);
      if (to != null) {
        rounds.then(() -> UntypedReductions.copy(on.in(sum), to));
      }
      return finish(wait, rounds, call);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
  }

  /** Combines the elements of all ranks; every rank gets the result (section 6.9.6). */
  public void allReduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Request unused =
        allReduce(
            "allReduce",
            true,
            sendBuffer,
            sendOffset,
            receiveBuffer,
            receiveOffset,
            type,
            count,
            op);
  }

  /** Starts {@link #allReduce}. */
  public Request iAllReduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return allReduce(
        "iAllReduce", false, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op);
  }

  private Request allReduce(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Call observed = begins(call, wait, -1, type, count, op);
    try {
      UntypedReductions on = new UntypedReductions(comm, call, op, type, count);
      DataRange to = writable(call, receiveBuffer, type, receiveOffset, count);
      DataRange from =
          inPlace(sendBuffer) ? to : readable(call, sendBuffer, type, sendOffset, count);
      if (wait && on.isBasic()) {
        Elements in = operand(on, from);
        Elements out = result(on, to);
        Request unused =
            make(
                true, Collective.ALL_REDUCE, on.wireType(), on.units(), in, out, on.reduction(), 0);
        settle(on, out, to);
        return comm.nothing();
      }
      Exchange.Builder rounds = new Exchange.Builder();
      Object sum = combineAt(rounds, on, from, 0);
      dealResult(rounds, to, i -> on.in(sum));
      return finish(wait, rounds, call);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
  }

  /** Combines the elements of all ranks; each gets a part (MPI-4.1, section 6.10). */
  public void reduceScatter(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int[] counts,
      Op op) {
    Request unused =
        reduceScatter(
            "reduceScatter",
            true,
            sendBuffer,
            sendOffset,
            receiveBuffer,
            receiveOffset,
            type,
            counts,
            op);
  }

  /** Starts {@link #reduceScatter}. */
  public Request iReduceScatter(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int[] counts,
      Op op) {
    return reduceScatter(
        "iReduceScatter",
        false,
        sendBuffer,
        sendOffset,
        receiveBuffer,
        receiveOffset,
        type,
        counts,
        op);
  }

  private Request reduceScatter(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int[] given,
      Op op) {
    int[] counts = given == null ? NO_COUNTS : ofRanks(given);
    long total = Arrays.stream(counts).asLongStream().sum();
    Call observed = begins(call, wait, -1, type, total, op);
    try {
      Arguments.present(comm, call, "counts", given);
      checkCounts(call, counts);
      UntypedReductions on = new UntypedReductions(comm, call, op, type, total);
      boolean inPlace = inPlace(sendBuffer);
      DataRange to = writable(call, receiveBuffer, type, receiveOffset, counts[comm.rank()]);
      DataRange from =
          inPlace
              ? writable(call, receiveBuffer, type, receiveOffset, total)
              : readable(call, sendBuffer, type, sendOffset, total);
      Exchange.Builder rounds = new Exchange.Builder();
      Object sum = combineAt(rounds, on, from, 0);
      long[] starts = new long[counts.length + 1];
      for (int i = 0; i < counts.length; i++) {
        starts[i + 1] = starts[i] + counts[i] * type.sizeBytes();
      }
      DataRange all = on.in(sum);
      dealResult(
          rounds,
          to,
          i ->
              new DataRange(
                  all.type(), all.base(), all.offset() + starts[i], starts[i + 1] - starts[i]));
      return finish(wait, rounds, call);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
  }

  private static final int[] NO_COUNTS = {};

  /** The entries of the ranks: programs have tables with room for more. */
  private int[] ofRanks(int[] table) {
    return table.length > comm.size() ? Arrays.copyOf(table, comm.size()) : table;
  }

  private void checkCounts(String call, int[] counts) {
    if (counts.length != comm.size()) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.ARGUMENT,
          "there are " + counts.length + " counts for " + comm.size() + " ranks");
    }
    for (int count : counts) {
      if (count < 0) {
        throw Arguments.raised(
            comm, call, ErrorClass.COUNT, "count " + count + " is negative; it must be 0 or more");
      }
    }
  }

  /** As {@link #reduceScatter}, with parts of {@code count} elements each. */
  public void reduceScatterBlock(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Request unused =
        reduceScatterBlock(
            "reduceScatterBlock",
            true,
            sendBuffer,
            sendOffset,
            receiveBuffer,
            receiveOffset,
            type,
            count,
            op);
  }

  /** Starts {@link #reduceScatterBlock}. */
  public Request iReduceScatterBlock(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return reduceScatterBlock(
        "iReduceScatterBlock",
        false,
        sendBuffer,
        sendOffset,
        receiveBuffer,
        receiveOffset,
        type,
        count,
        op);
  }

  private Request reduceScatterBlock(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    if (count < 0 || count > Integer.MAX_VALUE) {
      throw Arguments.raised(
          comm, call, ErrorClass.COUNT, "count " + count + " is not in 0.." + Integer.MAX_VALUE);
    }
    UntypedReductions block = new UntypedReductions(comm, call, op, type, count);
    if (wait && block.isBasic()) {
      return reduceScatterBasic(
          call, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, block, op);
    }
    int[] counts = new int[comm.size()];
    Arrays.fill(counts, (int) count);
    return reduceScatter(
        call, wait, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, counts, op);
  }

  private Request reduceScatterBasic(
      String call,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      UntypedReductions block,
      Op op) {
    long total = times(count, comm.size());
    Call observed = begins(call, true, -1, type, total, op);
    try {
      UntypedReductions all = new UntypedReductions(comm, call, op, type, total);
      DataRange to = writable(call, receiveBuffer, type, receiveOffset, count);
      DataRange from =
          inPlace(sendBuffer)
              ? writable(call, receiveBuffer, type, receiveOffset, total)
              : readable(call, sendBuffer, type, sendOffset, total);
      Elements in = operand(all, from);
      Elements out = result(block, to);
      Request nothing =
          make(
              true,
              Collective.REDUCE_SCATTER_BLOCK,
              block.wireType(),
              block.units(),
              in,
              out,
              block.reduction(),
              0);
      settle(block, out, to);
      return nothing;
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
  }

  /** Combines the elements of this rank and all before it (MPI-4.1, section 6.11.1). */
  public void scan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Request unused =
        scan("scan", true, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op);
  }

  /** Starts {@link #scan}. */
  public Request iScan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return scan(
        "iScan", false, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op);
  }

  private Request scan(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Call observed = begins(call, wait, -1, type, count, op);
    try {
      return prefix(
          call,
          wait,
          sendBuffer,
          sendOffset,
          receiveBuffer,
          receiveOffset,
          new UntypedReductions(comm, call, op, type, count),
          type,
          count,
          true);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
  }

  /**
   * Combines the elements of all ranks before this one (MPI-4.1, section 6.11.2); rank 0 gets
   * nothing.
   */
  public void exscan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Request unused =
        exscan(
            "exscan", true, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op);
  }

  /** Starts {@link #exscan}. */
  public Request iExscan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return exscan(
        "iExscan", false, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op);
  }

  private Request exscan(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Call observed = begins(call, wait, -1, type, count, op);
    try {
      return prefix(
          call,
          wait,
          sendBuffer,
          sendOffset,
          receiveBuffer,
          receiveOffset,
          new UntypedReductions(comm, call, op, type, count),
          type,
          count,
          false);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      ends(observed);
    }
  }

  private Request prefix(
      String call,
      boolean wait,
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      UntypedReductions on,
      Datatype<?> type,
      long count,
      boolean inclusive) {
    DataRange to = writable(call, receiveBuffer, type, receiveOffset, count);
    DataRange from = inPlace(sendBuffer) ? to : readable(call, sendBuffer, type, sendOffset, count);
    int me = comm.rank();
    if (wait && on.isBasic()) {
      Elements in = operand(on, from);
      Elements out = inPlace(sendBuffer) ? in : result(on, to);
      Collective scan = inclusive ? Collective.SCAN : Collective.EXSCAN;
      Request nothing = make(true, scan, on.wireType(), on.units(), in, out, on.reduction(), 0);
      if (inclusive || me > 0) {
        settle(on, out, to);
      }
      return nothing;
    }
    Object sum = on.copyOf(from);
    Exchange.Builder rounds = new Exchange.Builder();
    if (me > 0) {
      Object before = on.memory();
      receive(rounds, me - 1, TAG, on.in(before));
      rounds.then(
          () -> {
            on.combine(before, sum);
            if (!inclusive) {
              UntypedReductions.copy(on.in(before), to);
            }
          });
    }
    if (me + 1 < comm.size()) {
      send(rounds, me + 1, TAG, on.in(sum));
    }
    if (inclusive) {
      rounds.then(() -> UntypedReductions.copy(on.in(sum), to));
    }
    return finish(wait, rounds, call);
  }

  /** Combines everybody's data at one rank, in the order of ranks; returns its place there. */
  private Object combineAt(
      Exchange.Builder rounds, UntypedReductions on, DataRange from, int root) {
    int me = comm.rank();
    int last = comm.size() - 1;
    if (me != root) {
      send(rounds, root, TAG, from);
      rounds.then(() -> {});
      return NOTHING;
    }
    Object sum = me == last ? on.copyOf(from) : on.memory();
    if (me != last) {
      receive(rounds, last, TAG, on.in(sum));
      rounds.then(() -> {});
    }
    Object own = me == last ? NOTHING : on.copyOf(from);
    Object next = comm.size() > 1 ? on.memory() : NOTHING;
    for (int i = last - 1; i >= 0; i--) {
      if (i != me) {
        receive(rounds, i, TAG, on.in(next));
      }
      Object left = i == me ? own : next;
      rounds.then(() -> on.combine(left, sum));
    }
    return sum;
  }

  /** Sends the parts of a result that rank 0 has to all ranks. */
  private void dealResult(Exchange.Builder rounds, DataRange to, Parts parts) {
    if (comm.rank() != 0) {
      receive(rounds, 0, TAG, to);
      return;
    }
    // The blocks of a round are made before it begins, so they name memory, not values.
    for (int i = 1; i < comm.size(); i++) {
      send(rounds, i, TAG, parts.get(i));
    }
    rounds.then(() -> UntypedReductions.copy(parts.get(0), to));
  }

  private static Elements operand(UntypedReductions on, DataRange from) {
    return on.isPlain(from)
        ? new Elements(from.base(), (int) (from.offset() >> on.wireType().shift()))
        : new Elements(on.copyOf(from), 0);
  }

  private static Elements result(UntypedReductions on, DataRange to) {
    return on.isPlain(to)
        ? new Elements(to.base(), (int) (to.offset() >> on.wireType().shift()))
        : new Elements(on.memory(), 0);
  }

  /** Copies a result to where it is wanted, if it is not there. */
  private static void settle(UntypedReductions on, Elements result, DataRange to) {
    if (result.base() != to.base()) {
      UntypedReductions.copy(on.in(result.base()), to);
    }
  }

  /**
   * Combines two buffers of this rank in the second: {@code inout = in op inout} (MPI-4.1, section
   * 6.9.7).
   */
  public void reduceLocal(
      Object in,
      long inOffset,
      Object inout,
      long inoutOffset,
      Datatype<?> type,
      long count,
      Op op) {
    String call = "reduceLocal";
    UntypedReductions on = new UntypedReductions(comm, call, op, type, count);
    Object left = on.copyOf(readable(call, in, type, inOffset, count));
    DataRange to = writable(call, inout, type, inoutOffset, count);
    Object right = on.copyOf(to);
    on.combine(left, right);
    UntypedReductions.copy(on.in(right), to);
  }
}
