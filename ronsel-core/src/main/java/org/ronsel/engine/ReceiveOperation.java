package org.ronsel.engine;

import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;
import org.ronsel.TypeMismatchException;
import org.ronsel.data.ElementType;
import org.ronsel.engine.request.ProgressEngine;

/** A receive: what it matches, where the data go, and, once matched, what it got. */
public final class ReceiveOperation extends MatchOperation {
  static final byte[] NO_BUFFER = {};

  ElementType type = ElementType.BYTE;

  // The buffer.
  Object base = NO_BUFFER;
  long offset;
  long capacity;

  /** Whether this receives an object, and makes its buffer when it knows the length. */
  private boolean sizesItself;

  /** The only thread that may touch the buffer, for confined segments. */
  @Nullable Thread owner;

  // Links in the posted queue; guarded by the engine's lock.
  @Nullable ReceiveOperation next;
  long sequence;
  boolean posted;

  // The message; written by the matching thread, read after completion.
  int messageSource;
  int messageTag;
  long messageBytes;

  /** Data for observers; null while there are none. */
  @Nullable ReceiveTrace trace;

  /** Makes a receive that is not prepared. */
  public ReceiveOperation(ProgressEngine engine) {
    super(engine);
  }

  void prepare(
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
  void expect(long messageContext, int from, int withTag) {
    context = messageContext;
    source = from;
    tag = withTag;
  }

  /** Prepares a receive that makes its buffer when it knows the length. */
  void prepareWhole(long context, int source, int tag, ElementType type) {
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
      return "is longer than 2 GB, which an object cannot be";
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
  void clear() {
    trace = null;
    sizesItself = false;
    base = NO_BUFFER;
    owner = null;
  }

  void completeEmpty(int source) {
    messageSource = source;
    messageTag = Ronsel.ANY_TAG;
    messageBytes = 0;
    complete();
  }

  /** Whether the calling thread may write the buffer. */
  boolean writableHere() {
    return owner == null || owner == Thread.currentThread();
  }

  /** Bytes to deliver of a message of {@code length} bytes. */
  long accepted(long length) {
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
  ReceiveTrace trace() {
    ReceiveTrace known = trace;
    if (known == null) {
      known = new ReceiveTrace();
      trace = known;
    }
    return known;
  }

  /** Sets the operation that this is reported as a part of; before any thread waits for it. */
  public void isPartOf(String operation) {
    trace().partOf = operation;
  }

  @Override
  boolean isUnmatched() {
    return posted;
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
