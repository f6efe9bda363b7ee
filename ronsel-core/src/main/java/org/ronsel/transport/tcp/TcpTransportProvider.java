package org.ronsel.transport.tcp;

import org.jspecify.annotations.Nullable;
import org.ronsel.transport.JvmTransport;
import org.ronsel.transport.TransportContext;
import org.ronsel.transport.TransportProvider;

/** Listens for connections of other JVMs, in a job that may have some on other hosts. */
public final class TcpTransportProvider implements TransportProvider {
  /** For the service loader. */
  public TcpTransportProvider() {}

  @Override
  public String name() {
    return "tcp";
  }

  @Override
  public int preference() {
    return 300;
  }

  @Override
  public @Nullable JvmTransport open(TransportContext context) {
    return context.shape().jvms() > 1 && context.needsNetwork()
        ? new TcpHost(context, TcpOptions.fromProperties())
        : null;
  }
}
