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
import org.ronsel.CheckException;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.ErrorText;
import org.ronsel.collective.schedule.Members;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.engine.check.Checks;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.ReceiveOperation;
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
   * Compares the call that this rank is about to make with those of the others, and waits.
   *
   * @throws CheckException on every rank, if they differ
   */
  public void attend(CollectiveCall call) {
    int number = calls.getAndIncrement();
    attend(
        Contexts.CHECKED_CALLS, number, "collective call " + (number + 1), call, CallSite.stack());
  }

  /** As {@link #attend(CollectiveCall)}, for ranks that make no other calls that are counted. */
  public void attend(CollectiveCall call, int tag) {
    attend(Contexts.CHECKED_CALLS, tag, "collective call", call, CallSite.stack());
  }

  /** As {@link #attend}, on another thread. */
  public void attendMeanwhile(CollectiveCall call) {
    int number = calls.getAndIncrement();
    String stack = CallSite.stack();
    String which = "collective call " + (number + 1);
    checks.meanwhile(
        "ronsel-collective-check",
        () -> attend(Contexts.CHECKED_CALLS, number, which, call, stack));
  }

  /**
   * The same for the start of a persistent operation; ranks start theirs in different orders.
   *
   * @param request number of operations initialised before it
   * @param start number of its starts before this one
   */
  public void attendMeanwhile(CollectiveCall call, int request, int start) {
    String stack = CallSite.stack();
    String which = "start " + (start + 1) + " of the persistent collective " + (request + 1);
    int number = request << 16 | start & 0xffff;
    checks.meanwhile(
        "ronsel-collective-check",
        () -> attend(Contexts.CHECKED_STARTS, number, which, call, stack));
  }

  private void attend(int instance, int number, String which, CollectiveCall call, String stack) {
    if (members.size() == 1) {
      return;
    }
    long in = Contexts.of(instance, context);
    int tag = number & Integer.MAX_VALUE;
    String mine = call.key() + "\n" + call.text().encoded() + "\n" + stack;
    String verdict;
    if (members.rank() == 0) {
      verdict = compare(call, in, tag, mine);
      for (int rank = 1; rank < members.size(); rank++) {
        send(in, rank, tag, verdict);
      }
    } else {
      send(in, 0, tag, mine);
      verdict = receive(call, in, 0, tag);
    }
    if (!verdict.isEmpty()) {
      int line = verdict.indexOf('\n');
      throw new CheckException(
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
   * Empty if all ranks make the same call; else the error class, and in further lines, as an
   * encoded text, which rank calls what.
   */
  private String compare(CollectiveCall call, long in, int tag, String mine) {
    Map<String, TreeSet<Integer>> ranks = new LinkedHashMap<>();
    List<String> keys = new ArrayList<>();
    for (int rank = 0; rank < members.size(); rank++) {
      String[] told = (rank == 0 ? mine : receive(call, in, rank, tag)).split("\n", 2);
      keys.add(told[0]);
      ranks.computeIfAbsent(told[1], text -> new TreeSet<>()).add(names.number().applyAsInt(rank));
    }
    ErrorClass different = CollectiveCall.difference(keys);
    if (different == null) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append(different.name());
    ranks.forEach(
        (told, who) -> text.append("\n  ").append(name(who)).append(": ").append(at(told)));
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

  private void send(long in, int rank, int tag, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    engine.send(false, in, members.endpoint(rank), tag, ElementType.OBJECT, bytes, 0, bytes.length);
  }

  private String receive(CollectiveCall call, long in, int rank, int tag) {
    ReceiveOperation receive =
        engine.startReceiveWhole(in, members.endpoint(rank), tag, ElementType.OBJECT);
    receive.setPartOf(call.operation());
    engine.await(receive);
    return new String(receive.wholeMessage(), UTF_8);
  }
}
