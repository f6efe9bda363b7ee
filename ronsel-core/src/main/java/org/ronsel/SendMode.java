package org.ronsel;

/** The mode of a send, which decides what its completion says (MPI-4.1, section 3.4). */
public enum SendMode {
  /** The buffer may be reused. */
  STANDARD("send", "iSend"),

  /** The receiver has matched the message. */
  SYNCHRONOUS("sendSynchronous", "iSendSynchronous"),

  /**
   * Nothing: the message waits in the buffer that the program has {@linkplain Ronsel#attachBuffer
   * attached} for it.
   */
  BUFFERED("sendBuffered", "iSendBuffered"),

  /**
   * The buffer may be reused; the program promises that the receive is posted already. It is sent
   * as in {@link #STANDARD} mode, so a broken promise does no harm, and {@code --check} names it.
   */
  READY("sendReady", "iSendReady");

  private final String call;
  private final String startCall;
  private final String persistentCall;

  SendMode(String call, String startCall) {
    this.call = call;
    this.startCall = startCall;
    this.persistentCall = "persistentS" + call.substring(1);
  }

  /** Name of the blocking call, for messages. */
  public String call() {
    return call;
  }

  /** Name of the call that makes a persistent request, for messages. */
  public String persistentCall() {
    return persistentCall;
  }

  /** Name of the nonblocking call, for messages. */
  public String startCall() {
    return startCall;
  }
}
