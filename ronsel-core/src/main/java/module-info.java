/** The message-passing engine, its transports and the public API of Ronsel. */
@SuppressWarnings("module") // those that it exports to are built after it
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
  exports org.ronsel.runtime.intercepted;

  // Not API: for modules that are built with this one, and follow its changes.
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
  exports org.ronsel.comm to
      org.ronsel.mpi;
  exports org.ronsel.job to
      org.ronsel.launch,
      org.ronsel.junit;
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
