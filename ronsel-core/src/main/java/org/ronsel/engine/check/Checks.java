package org.ronsel.engine.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ronsel.CheckException;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.RonselException;
import org.ronsel.TypeMismatchException;
import org.ronsel.data.ElementType;
import org.ronsel.data.Signature;
import org.ronsel.data.TypedMemory;
import org.ronsel.engine.matching.UnexpectedMessage;
import org.ronsel.engine.message.Communicators;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.ProgressEngine;
import org.ronsel.observe.CallSite;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;

/**
 * The errors that {@code --check} finds in the messages and requests of a rank. Nothing of it runs,
 * nor is loaded, in an unchecked job. Any thread; what concerns messages under the engine's lock.
 */
public final class Checks {
  private static final int NAMED_MESSAGES = 20;

  private static final int NOTICES = 100;

  private static final long SETTLED_NS = 1_000_000_000L;

  private final ProgressEngine engine;
  private final Communicators communicators;
  private final BiConsumer<Peer, byte[]> notesOut;
  private final Consumer<Consumer<UnexpectedMessage>> unexpected;

  /** Threads that look for errors now. */
  private final Set<Thread> checking = new LinkedHashSet<>();

  /** Requests that the program has not been told to be complete, or to have failed. */
  private final Map<Operation, BufferUse.Guard> pending = new IdentityHashMap<>();

  /** Their buffers; guarded by {@code pending}. */
  private final PendingBuffers buffers = new PendingBuffers();

  /** The objects that the program has to free, and their names for messages. */
  private final Map<Object, String> open = new IdentityHashMap<>();

  /** Uses that other MPI libraries do not allow. */
  private final Set<String> notices = new LinkedHashSet<>();

  /**
   * For the current call of a thread: the note about its message, and below the buffer of its
   * receive.
   */
  private final ThreadLocal<@Nullable MessageNote> leaving = new ThreadLocal<>();

  private final ThreadLocal<@Nullable BufferUse> posting = new ThreadLocal<>();

  // Under the engine's lock: notes whose message has not come yet, and the note of the present
  // message.
  private final Map<Integer, MessageNote> notes = new HashMap<>();
  private @Nullable MessageNote current;
  private boolean early;

  /**
   * Makes the checks of a rank.
   *
   * @param notesOut sends a note to a peer
   * @param unexpected shows all messages that wait for their receives
   */
  public Checks(
      ProgressEngine engine,
      Communicators communicators,
      BiConsumer<Peer, byte[]> notesOut,
      Consumer<Consumer<UnexpectedMessage>> unexpected) {
    this.engine = engine;
    this.communicators = communicators;
    this.notesOut = notesOut;
    this.unexpected = unexpected;
  }

  // ---- calls of the program ----

  /** A send is about to hand its buffer over; its buffer must not be receiving. */
  public void sending(String call, boolean ready, Object base, long offset, long bytes) {
    avoidPending(new BufferUse(call, false, base, offset, bytes));
    note(ready, base);
  }

  /** A send leaves soon on this thread, without a buffer of the program's. */
  public void note(boolean ready, Object base) {
    Signature signature = base instanceof TypedMemory typed ? typed.signature() : null;
    leaving.set(new MessageNote(ready, CallSite.current().place(), signature));
  }

  /** A receive will write into a buffer that no pending request may have. */
  public void receiving(String call, Object base, long offset, long bytes) {
    avoidPending(new BufferUse(call, true, base, offset, bytes));
  }

  /** As {@link #receiving}, for a request that is about to be started on this thread. */
  public BufferUse.Guard startReceiving(String call, Object base, long offset, long bytes) {
    BufferUse use = new BufferUse(call, true, base, offset, bytes);
    avoidPending(use);
    posting.set(use);
    return new BufferUse.Guard(use);
  }

  /** As {@link #sending}, for a request that is about to be started. */
  public BufferUse.Guard startSending(
      String call, boolean ready, Object base, long offset, long bytes) {
    BufferUse use = new BufferUse(call, false, base, offset, bytes);
    avoidPending(use);
    note(ready, base);
    return new BufferUse.Guard(use);
  }

  /** The buffer of a collective operation that is about to be started; it is only read. */
  public BufferUse.Guard reading(String call, Object base, long offset, long bytes) {
    return new BufferUse.Guard(new BufferUse(call, false, base, offset, bytes));
  }

  /** A request has been started, which the program must complete. */
  public void started(Operation request, BufferUse.Guard guard) {
    posting.remove();
    synchronized (pending) {
      pending.put(request, guard);
      guard.uses().forEach(buffers::add);
    }
  }

  /** The call that this thread is in fails: it sends and posts nothing more. */
  public void refused() {
    posting.remove();
    leaving.remove();
  }

