package org.ronsel.launch;

/** Entry point of the {@code ronsel} command. */
public final class Main {
  private Main() {}

  /** Runs the command named by the arguments. */
  public static void main(String[] args) {
    System.out.println("Usage: ronsel COMMAND");
  }
}
