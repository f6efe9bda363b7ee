package org.ronsel.conformance;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.Status;

/** Several threads of one rank communicate at once (MPI-4.1, section 11.6: MPI_THREAD_MULTIPLE). */
final class ThreadScenarios {
  private static final int THREADS = 4;

  private ThreadScenarios() {}

  static void threadsOfARankExchangeWithTheirCounterparts(Comm world) throws Exception {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    Together.threads(
        THREADS,
        thread -> {
          for (int round = 0; round < 100; round++) {
            int length = round % 10 == 9 ? 100_000 : 1 + round;
            int[] out = new int[length];
            out[length - 1] = thread * 1000 + round;
            int[] in = new int[length];
            Status status = world.sendReceive(out, next, thread, in, previous, thread);
            Check.equal((long) length, status.count(), "count");
            Check.equal(out[length - 1], in[length - 1], "element");
          }
        });
    Together.barrier(world);
  }

  static void threadsThatReceiveFromAnySourceShareTheMessages(Comm world) throws Exception {
    int each = 400;
    int total = each * world.size();
    AtomicLong sum = new AtomicLong();
    AtomicIntegerArray seen = new AtomicIntegerArray(total);
    Together.threads(
        THREADS,
        thread -> {
          if (thread == 0) {
            for (int i = 0; i < each; i++) {
              for (int peer = 0; peer < world.size(); peer++) {
                int[] message = new int[i % 25 == 0 ? 5000 : 1];
                message[0] = world.rank() * each + i;
                world.iSend(message, peer, 1);
              }
            }
          } else {
            int[] in = new int[5000];
            for (int i = thread - 1; i < total; i += THREADS - 1) {
              world.receive(in, Ronsel.ANY_SOURCE, 1);
              sum.addAndGet(in[0]);
              Check.equal(0, seen.getAndIncrement(in[0]), "earlier receives of a message");
            }
          }
        });
    Check.equal((long) total * (total - 1) / 2, sum.get(), "sum of what was received");
    Together.barrier(world);
  }

  static void oneThreadWaitsWhileOthersCommunicate(Comm world) throws Exception {
    int[] late = new int[1];
    Request last = world.iReceive(late, world.rank(), 99);
    Together.threads(
        THREADS,
        thread -> {
          if (thread == 0) {
            last.await();
            Check.equal(1, late[0], "message");
          } else {
            int[] in = new int[1];
            for (int i = 0; i < 500; i++) {
              world.sendReceive(new int[] {i}, world.rank(), thread, in, world.rank(), thread);
              Check.equal(i, in[0], "message");
            }
            if (thread == 1) {
              world.send(new int[] {1}, world.rank(), 99);
            }
          }
        });
  }

  static void aBlockingSendToSelfMeetsAnotherThreadsReceive(Comm world) throws Exception {
    int[] large = new int[300_000];
    large[299_999] = 5;
    int[] in = new int[300_000];
    Together.threads(
        2,
        thread -> {
          if (thread == 0) {
            world.send(large, world.rank(), 1);
            world.sendSynchronous(new byte[1], world.rank(), 2);
          } else {
            world.receive(in, world.rank(), 1);
            world.receive(new byte[1], world.rank(), 2);
          }
        });
    Check.equal(5, in[299_999], "element");
  }

  static void probesOfSeveralThreadsSeeMessages(Comm world) throws Exception {
    Together.threads(
        THREADS,
        thread -> {
          Request send = world.iSend(new int[thread + 1], world.rank(), thread);
          Status status = world.probe(Ronsel.ANY_SOURCE, thread);
          Check.equal(4L * (thread + 1), status.bytes(), "bytes");
          world.receive(new int[thread + 1], status.source(), status.tag());
          send.await();
        });
  }
}