  private void avoidPending(BufferUse use) {
    BufferUse other;
    synchronized (pending) {
      other = buffers.conflict(use);
    }
    if (other != null) {
      throw new CheckException(
          ErrorClass.BUFFER,
          place(use.call)
              .message(
                  "the buffer overlaps that of a pending "
                      + other
                      + "\n  wait for it before the buffer is used again"));
    }
  }

  /** The program has been told that a request is complete, or cancelled it. */
  public void seen(Operation request) {
    BufferUse.Guard guard = released(request);
    if (guard != null) {
      guard.uses().filter(use -> !use.writes).forEach(this::checkUnchanged);
    }
  }

  private void checkUnchanged(BufferUse use) {
    if (use.hasChanged()) {
      throw new CheckException(
          ErrorClass.BUFFER,
          place(use.call)
              .message(
                  "the buffer of the send was changed before the request was complete; "
                      + use
                      + "\n  wait for the request before the buffer is changed"));
    }
  }

  /** The program will not ask for a request any more: nothing is known of its buffer. */
  public BufferUse.@Nullable Guard released(Operation request) {
    synchronized (pending) {
      BufferUse.Guard guard = pending.remove(request);
      if (guard != null) {
        guard.uses().forEach(buffers::remove);
      }
      return guard;
    }
  }

  // ---- what is found out on other threads ----

  /**
   * Runs something that may find an error; a {@link CheckException} fails the rank, so that its
   * next wait tells. Other failures keep it from finding any; the program is told of them by its
   * own calls.
   */
  public void meanwhile(String name, Runnable check) {
    Thread thread =
        Thread.ofVirtual()
            .name(name)
            .unstarted(
                () -> {
                  try {
                    check.run();
                  } catch (CheckException found) {
                    engine.fail(found);
                  } catch (RonselException failed) {
                    // The job ends, or something like that.
                  } finally {
                    synchronized (checking) {
                      checking.remove(Thread.currentThread());
                    }
                  }
                });
    synchronized (checking) {
      checking.add(thread);
    }
    thread.start();
  }

