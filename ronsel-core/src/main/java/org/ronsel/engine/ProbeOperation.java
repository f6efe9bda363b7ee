package org.ronsel.engine;

/**
 * A probe: completes when a message that matches has arrived, and leaves the message where it is.
 */
public final class ProbeOperation extends Operation {
  long context;
  int source;
  int tag;
  private int foundSource;
  private int foundTag;
  private long foundBytes;

  ProbeOperation(Engine engine, long context, int source, int tag) {
    super(engine);
    this.context = context;
    this.source = source;
    this.tag = tag;
  }

  void found(int messageSource, int messageTag, long bytes) {
    foundSource = messageSource;
    foundTag = messageTag;
    foundBytes = bytes;
    complete();
  }

  @Override
  protected int completedSource() {
    return foundSource;
  }

  @Override
  protected int completedTag() {
    return foundTag;
  }

  @Override
  protected long completedBytes() {
    return foundBytes;
  }

  @Override
  public String describe() {
    return "probe";
  }

  @Override
  public int awaitedPeer() {
    return source;
  }

  @Override
  public int awaitedTag() {
    return tag;
  }

  @Override
  public long awaitedContext() {
    return context;
  }
}
