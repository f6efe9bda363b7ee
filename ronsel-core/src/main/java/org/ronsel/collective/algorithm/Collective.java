package org.ronsel.collective.algorithm;

/** The collective operations (MPI-4.1, chapter 6). */
public enum Collective {
  /** Nobody leaves before all have come. */
  BARRIER("barrier", false),
  /** The root's data reach everybody. */
  BROADCAST("broadcast", true),
  /** Everybody's data are combined at the root. */
  REDUCE("reduce", true),
  /** Everybody's data are combined everywhere. */
  ALL_REDUCE("allReduce", false),
  /** Everybody's block comes to the root. */
  GATHER("gather", true),
  /** Everybody's block comes to everybody. */
  ALL_GATHER("allGather", false);

  private final String call;
  private final String startingCall;
  private final boolean hasRoot;

  Collective(String call, boolean hasRoot) {
    this.call = call;
    this.hasRoot = hasRoot;
    this.startingCall = "i" + Character.toUpperCase(call.charAt(0)) + call.substring(1);
  }

  /** Name of the blocking method. */
  public String call() {
    return call;
  }

  /** Name of the method that only starts. */
  public String startingCall() {
    return startingCall;
  }

  /** Whether one rank has a special part. */
  public boolean hasRoot() {
    return hasRoot;
  }
}
