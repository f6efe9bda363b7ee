/*
 * A rod of metal, hot at one end, evens out its temperature - and goes on when processes of the job
 * are killed. Every few steps each rank writes the whole rod to a file of its own, a checkpoint.
 * When a rank has failed the others make a communicator without it, take the newest checkpoint that
 * one of them has, deal the rod out anew, and go on from there.
 *
 * Temperatures are whole numbers, so that the checksum is the same however many ranks there are, and
 * however many of them fail, as long as one is left.
 *
 *   ./ronsel run -n 4 --processes --on-failure=report examples/Rod.java FOLDER [CELLS [STEPS]]
 *
 * and, in another window, once it has begun: kill -9 of one of the processes that it prints.
 */

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.ProcessFailedException;
import org.ronsel.RevokedException;
import org.ronsel.Ronsel;

static final int CHECKPOINT_EVERY = 500;
static final int TO_LEFT = 1, TO_RIGHT = 2; // tags

void main(String[] args) throws IOException {
  Comm world = Ronsel.world();
  int cells = 100_000;
  int steps = 20_000;
  try {
    cells = args.length > 1 ? Integer.parseInt(args[1]) : cells;
    steps = args.length > 2 ? Integer.parseInt(args[2]) : steps;
  } catch (NumberFormatException notANumber) {
    cells = 0;
  }
  boolean isFolder = args.length > 0 && Files.isDirectory(Path.of(args[0]));
  if (!isFolder || args.length > 3 || cells < world.size() || steps < 1) {
    if (world.rank() == 0) {
      System.err.println("usage: Rod FOLDER [CELLS [STEPS]], with a cell or more for each rank");
      System.exit(2);
    }
    return;
  }
  Checkpoint checkpoint =
      new Checkpoint(Path.of(args[0], "rod-" + world.rank() + ".checkpoint"), cells);
  IO.println("rank %d is process %d".formatted(world.rank(), ProcessHandle.current().pid()));

  Comm comm = world;
  while (true) {
    try {
      long[] rod = solve(comm, checkpoint, steps);
      if (comm.rank() == 0) {
        IO.println(
            "checksum %08x by %d of %d ranks".formatted(checksum(rod), comm.size(), world.size()));
      }
      break;
    } catch (ProcessFailedException | RevokedException failure) {
      comm.revoke(); // ranks that have not met the failure stop waiting for those that have
      comm = comm.shrink();
      if (comm.rank() == 0) {
        IO.println("%d ranks are left".formatted(comm.size()));
      }
    }
  }
  checkpoint.delete();
}

/** Takes the rod from the newest checkpoint of all ranks to the last step. */
long[] solve(Comm comm, Checkpoint mine, int steps) throws IOException {
  int newest = comm.allReduce(mine.step, Op.MAX);
  int owner = comm.allReduce(mine.step == newest ? comm.rank() : Integer.MAX_VALUE, Op.MIN);
  long[] rod = mine.rod.clone();
  comm.broadcast(rod, owner);
  Part part = new Part(comm, rod);
  for (int step = newest; step < steps; step++) {
    if (step % CHECKPOINT_EVERY == 0) {
      mine.write(step, part.wholeRod());
      if (comm.rank() == 0) {
        IO.println("step " + step);
      }
    }
    part.step();
  }
  return part.wholeRod();
}

/** The cells of one rank, and on each side one more, which belongs to a neighbour. */
static final class Part {
  final Comm comm;
  final int[] counts;
  final int[] firsts;
  final int left, right;
  long[] now, next;

  Part(Comm comm, long[] rod) {
    this.comm = comm;
    int ranks = comm.size();
    counts = new int[ranks];
    firsts = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      firsts[rank] = (int) ((long) rod.length * rank / ranks);
      counts[rank] = (int) ((long) rod.length * (rank + 1) / ranks) - firsts[rank];
    }
    left = comm.rank() == 0 ? Ronsel.PROC_NULL : comm.rank() - 1;
    right = comm.rank() == ranks - 1 ? Ronsel.PROC_NULL : comm.rank() + 1;
    int count = counts[comm.rank()];
    now = new long[count + 2];
    next = new long[count + 2];
    System.arraycopy(rod, firsts[comm.rank()], now, 1, count);
  }

  void step() {
    int count = now.length - 2;
    // A neighbour that is not there has the temperature of the end itself.
    now[0] = now[1];
    now[count + 1] = now[count];
    comm.sendReceive(now, 1, 1, left, TO_LEFT, now, count + 1, 1, right, TO_LEFT);
    comm.sendReceive(now, count, 1, right, TO_RIGHT, now, 0, 1, left, TO_RIGHT);
    for (int i = 1; i <= count; i++) {
      next[i] = (now[i - 1] + 2 * now[i] + now[i + 1]) / 4;
    }
    long[] old = now;
    now = next;
    next = old;
  }

  long[] wholeRod() {
    int last = counts.length - 1;
    long[] rod = new long[firsts[last] + counts[last]];
    comm.allGatherv(now, 1, now.length - 2, rod, 0, counts, firsts);
    return rod;
  }
}

/** The rod at an earlier step, as known to one rank, in memory and in a file. */
static final class Checkpoint {
  final Path file;
  int step;
  long[] rod;

  /** Continues from a file that an earlier job has left, or begins. */
  Checkpoint(Path file, int cells) throws IOException {
    this.file = file;
    rod = new long[cells];
    for (int i = 0; i < cells / 10; i++) {
      rod[i] = 1_000_000_000_000L;
    }
    if (Files.exists(file) && Files.size(file) == 4L + 8L * cells) {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
      step = bytes.getInt();
      bytes.asLongBuffer().get(rod);
    }
  }

  /**
   * Writes the file so that a process killed meanwhile leaves the old or the new one, never half of
   * one.
   */
  void write(int atStep, long[] whole) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(4 + 8 * whole.length);
    bytes.putInt(atStep).asLongBuffer().put(whole);
    Path writing = Path.of(file + ".new");
    Files.write(writing, bytes.array());
    Files.move(writing, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    step = atStep;
    rod = whole;
  }

  void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}

static long checksum(long[] rod) {
  ByteBuffer bytes = ByteBuffer.allocate(8 * rod.length);
  bytes.asLongBuffer().put(rod);
  CRC32 crc = new CRC32();
  crc.update(bytes.array());
  return crc.getValue();
}
