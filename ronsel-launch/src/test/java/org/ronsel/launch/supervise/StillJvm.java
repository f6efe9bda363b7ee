package org.ronsel.launch.supervise;

import java.io.OutputStream;
import org.ronsel.launch.jvm.JvmProcess;

/** A JVM of which nothing comes. */
final class StillJvm extends JvmProcess {
  /** Whether it is about to end. */
  boolean ending;

  StillJvm() {
    super(false);
  }

  @Override
  public boolean isEnding() {
    return ending;
  }

  @Override
  public long pid() {
    return 0;
  }

  @Override
  public OutputStream input() {
    return OutputStream.nullOutputStream();
  }

  @Override
  public void closeInput() {
    // There is no process that could read.
  }

  @Override
  public void signal(String name) {
    // There is no process.
  }

  @Override
  public void kill() {
    // There is no process.
  }

  @Override
  public void removeSharedFiles() {
    // There are none.
  }

  @Override
  public boolean drain(long waitNs) {
    return true;
  }

  @Override
  public boolean isWriting() {
    return false;
  }
}
