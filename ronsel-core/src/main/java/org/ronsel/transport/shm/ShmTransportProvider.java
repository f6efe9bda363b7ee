package org.ronsel.transport.shm;

import org.jspecify.annotations.Nullable;
import org.ronsel.transport.JobShape;
import org.ronsel.transport.JvmTransport;
import org.ronsel.transport.TransportContext;
import org.ronsel.transport.TransportProvider;

/** Opens the shared memory of a JVM whose job has others on the host. */
public final class ShmTransportProvider implements TransportProvider {
  /** For the service loader. */
  public ShmTransportProvider() {}

  @Override
  public String name() {
    return "shm";
  }

  @Override
  public int preference() {
    return 200;
  }

  @Override
  public boolean isWithinHost() {
    return true;
  }

  @Override
  public @Nullable JvmTransport open(TransportContext context) {
    return context.shape().jvms() == 1 ? null : new ShmHost(context);
  }

  @Override
  public long sharedMemoryBound(JobShape shape) {
    return shape.jvms() == 1 ? 0 : ShmHost.boundBytes(shape);
  }
}
