package org.ronsel.runtime.rendezvous;

import java.io.IOException;
import org.ronsel.runtime.pmi.ProcessManager;

/**
 * A meeting of the JVMs of a job: the number of this one, the values that it gives, and those that
 * it knows after a fence. How that is carried from one to another is left to the subclasses.
 */
abstract sealed class Meeting implements ProcessManager permits DirectoryMeeting, NetworkMeeting {
  final JobMember member;

  /** Until when the others have to come. */
  final Deadline deadline;

  /**
   * The values that this JVM gives at the next fence, and those of others that were added on the
   * way.
   */
  final Values given = new Values();

  /** The values that all JVMs have given at fences. */
  final Values known = new Values();

  Meeting(JobMember member, Deadline deadline) {
    this.member = member;
    this.deadline = deadline;
  }

  @Override
  public final String name() {
    return Rendezvous.VARIABLE + "=" + member.wireUp();
  }

  @Override
  public final int rank() {
    return member.jvm();
  }

  @Override
  public final int size() {
    return member.jvms();
  }

  @Override
  public final int ranks() {
    return member.ranks();
  }

  @Override
  public final String jobId() {
    return member.job();
  }

  @Override
  public final int longestValue() {
    return Integer.MAX_VALUE;
  }

  @Override
  public final void put(String key, String value) {
    given.put(rank(), key, sealed(key, value));
  }

  @Override
  public final String get(int ofRank, String key) throws IOException {
    return opened(ofRank, key, known.get(ofRank, key));
  }

  /** A value of this JVM as it travels. */
  String sealed(String key, String value) {
    return value;
  }

  /**
   * The value of a JVM, of which this has travelled.
   *
   * @throws RendezvousException if that JVM has not given it so
   */
  String opened(int ofRank, String key, String travelled) throws RendezvousException {
    return travelled;
  }

  /** The JVMs have a watch of their own on each other. */
  @Override
  public final boolean isLost() {
    return false;
  }
}
