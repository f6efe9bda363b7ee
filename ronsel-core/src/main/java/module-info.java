/** The message-passing engine, its transports and the public API of Ronsel. */
@SuppressWarnings("module") // of those that it exports to, some are in no build yet
module org.ronsel.core {
  requires jdk.jfr;
  requires static org.jspecify;
  requires static jdk.management;

  uses org.ronsel.Implementation;
  uses org.ronsel.transport.TransportProvider;

  provides org.ronsel.Implementation with
      org.ronsel.runtime.RuntimeImplementation;
  provides org.ronsel.transport.TransportProvider with
      org.ronsel.transport.thread.ThreadTransportProvider,
      org.ronsel.transport.shm.ShmTransportProvider,
      org.ronsel.transport.tcp.TcpTransportProvider;

  exports org.ronsel;

  // Rewritten call sites of user programs (System.exit, System.in) call this package.
  exports org.ronsel.runtime.guest;
  exports org.ronsel.collective.algorithm to
      org.ronsel.launch,
      org.ronsel.sim,
      org.ronsel.tune;
  exports org.ronsel.collective.shared to
      org.ronsel.tune;
  exports org.ronsel.collective.schedule to
      org.ronsel.sim,
      org.ronsel.tune;
  exports org.ronsel.collective.selection to
      org.ronsel.launch,
      org.ronsel.sim,
      org.ronsel.tune;

  // For layers beside windows, such as distributed arrays, and for transports of their own modules.
  // Neither is public API: what is on the class path may use it as well, and follows its changes.
  exports org.ronsel.comm to
      org.ronsel.pgas;
  exports org.ronsel.onesided to
      org.ronsel.pgas;
  exports org.ronsel.transport to
      org.ronsel.nativempi,
      org.ronsel.ofi,
      org.ronsel.ucx;
  exports org.ronsel.job to
      org.ronsel.launch,
      org.ronsel.junit,
      org.ronsel.tune;
  exports org.ronsel.machine to
      org.ronsel.launch,
      org.ronsel.bench;
  exports org.ronsel.memory to
      org.ronsel.launch,
      org.ronsel.bench,
      org.ronsel.sim;
  exports org.ronsel.observe to
      org.ronsel.launch;
  exports org.ronsel.runtime to
      org.ronsel.launch,
      org.ronsel.junit,
      org.ronsel.tune;
  exports org.ronsel.runtime.control to
      org.ronsel.launch;
  exports org.ronsel.runtime.output to
      org.ronsel.launch;
}
