package org.ronsel.engine.event;

import jdk.jfr.FlightRecorder;
import org.ronsel.observe.Observation;

/**
 * Whether there is an observer of messages and waits: the flight recorder, or the recorder and
 * checks of the job. While there is no flight recorder that is a look at one flag; else the
 * recorder answers with a constant, which it replaces when a recording begins.
 */
public final class Observers {
  private static final boolean ALWAYS = Observation.CHECK || Observation.RECORD;

  /**
   * Asked, and never committed. The classes of events make the start of a JVM longer, so they are
   * not loaded before there is a recorder.
   */
  private static final class Asked {
    static final MessagePosted POSTED = new MessagePosted();
    static final MessageMatched MATCHED = new MessageMatched();
    static final MessageCompleted COMPLETED = new MessageCompleted();
    static final UnexpectedMessages UNEXPECTED = new UnexpectedMessages();
    static final Wait WAIT = new Wait();
  }

  private Observers() {}

  /** Whether an observer wants to know of posted sends and receives. */
  public static boolean asksForPosted() {
    return ALWAYS || FlightRecorder.isInitialized() && Asked.POSTED.isEnabled();
  }

  /** Whether an observer wants to know of sends that are posted and complete at once. */
  public static boolean asksForEager() {
    return ALWAYS
        || FlightRecorder.isInitialized()
            && (Asked.POSTED.isEnabled() || Asked.COMPLETED.isEnabled());
  }

  /** Whether an observer wants to know of matches, or of steps after them. */
  public static boolean asksForMatched() {
    return ALWAYS
        || FlightRecorder.isInitialized()
            && (Asked.MATCHED.isEnabled() || Asked.COMPLETED.isEnabled());
  }

  /** Whether an observer wants to know of completed sends and receives. */
  public static boolean asksForCompleted() {
    return ALWAYS || FlightRecorder.isInitialized() && Asked.COMPLETED.isEnabled();
  }

  /** Whether an observer wants to know of messages that come before their receives. */
  public static boolean asksForUnexpected() {
    return ALWAYS || FlightRecorder.isInitialized() && Asked.UNEXPECTED.isEnabled();
  }

  /** Whether an observer wants to know of waits. */
  public static boolean asksForWaits() {
    return ALWAYS || FlightRecorder.isInitialized() && Asked.WAIT.isEnabled();
  }
}
