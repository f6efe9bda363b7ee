package org.ronsel.runtime.pmi;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.ronsel.machine.PmixLibrary;

/** A PMIx server: {@code srun --mpi=pmix}, {@code prterun}, Open MPI's {@code mpirun}. */
final class Pmix implements ProcessManager {
  /** Length of the longest value; the library takes longer ones. */
  private static final int LONGEST_VALUE = 8 << 10;

  private final PmixLibrary library;
  private final int size;
  private final int patienceS;

  private Pmix(PmixLibrary library, int size, int patienceS) {
    this.library = library;
    this.size = size;
    this.patienceS = patienceS;
  }

  static Pmix connect(Pmi.Patience patience) throws IOException {
    PmixLibrary library = PmixLibrary.connect();
    int size = library.size();
    if (library.rank() < 0 || library.rank() >= size) {
      throw new PmiException("PMIx says that this is rank " + library.rank() + " of " + size);
    }
    return new Pmix(library, size, (int) TimeUnit.NANOSECONDS.toSeconds(patience.ns()));
  }

  @Override
  public String name() {
    return "the PMIx server";
  }

  @Override
  public int rank() {
    return library.rank();
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public String jobId() {
    return library.namespace();
  }

  @Override
  public int longestValue() {
    return LONGEST_VALUE;
  }

  @Override
  public void put(String key, String value) throws IOException {
    library.put(key, value);
  }

  @Override
  public void fence(boolean last) throws IOException {
    library.fence(last ? 0 : patienceS);
  }

  @Override
  public String get(int ofRank, String key) throws IOException {
    return library.get(ofRank, key);
  }

  @Override
  public void finish() throws IOException {
    library.finish();
  }

  @Override
  public void abort(int status, String reason) throws IOException {
    library.abort(status, reason);
  }

  @Override
  public boolean isLost() {
    return false; // the library waits for a server that is gone with an error
  }
}
