package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.bench.method.Message;

/** The untimed exchange between ranks 0 and 1 that checks every byte in both directions. */
final class PairCheck {
  private final Comm comm;
  private final int size;
  private int seed;

  PairCheck(Comm comm, int size) {
    this.comm = comm;
    this.size = size;
  }

  void exchange(byte[] out, byte[] in) {
    seed++;
    if (comm.rank() == 0) {
      Message.fill(out, size, seed);
      comm.send(out, 0, size, 1, Kernel.TAG_CHECK);
      comm.receive(in, 0, size, 1, Kernel.TAG_CHECK);
      Message.check(in, size, seed + 1);
    } else {
      comm.receive(in, 0, size, 0, Kernel.TAG_CHECK);
      Message.check(in, size, seed);
      Message.fill(out, size, seed + 1);
      comm.send(out, 0, size, 0, Kernel.TAG_CHECK);
    }
  }
}
