package org.ronsel.transport.tcp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** The links of a transport that may have something to tell: none is lost, none is there twice. */
public class PendingLinksStress {
  static final class Link extends PendingLinks.Entry {
    volatile int owed;
    int seen;
    int looks;

    @Override
    boolean tell() {
      looks++;
      seen = owed;
      return true;
    }
  }

  private PendingLinksStress() {}

  /**
   * A thread adds links, one of them one that may be there already, while the rank has all of them
   * tell.
   */
  @JCStressTest
  @Outcome(id = "2, 1, 0", expect = ACCEPTABLE, desc = "All is seen, and the list is empty.")
  @Outcome(expect = FORBIDDEN, desc = "A link or what it has to tell is missed, or is there twice.")
  @State
  public static class AddedAndTaken {
    private final PendingLinks links = new PendingLinks();
    private final Link old = new Link();
    private final Link added = new Link();

    /** One link is there from the beginning. */
    public AddedAndTaken() {
      old.owed = 1;
      links.add(old);
    }

    /** Any thread. */
    @Actor
    public void adder() {
      old.owed = 2;
      links.add(old);
      added.owed = 1;
      links.add(added);
    }

    /** The rank. */
    @Actor
    public void rank() {
      links.tellAll();
    }

    /** The rank, when nobody adds any more. */
    @Arbiter
    public void end(III_Result result) {
      links.tellAll();
      result.r1 = old.seen;
      result.r2 = added.seen;
      result.r3 = old.looks > 2 || added.looks != 1 || !links.isEmpty() ? 1 : 0;
    }
  }

  /** Two threads add the same link, and each another one. */
  @JCStressTest
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "Each is there once.")
  @Outcome(expect = FORBIDDEN, desc = "A link is missed, or is there twice.")
  @State
  public static class AddedByTwo {
    private final PendingLinks links = new PendingLinks();
    private final Link same = new Link();
    private final Link one = new Link();
    private final Link other = new Link();

    /** A thread. */
    @Actor
    public void first() {
      links.add(same);
      links.add(one);
    }

    /** Another one. */
    @Actor
    public void second() {
      links.add(other);
      links.add(same);
    }

    /** The rank. */
    @Arbiter
    public void end(III_Result result) {
      links.tellAll();
      result.r1 = same.looks;
      result.r2 = one.looks;
      result.r3 = other.looks;
    }
  }
}
