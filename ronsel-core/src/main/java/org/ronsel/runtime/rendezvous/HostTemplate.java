package org.ronsel.runtime.rendezvous;

/**
 * The host name of each JVM of a job, and the port on which they meet.
 *
 * @param text a host name with {@code {}} where the number of the JVM is to stand
 * @param port alike on all hosts
 */
record HostTemplate(String text, int port) {
  static final String SCHEME = "dns:";
  private static final String NUMBER = "{}";
  private static final int HIGHEST_PORT = 65535;

  /** Reads what the variable says, such as {@code dns:pi-{}.pi:7117}. */
  static HostTemplate of(String wireUp) throws RendezvousException {
    String text = wireUp.substring(SCHEME.length());
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? text : text.substring(0, colon);
    int port = colon < 0 ? -1 : JobMember.parsed(text.substring(colon + 1));
    if (!host.contains(NUMBER) || port < 1 || port > HIGHEST_PORT) {
      throw new RendezvousException(
          JobMember.shown(Rendezvous.VARIABLE, wireUp)
              + " is no host name with {} in place of a number, and port, such as"
              + " dns:pi-{}.pi:7117");
    }
    return new HostTemplate(host, port);
  }

  /** The host name of a JVM. */
  String host(int jvm) {
    return text.replace(NUMBER, Integer.toString(jvm));
  }
}
