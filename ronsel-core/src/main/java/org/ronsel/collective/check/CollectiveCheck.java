package org.ronsel.collective.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ronsel.CheckException;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.ErrorText;
import org.ronsel.ProcessFailedException;
import org.ronsel.RevokedException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.collective.schedule.Members;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.engine.check.Checks;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.observe.CallSite;

/**
 * Before each collective call of a checked job all ranks tell rank 0 what they call, and learn
 * whether all call the same: 2 (P - 1) messages, in a context of their own. A rank whose call
 * returns at once does it on a thread of its own; an error found there fails the rank, so that its
 * next call throws it.
 */
public final class CollectiveCheck {
  /** Ranks of one group that are named. */
  private static final int NAMED = 16;

  private static final String THREAD = "ronsel-collective-check";

  private final Engine engine;
  private final Checks checks;
  private final Members members;
  private final long context;
  private final Names names;
  private final AtomicInteger calls = new AtomicInteger();

  /**
   * The names of ranks in messages.
   *
   * @param noun {@code rank}
   * @param number the number of a member
   */
  public record Names(String noun, IntUnaryOperator number) {}

  /**
   * Makes the collective checks of a communicator, or of a part of one.
   *
   * @param context the matching context of its collective operations
   */
  public CollectiveCheck(Engine engine, Checks checks, Members members, int context, Names names) {
    this.engine = engine;
    this.checks = checks;
    this.members = members;
    this.context = context;
    this.names = names;
  }

  /**
   * Compares the call that this rank is about to make with those of the others, and waits. If the
   * thread is interrupted meanwhile, the rest is done on another thread, as by {@link
   * #attendMeanwhile}, and the interrupt is kept for the call itself. So is the failure of a rank,
   * or that the communicator has been revoked: the call itself tells of it.
   *
   * @throws CheckException on every rank, if they differ
   */
  public void attend(CollectiveCall call) {
    int number = calls.getAndIncrement();
    attend(new Comparison(Contexts.CHECKED_CALLS, number, nameOfCall(number), call));
  }

  /** As {@link #attend(CollectiveCall)}, for ranks that make no other calls that are counted. */
  public void attend(CollectiveCall call, int tag) {
    attend(new Comparison(Contexts.CHECKED_CALLS, tag, "collective call", call));
  }

  private void attend(Comparison comparison) {
    try {
      comparison.make();
    } catch (WaitInterruptedException interrupted) {
      checks.meanwhile(THREAD, comparison::make);
      Thread.currentThread().interrupt();
    }
  }

  /** As {@link #attend}, on another thread. */
  public void attendMeanwhile(CollectiveCall call) {
    int number = calls.getAndIncrement();
    Comparison comparison =
        new Comparison(Contexts.CHECKED_CALLS, number, nameOfCall(number), call);
    checks.meanwhile(THREAD, comparison::make);
  }

  /**
   * The same for the start of a persistent operation; ranks start theirs in different orders.
   *
   * @param request number of operations initialised before it
   * @param start number of its starts before this one
   */
  public void attendMeanwhile(CollectiveCall call, int request, int start) {
    String which = "start " + (start + 1) + " of the persistent collective " + (request + 1);
    int number = request << 16 | start & 0xffff;
    Comparison comparison = new Comparison(Contexts.CHECKED_STARTS, number, which, call);
    checks.meanwhile(THREAD, comparison::make);
  }

  private static String nameOfCall(int number) {
    return "collective call " + (number + 1);
  }

  /** The comparison of one call, made by one thread at a time. */
  private final class Comparison {
    private final long in;
    private final int tag;
    private final String which;
    private final CollectiveCall call;
    private final String mine;

    /** What rank 0 has been told so far, in the order of ranks; null by one that has failed. */
    private final List<@Nullable String> told = new ArrayList<>();

    /** What is received now, or null. */
    private @Nullable ReceiveOperation receive;

    /** What has been sent, or null before. */
    private @Nullable List<Operation> sent;

    private @Nullable String verdict;

    /** Describes the call that the thread is in. */
    Comparison(int instance, int number, String which, CollectiveCall call) {
      this.in = Contexts.of(instance, context);
      this.tag = number & Integer.MAX_VALUE;
      this.which = which;
      this.call = call;
      this.mine = call.key() + "\n" + call.text().encoded() + "\n" + CallSite.stack();
    }

