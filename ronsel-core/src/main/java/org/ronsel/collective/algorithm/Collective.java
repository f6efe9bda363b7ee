package org.ronsel.collective.algorithm;

/** The collective operations (MPI-4.1, chapter 6). */
public enum Collective {
  /** Nobody leaves before all have come. */
  BARRIER("barrier"),
  /** The root's data reach everybody. */
  BROADCAST("broadcast"),
  /** Everybody's data are combined at the root. */
  REDUCE("reduce"),
  /** Everybody's data are combined everywhere. */
  ALL_REDUCE("allReduce"),
  /** Everybody's block comes to the root. */
  GATHER("gather"),
  /** Everybody's block comes to everybody. */
  ALL_GATHER("allGather");

  private final String call;
  private final String startingCall;

  Collective(String call) {
    this.call = call;
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
}
