package org.ronsel.engine.message;

import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;
import org.ronsel.TypeMismatchException;
import org.ronsel.data.ElementType;
import org.ronsel.engine.request.ProgressEngine;

/** A receive: what it matches, where the data go, and, once matched, what it got. */
public final class ReceiveOperation extends MatchOperation {
  public static final byte[] NO_BUFFER = {};

  public ElementType type = ElementType.BYTE;

  // The buffer.
  public Object base = NO_BUFFER;
  public long offset;
  public long capacity;

  /** Whether this receives an object, and makes its buffer when it knows the length. */
  private boolean sizesItself;

  /** The only thread that may touch the buffer, for confined segments. */
  public @Nullable Thread owner;

  // Links in the posted queue; guarded by the engine's lock.
  public @Nullable ReceiveOperation next;
  public long sequence;
  public boolean posted;

  // The message; written by the matching thread, read after completion.
  public int messageSource;
  public int messageTag;
  public long messageBytes;

  /** Data for observers; null while there are none. */
  public @Nullable ReceiveTrace trace;

  /** Makes a receive that is not prepared. */
  public ReceiveOperation(ProgressEngine engine) {
    super(engine);
  }

  public void prepare(
      long context,
      int source,
      int tag,
      ElementType type,
      Object base,
      long offset,
      long capacity) {
    match(context, source, tag);
    if (this.type != type) {
      this.type = type; // a reference that is stored costs old objects a fence
    }
    this.base = base;
    this.offset = offset;
    this.capacity = capacity;
    this.owner = BufferAccess.ownerOf(base);
  }

  /** Names the message that this receive will get, for reports. */
  public void expect(long messageContext, int from, int withTag) {
    context = messageContext;
    source = from;
    tag = withTag;
  }

  /** Prepares a receive that makes its buffer when it knows the length. */
  public void prepareWhole(long context, int source, int tag, ElementType type) {
    prepare(context, source, tag, type, NO_BUFFER, 0, 0);
    sizesItself = true;
  }

  /** Whether this receives an object, whose length it does not know. */
  boolean isWhole() {
    return sizesItself;
  }

  /**
   * Makes the buffer of a matched message, if that is left to do. No array holds more than {@link
   * ElementType#LONGEST_ARRAY} bytes.
   *
   * @return why it cannot be made, or null
   */
  @Nullable String makeBuffer(long length) {
    if (!sizesItself) {
      return null;
    }
    if (length > ElementType.LONGEST_ARRAY) {
      return "is longer than 2 GiB, which an object cannot be";
    }
    try {
      base = new byte[(int) length];
      capacity = length;
      return null;
    } catch (OutOfMemoryError e) {
      // Thrown here it would hit the thread that makes progress for this rank.
      return "does not fit into the heap: send it in parts, or give the JVM a larger heap (-J-Xmx)";
    }
  }

  /** The message that a receive without buffer got. */
  public byte[] wholeMessage() {
    return (byte[]) base;
  }

  /** Forgets the buffer of a pooled operation. */
  public void clear() {
    trace = null;
    sizesItself = false;
    base = NO_BUFFER;
    owner = null;
  }

  public void completeEmpty(int source) {
    messageSource = source;
    messageTag = Ronsel.ANY_TAG;
    messageBytes = 0;
    complete();
  }

  /** Whether the calling thread may write the buffer. */
  public boolean writableHere() {
    return owner == null || owner == Thread.currentThread();
  }

  /** Bytes to deliver of a message of {@code length} bytes. */
  public long accepted(long length) {
    return error() instanceof TypeMismatchException ? 0 : Math.min(length, capacity);
  }

  @Override
  protected boolean cancelOperation() {
    return engine.withdraw(this);
  }

  @Override
  protected int completedSource() {
    return messageSource;
  }

  @Override
  protected int completedTag() {
    return messageTag;
  }

  @Override
  protected long completedBytes() {
    return messageBytes;
  }

  @Override
  protected int elementBytes() {
    return type.bytes();
  }

  /** The trace, which is made at the first call. */
  public ReceiveTrace trace() {
    ReceiveTrace known = trace;
    if (known == null) {
      known = new ReceiveTrace();
      trace = known;
    }
    return known;
  }

  /** Sets the operation that this is reported as a part of; before any thread waits for it. */
  public void setPartOf(String operation) {
    trace().partOf = operation;
  }

  @Override
  public boolean isUnmatched() {
    return posted;
  }

  @Override
  protected boolean endsWithWait() {
    return onlyWaiter != null;
  }

  @Override
  public String describe() {
    ReceiveTrace known = trace;
    return known == null || known.partOf == null ? "receive" : known.partOf;
  }

  @Override
  public int awaitedPeer() {
    return posted || source != Ronsel.ANY_SOURCE ? source : messageSource;
  }
}
