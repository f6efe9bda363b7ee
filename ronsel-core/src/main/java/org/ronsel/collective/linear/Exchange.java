package org.ronsel.collective.linear;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.TruncationException;
import org.ronsel.collective.schedule.Members;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Composite;
import org.ronsel.engine.Engine;
import org.ronsel.engine.Operation;

/**
 * What one rank does in a collective operation: rounds, in each of which it sends and receives
 * blocks of memory, all at once, and at the end of which it may compute something. The next round
 * begins when the last is over. Whichever thread of the rank makes progress advances it.
 */
public final class Exchange extends Composite {
  private final Members members;
  private final String call;
  private final List<Round> rounds;
  private final Started request;
  private final boolean exact;
  private long context;
  private int current;
  private int pending;
  private @Nullable RonselException failure;

  /** A block that goes to or comes from a rank. */
  private record Block(
      boolean isSend, int rank, int tag, ElementType type, Object base, long offset, long bytes) {}

  private static final class Round {
    final List<Block> blocks = new ArrayList<>();
    int firstPart;
    @Nullable Runnable then;
  }

  /** The request of an exchange. */
  private static final class Started extends Operation {
    private final String call;
    private volatile @Nullable Exchange running;

    Started(Engine engine, String call) {
      super(engine);
      this.call = call;
    }

    @Override
    public String describe() {
      return call;
    }

    @Override
    public int awaitedPeer() {
      Exchange exchange = running;
      return exchange == null ? NO_PEER : exchange.awaitedPeer();
    }

    @Override
    public long awaitedContext() {
      Exchange exchange = running;
      return exchange == null ? 0 : exchange.context;
    }
  }

  /** Collects the rounds of an exchange, in order. */
  public static final class Builder {
    private final List<Round> rounds = new ArrayList<>(List.of(new Round()));
    private boolean exact = true;

    /** Makes an exchange that does nothing yet. */
    public Builder() {}

    /** Sends a block in this round. */
    public Builder send(int rank, int tag, ElementType type, Object base, long offset, long bytes) {
      last().blocks.add(new Block(true, rank, tag, type, base, offset, bytes));
      return this;
    }

    /** Receives a block in this round. */
    public Builder receive(
        int rank, int tag, ElementType type, Object base, long offset, long bytes) {
      last().blocks.add(new Block(false, rank, tag, type, base, offset, bytes));
      return this;
    }

    /** Ends the round; runs {@code action} when it is over. */
    public Builder then(Runnable action) {
      last().then = action;
      rounds.add(new Round());
      return this;
    }

    /** Blocks received may be shorter than was expected. */
    public Builder mayBeShorter() {
      exact = false;
      return this;
    }

    private Round last() {
      return rounds.getLast();
    }

    /** Makes the exchange. */
    public Exchange build(Engine engine, Members members, String call) {
      int parts = 0;
      for (Round round : rounds) {
        round.firstPart = parts;
        parts += round.blocks.size();
      }
      return new Exchange(engine, members, call, rounds, parts, exact);
    }
  }

  private Exchange(
      Engine engine, Members members, String call, List<Round> rounds, int parts, boolean exact) {
    super(engine, parts);
    this.members = members;
    this.call = call;
    this.rounds = rounds;
    this.request = new Started(engine, call);
    this.exact = exact;
  }

  /**
   * Starts it; once.
   *
   * @param inContext matching context that nothing else has
   */
  public Operation start(long inContext) {
    context = inContext;
    request.running = this;
    start();
    return request;
  }

  @Override
  protected void begin() {
    advanceRounds();
  }

  /** Starts rounds until one has to be waited for. */
  private void advanceRounds() {
    try {
      while (current < rounds.size()) {
        Round round = rounds.get(current);
        startBlocks(round);
        if (pending > 0) {
          return;
        }
        finishRound(round);
      }
    } catch (RonselException error) {
      fail(error);
      return;
    } catch (RuntimeException error) {
      fail(new RonselException(ErrorClass.OTHER, describe() + "failed: " + error, error));
      return;
    }
    finish();
  }

  private void startBlocks(Round round) {
    // Receives first: what this rank sends to itself finds its place.
    pending = round.blocks.size();
    for (int i = 0; i < round.blocks.size(); i++) {
      Block block = round.blocks.get(i);
      if (!block.isSend) {
        receive(
            round.firstPart + i,
            context,
            members.endpoint(block.rank),
            block.tag,
            block.type,
            block.base,
            block.offset,
            block.bytes);
      }
    }
    for (int i = 0; i < round.blocks.size(); i++) {
      Block block = round.blocks.get(i);
      if (block.isSend
          && send(
              round.firstPart + i,
              context,
              members.endpoint(block.rank),
              block.tag,
              block.type,
              block.base,
              block.offset,
              block.bytes)) {
        pending--;
      }
    }
  }

  private void finishRound(Round round) {
    if (round.then != null) {
      round.then.run();
    }
    current++;
  }

  @Override
  protected void partDone(int part, long bytes, @Nullable RonselException error) {
    if (failure != null) {
      return;
    }
    Round round = rounds.get(current);
    Block block = round.blocks.get(part - round.firstPart);
    if (error != null) {
      fail(error);
    } else if (exact && !block.isSend && bytes != block.bytes) {
      fail(tooShort(block, bytes));
    } else if (--pending == 0) {
      try {
        finishRound(round);
      } catch (RonselException failed) {
        fail(failed);
        return;
      } catch (RuntimeException failed) {
        fail(new RonselException(ErrorClass.OTHER, describe() + "failed: " + failed, failed));
        return;
      }
      advanceRounds();
    }
  }

  private void fail(RonselException error) {
    failure = error;
    withdrawReceives();
    finish();
  }

  private RonselException tooShort(Block block, long bytes) {
    return new TruncationException(
        describe()
            + "rank "
            + block.rank
            + " sent "
            + bytes
            + " bytes where "
            + block.bytes
            + " were expected; sender and receiver must name the same amount of data, and all ranks"
            + " call the collective operations of a communicator in the same order");
  }

  private String describe() {
    return "rank " + members.rank() + ", " + call + " on " + members.name() + ": ";
  }

  @Override
  protected void finished() {
    if (request.isComplete()) {
      return; // an event after a failure
    }
    request.running = null;
    RonselException error = failure;
    if (error == null) {
      request.complete();
    } else {
      request.fail(error);
    }
  }

  private int awaitedPeer() {
    int part = pendingReceive();
    if (part < 0) {
      return Operation.NO_PEER;
    }
    for (Round round : rounds) {
      if (part < round.firstPart + round.blocks.size()) {
        return members.endpoint(round.blocks.get(part - round.firstPart).rank);
      }
    }
    return Operation.NO_PEER;
  }
}