  /**
   * An error is about to be thrown: it may follow from one that is still being found, and that
   * would say more. Waits for that a little while.
   */
  public void settle() {
    List<Thread> threads;
    synchronized (checking) {
      threads = List.copyOf(checking);
    }
    long deadlineNs = System.nanoTime() + SETTLED_NS;
    for (Thread thread : threads) {
      Duration left = Duration.ofNanos(Math.max(0, deadlineNs - System.nanoTime()));
      try {
        if (thread == Thread.currentThread() || !thread.join(left)) {
          break;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    engine.throwIfFailed();
  }

  // ---- messages; under the engine's lock ----

  /** Sends the note of the message that follows on this thread, if it has one. */
  public void announce(Peer peer) {
    MessageNote note = leaving.get();
    if (note != null) {
      leaving.remove();
      notesOut.accept(peer, note.toBytes());
    }
  }

  /** A note has arrived; it replaces an earlier one whose message could not be sent. */
  public void arrived(RecordView record) {
    try {
      notes.put(record.source(), MessageNote.of(record.copyOfPayload()));
    } catch (IllegalArgumentException malformed) {
      throw new MalformedRecordException(
          "sent a note that says nothing: " + malformed.getMessage());
    }
  }

  /** A message has come; what its sender has said of it. */
  public @Nullable Object takeNote(int source) {
    current = notes.remove(source);
    early = false;
    return current;
  }

  /** A message that has come before is at hand again. */
  public void recall(UnexpectedMessage message) {
    current = (MessageNote) message.note;
    early = message.early;
  }

  /** A receive is being posted. */
  public void posted(ReceiveOperation receive) {
    BufferUse use = posting.get();
    if (use != null) {
      receive.trace().use = use;
      posting.remove();
    }
  }

  /** A receive has met its message, of which nothing has been written yet. */
  public void matched(ReceiveOperation receive, int type, long length) {
    MessageNote note = current;
    current = null;
    BufferUse use = (BufferUse) receive.trace().use;
    receive.trace().use = null;
    if (receive.error() != null) {
      return;
    }
    String from =
        " from rank "
            + receive.messageSource
            + ", tag "
            + receive.messageTag
            + (note == null ? "" : ", sent at " + note.place());
    if (note != null && note.ready() && early) {
      receive.noteError(
          new CheckException(
              ErrorClass.OTHER,
              place("receive")
                  .message(
                      "the ready send"
                          + from
                          + ", came when no receive for it was posted; post the receive first, or"
                          + " use send")));
    } else if (note != null
        && receive.base instanceof TypedMemory typed
        && typed.signature() instanceof Signature wanted
        && sent(note, takesAnyType(receive, wanted) ? type : 0) instanceof Signature sent
        && !Signature.agree(sent, wanted, Math.min(length, receive.capacity))) {
      String what =
          "elements of ("
              + wanted
              + ") matched a message of elements of ("
              + sent
              + ")"
              + from
              + "; use types of the same signature on both sides";
      if (takesAnyType(receive, wanted)) {
        notice("receive: " + what);
      } else {
        receive.messageBytes = 0;
        receive.noteError(new TypeMismatchException(place("receive").message(what)));
      }
    } else if (use != null && receive.writableHere() && use.hasChanged()) {
      receive.noteError(
          new CheckException(
              ErrorClass.BUFFER,
              place(use.call)
                  .message(
                      "somebody has written into the buffer of the pending receive before its"
                          + " message"
                          + from
                          + ", came; "
                          + use)));
    }
  }

  /**
   * The signature of a message, as far as its sender has given it.
   *
   * @param type named by the message, or 0 if it is known to be that of the receive
   */
  private static @Nullable Signature sent(MessageNote note, int type) {
    if (note.signature() != null || type == 0) {
      return note.signature();
    }
    return switch (ElementType.ofCode(type)) {
      case MIXED, PACKED, OBJECT -> null;
      case ElementType basic -> Signature.of(basic);
    };
  }

  /** Whether a receive that knows its types takes others: it does not name them to the engine. */
  private static boolean takesAnyType(ReceiveOperation receive, Signature wanted) {
    return receive.type == ElementType.PACKED && wanted.elementType() != ElementType.PACKED;
  }

  // ---- what is allowed here and not elsewhere ----

  /** The program relies on what other libraries do not allow, in the call it is in. */
  public void noticed(String words) {
    notice(CallSite.current() + ": " + words);
  }

  private void notice(String line) {
    synchronized (notices) {
      if (notices.size() < NOTICES) {
        notices.add(line);
      }
    }
  }

  // ---- leaks ----

  /** The program has made something that it has to give back. */
  public void opened(Object what, String words) {
    synchronized (open) {
      open.put(what, words + "\n" + BufferUse.indented(CallSite.stack()));
    }
  }

  /** The program has given something back. */
  public void closed(Object what) {
    synchronized (open) {
      open.remove(what);
    }
  }

  /** The resources that the rank has not freed, in words; after the end of all ranks of the job. */
  public List<String> leaks() {
    List<String> found = new ArrayList<>();
    synchronized (pending) {
      pending.keySet().removeIf(request -> request.error() != null); // the program has got that
      pending.values().stream()
          .collect(Collectors.groupingBy(guard -> guard.use().toString(), Collectors.counting()))
          .forEach(
              (use, count) ->
                  found.add(
                      times(count, "request was", "requests were") + " never waited for: " + use));
    }
    synchronized (open) {
      open.values().stream()
          .collect(Collectors.groupingBy(each -> each, Collectors.counting()))
          .forEach((what, count) -> found.add((count == 1 ? "" : count + " times: ") + what));
    }
    synchronized (notices) {
      found.addAll(notices);
    }
    while (engine.progressOnce()) {
      // Messages may still lie in the transports.
    }
    List<String> messages = new ArrayList<>();
    engine.lock.acquire();
    try {
      unexpected.accept(message -> messages.add(describe(message)));
    } finally {
      engine.lock.release();
    }
    messages.removeIf(String::isEmpty);
    int more = messages.size() - NAMED_MESSAGES;
    found.addAll(more > 0 ? messages.subList(0, NAMED_MESSAGES) : messages);
    if (more > 0) {
      found.add("and " + more + " more messages");
    }
    String[] lines = found.toArray(String[]::new);
    Arrays.sort(lines);
    return Arrays.stream(lines).map(line -> "check: rank " + engine.rank() + ": " + line).toList();
  }

  private String describe(UnexpectedMessage message) {
    MessageNote note = (MessageNote) message.note;
    if (note == null) {
      return ""; // a part of a collective operation, whose caller has got an error
    }
    int instance = Contexts.instance(message.context);
    if (instance != 0) { // of a partitioned send: what announces it, or a part of it
      return (instance < 0
              ? "a partitioned send, tag " + message.tag + ","
              : "a partition of " + message.length + " bytes")
          + " from rank "
          + message.source
          + ", on "
          + communicators.of(message.context)
          + ", sent at "
          + note.place()
          + ", was never received";
    }
    return "a message of "
        + message.length
        + " bytes from rank "
        + message.source
        + ", tag "
        + message.tag
        + ", on "
        + communicators.of(message.context)
        + ", sent at "
        + note.place()
        + ", was never received";
  }

  private static String times(long count, String one, String several) {
    return count == 1 ? "1 " + one : count + " " + several;
  }

  private ErrorPlace place(String call) {
    return ErrorPlace.of(engine.rank(), call);
  }
}
