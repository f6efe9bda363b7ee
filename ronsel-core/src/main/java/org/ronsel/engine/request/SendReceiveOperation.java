package org.ronsel.engine.request;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.ronsel.RonselException;

/**
 * A send and a receive that complete together (MPI-4.1, section 3.10). It has the status of the
 * receive, and fails with what one of them has failed with; neither can be cancelled.
 */
public final class SendReceiveOperation extends Operation {
  private final Operation send;
  private final Operation receive;

  /** How many of both are pending. Its last change sees the results of both. */
  private final AtomicInteger left = new AtomicInteger(2);

  /** Makes an operation of two that have been started, and has to be {@linkplain #begin begun}. */
  public SendReceiveOperation(Operation send, Operation receive) {
    super(receive.engine);
    this.send = send;
    this.receive = receive;
  }

  private final class PartWatch extends CompletionWatch {
    PartWatch(Operation part) {
      super(part);
    }

    @Override
    protected void completed() {
      if (left.decrementAndGet() == 0) {
        RonselException error = send.error();
        noteError(error == null ? receive.error() : error);
        complete();
      }
    }
  }

  /** From now on it completes when both have; at once if they have already. */
  public void begin() {
    CompletionWatch.beginAll(List.of(new PartWatch(send), new PartWatch(receive)));
  }

  /** The receive, for observers. */
  public Operation receive() {
    return receive;
  }

  private boolean isReceiving() {
    return !receive.isComplete();
  }

  private Operation pendingPart() {
    return isReceiving() ? receive : send;
  }

  @Override
  protected boolean helpPeer() {
    return !send.isComplete() && send.helpPeer();
  }

  @Override
  public boolean completeAlone(boolean atAnyPrice) {
    return !send.isComplete() && send.completeAlone(atAnyPrice) && isComplete();
  }

  @Override
  protected long longestSleepNs() {
    return send.isComplete() ? Long.MAX_VALUE : send.longestSleepNs();
  }

  private void forEachPending(Consumer<Operation> visitor) {
    if (!send.isComplete()) {
      visitor.accept(send);
    }
    if (isReceiving()) {
      receiveIsNotNeeded();
      visitor.accept(receive);
    }
  }

  @Override
  protected void overdue() {
    forEachPending(Operation::overdue);
  }

  @Override
  public void testedInVain() {
    forEachPending(Operation::testedInVain);
  }

  @Override
  protected void notYet() {
    forEachPending(Operation::notYet);
  }

  /**
   * After a send that has failed a receive that nothing has matched would be waited for in vain.
   */
  private void receiveIsNotNeeded() {
    if (send.error() != null) {
      receive.cancelOperation();
    }
  }

  @Override
  protected void throwIfUnsatisfiable() {
    if (isReceiving()) {
      receive.throwIfUnsatisfiable();
    }
  }

  @Override
  protected void abandoned() {
    send.abandoned();
    receive.abandoned();
  }

  @Override
  public boolean needsMessage() {
    return receive.needsMessage();
  }

  @Override
  protected int completedSource() {
    return receive.completedSource();
  }

  @Override
  protected int completedTag() {
    return receive.completedTag();
  }

  @Override
  protected long completedBytes() {
    return receive.completedBytes();
  }

  @Override
  protected int elementBytes() {
    return receive.elementBytes();
  }

  @Override
  public String describe() {
    return (isReceiving() ? "receive" : "send") + " of a sendReceive";
  }

  @Override
  public int awaitedPeer() {
    return pendingPart().awaitedPeer();
  }

  @Override
  public int awaitedTag() {
    return pendingPart().awaitedTag();
  }

  @Override
  public long awaitedContext() {
    return pendingPart().awaitedContext();
  }
}