    /**
     * Makes the comparison; called again after an interrupt, goes on where it was.
     *
     * @throws CheckException on every rank, if the calls differ
     */
    void make() {
      if (members.size() == 1) {
        return;
      }
      try {
        if (members.rank() == 0) {
          compare();
        } else {
          ask();
        }
      } catch (RevokedException revoked) {
        return;
      }
      if (verdict != null && !verdict.isEmpty()) {
        throw differs(verdict);
      }
    }

    private void compare() {
      if (verdict == null) {
        if (told.isEmpty()) {
          told.add(mine);
        }
        while (told.size() < members.size()) {
          told.add(receive(told.size()));
        }
        verdict = verdict(told);
      }
      String each = verdict;
      send(1, members.size(), each);
    }

    private void ask() {
      send(0, 1, mine);
      verdict = receive(0);
    }

    /** Sends a text to these ranks, once, and waits until they have it or have failed. */
    private void send(int from, int to, String text) {
      List<Operation> all = sent;
      if (all == null) {
        all = new ArrayList<>();
        sent = all;
        byte[] bytes = text.getBytes(UTF_8);
        ElementType type = ElementType.OBJECT;
        for (int rank = from; rank < to; rank++) {
          try {
            int endpoint = members.endpoint(rank);
            all.add(engine.startSend(false, in, endpoint, tag, type, bytes, 0, bytes.length));
          } catch (ProcessFailedException failed) {
            continue;
          }
        }
      }
      for (Operation each : all) {
        await(each);
      }
    }

    /** What a rank has sent; null if it has failed. */
    private @Nullable String receive(int rank) {
      ReceiveOperation from = receive;
      if (from == null) {
        try {
          from = engine.startReceiveWhole(in, members.endpoint(rank), tag, ElementType.OBJECT);
        } catch (ProcessFailedException failed) {
          return null;
        }
        from.setPartOf(call.operation());
        receive = from;
      }
      boolean done = await(from);
      receive = null;
      return done ? new String(from.wholeMessage(), UTF_8) : null;
    }

    /** Whether an operation has completed, and not failed because its peer has. */
    private boolean await(Operation operation) {
      try {
        engine.await(operation);
        return true;
      } catch (ProcessFailedException failed) {
        return false;
      }
    }

    private CheckException differs(String verdict) {
      int line = verdict.indexOf('\n');
      return new CheckException(
          ErrorClass.valueOf(verdict.substring(0, line)),
          new ErrorPlace(
                  names.noun() + " " + names.number().applyAsInt(members.rank()),
                  call.operation(),
                  null)
              .message(
                  ErrorText.of(which + " on " + members.name() + " is not the same on all ranks")
                      .with(ErrorText.decoded(verdict.substring(line)))));
    }
  }

  /**
   * Empty if all ranks that have told make the same call; else the error class, and in further
   * lines, as an encoded text, which rank calls what.
   */
  private String verdict(List<@Nullable String> told) {
    Map<String, TreeSet<Integer>> ranks = new LinkedHashMap<>();
    List<String> keys = new ArrayList<>();
    for (int rank = 0; rank < told.size(); rank++) {
      String text = told.get(rank);
      if (text != null) {
        String[] parts = text.split("\n", 2);
        keys.add(parts[0]);
        ranks
            .computeIfAbsent(parts[1], key -> new TreeSet<>())
            .add(names.number().applyAsInt(rank));
      }
    }
    ErrorClass different = CollectiveCall.difference(keys);
    if (different == null) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append(different.name());
    ranks.forEach(
        (call, who) -> text.append("\n  ").append(name(who)).append(": ").append(at(call)));
    return text.toString();
  }

  private static String at(String told) {
    int line = told.indexOf('\n');
    return told.substring(0, line) + " at" + told.substring(line).replace("\n", "\n    ");
  }

  private String name(TreeSet<Integer> ranks) {
    String list =
        ranks.stream().limit(NAMED).map(String::valueOf).collect(Collectors.joining(", "));
    return names.noun()
        + (ranks.size() == 1 ? " " : "s ")
        + list
        + (ranks.size() > NAMED ? ", ... (" + ranks.size() + " ranks)" : "");
  }
}
