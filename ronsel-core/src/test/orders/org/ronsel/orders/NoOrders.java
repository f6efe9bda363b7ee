package org.ronsel.orders;

import java.util.List;
import org.ronsel.runtime.control.ControlClient;
import org.ronsel.runtime.control.Frame;

/** Of a JVM that outlives its launcher, and is told neither to end nor of failures. */
public class NoOrders implements ControlClient.Orders {
  @Override
  public void kill(int status) {
    throw new AssertionError("kill " + status);
  }

  @Override
  public void jvmFailed(int failed, String why) {
    throw new AssertionError("JVM " + failed + " has failed: " + why);
  }

  @Override
  public void launcherLost() {}

  @Override
  public void outOfMemory(OutOfMemoryError error) {
    throw error;
  }

  @Override
  public Frame.Waits waits(int ticket) {
    return new Frame.Waits(ticket, List.of(), List.of());
  }
}
