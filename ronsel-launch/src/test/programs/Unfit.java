import java.util.ArrayList;
import java.util.List;
import org.ronsel.Comm;
import org.ronsel.ObjectCodec;
import org.ronsel.Op;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;

// Rank 0, whose heap is nearly full, has no memory for what the other ranks send; it goes on.
static final int CHUNK = 1 << 18;
static final int CHUNKS_LEFT = 32;
static final int LENGTH = 12 << 20;
static final List<byte[]> held = new ArrayList<>(10_000);

final class Bytes implements ObjectCodec {
  @Override
  public byte[] encode(Object object) {
    return (byte[]) object;
  }

  @Override
  public Object decode(byte[] message, ClassLoader classes) {
    return message.length;
  }
}

interface Call {
  void make(Comm comm, byte[] mine);
}

void main() {
  Comm world = Ronsel.world();
  byte[] mine = new byte[world.rank() == 0 ? 1 : LENGTH];
  if (world.rank() == 0) {
    fill();
  }
  attempt("broadcast", (comm, bytes) -> comm.broadcastObject(bytes, 1), mine);
  attempt("gather", (comm, bytes) -> comm.gatherObjects(bytes, 0), mine);
  attempt("allGather", (comm, bytes) -> comm.allGatherObjects(bytes), mine);
  attempt("allGatherv", (comm, bytes) -> comm.allGatherv(bytes), mine);
  attempt("gatherv", (comm, bytes) -> comm.gatherv(bytes, 0), mine);
  IO.println("rank " + world.rank() + " goes on");
}

void fill() {
  try {
    while (true) {
      held.add(new byte[CHUNK]);
    }
  } catch (OutOfMemoryError full) {
    for (int i = 0; i < CHUNKS_LEFT; i++) {
      held.removeLast();
    }
  }
}

void attempt(String what, Call call, byte[] mine) {
  Comm world = Ronsel.world();
  String how = "made";
  try (Comm comm = world.dup()) {
    comm.objectCodec(new Bytes());
    try {
      call.make(comm, mine);
    } catch (RonselException told) {
      how = told.errorClass().toString();
    } catch (OutOfMemoryError none) {
      how = "NO_MEM";
    }
    // A sender is told, or has sent before.
    if (world.rank() == 0 || !what.startsWith("gather")) {
      IO.println("rank " + world.rank() + ", " + what + ": " + how);
    }
    world.allReduce(1, Op.SUM);
    if (what.equals("gather")) {
      comm.objectCodec(ObjectCodec.serialization());
      if (!comm.allGatherObjects(world.rank()).equals(List.of(0, 1, 2))) {
        throw new AssertionError("another gather");
      }
    }
  }
}
