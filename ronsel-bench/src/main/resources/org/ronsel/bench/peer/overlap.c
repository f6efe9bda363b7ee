/* Overlap of nonblocking operations with a computation. */
#include "mpi_peer.h"

static double computed = 1;
static double means[4];

static int64_t sum, expected;

/* Gives the data of the next operation a number, before its time begins. */
static void stampNext(void) { stampOperation(counter, rootOf(counter)); }

/* Reads the number of an operation that is complete, when its time has ended. */
static void readLast(void) {
  int root = rootOf(counter);
  sum += readOperation(root);
  expected += expectedOfOperation(counter++, root);
}

static void runOnce(int64_t number) {
  MPI_Request request;
  startOperation(rootOf(number), &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void checkedOperation(void) {
  int seed = ++checkSeed;
  fillOperation(seed, rootOf(seed));
  runOnce(seed);
  checkOperation(seed, rootOf(seed));
}

/* Each step needs the one before; no memory is touched. */
static void compute(int64_t units) {
  double x = computed;
  for (int64_t u = 0; u < units; u++) {
    for (int step = 0; step < 32; step++) x = x * 0.999999 + 1e-6;
  }
  computed = x;
}

/* Mean times over all ranks and iterations: of the operation, the computation, both, both with tests. */
static void batch(int inner, int64_t units, double *mean) {
  int64_t pure = 0, alone = 0, together = 0, tested = 0;
  sum = expected = 0;
  for (int i = 0; i < inner; i++) {
    stampNext();
    MPI_Barrier(MPI_COMM_WORLD);
    int64_t start = nowNs();
    runOnce(counter);
    pure += nowNs() - start;
    readLast();
  }
  for (int i = 0; i < inner; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    int64_t start = nowNs();
    compute(units);
    alone += nowNs() - start;
  }
  for (int i = 0; i < inner; i++) {
    MPI_Request request;
    stampNext();
    MPI_Barrier(MPI_COMM_WORLD);
    int64_t start = nowNs();
    startOperation(rootOf(counter), &request);
    compute(units);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    together += nowNs() - start;
    readLast();
  }
  for (int i = 0; i < inner; i++) {
    MPI_Request request;
    int done;
    stampNext();
    MPI_Barrier(MPI_COMM_WORLD);
    int64_t start = nowNs();
    startOperation(rootOf(counter), &request);
    for (int t = 0; t < window; t++) {
      compute(units * (t + 1) / window - units * t / window);
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    tested += nowNs() - start;
    readLast();
  }
  if (sum != expected) fail("sum of the numbers", sum, expected);
  if (!(computed > 0.5 && computed < 1.5)) fail("the computation", (long long) computed, 1);
  double mine[4] = {(double) pure, (double) alone, (double) together, (double) tested};
  MPI_Allreduce(mine, mean, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int k = 0; k < 4; k++) mean[k] /= (double) inner * ranks;
}

/* Rank 0 says how long the computation is: as long as the operation was in the last batches. */
static int64_t overlapped(int inner) {
  static double pures[5];
  static int known;
  static int64_t units = 100;
  MPI_Bcast(&units, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
  batch(inner, units, means);
  if (known == 5) memmove(pures, pures + 1, sizeof(double) * 4);
  else known++;
  pures[known - 1] = means[0];
  double unitNs = means[1] / (double) units;
  units = (int64_t) (medianOf(pures, known) / (unitNs < 0.1 ? 0.1 : unitNs) + 0.5);
  if (units < 1) units = 1;
  return (int64_t) (means[2] * inner);
}

static void overlapParts(void) {
  printSeries("pureNs", means, 1);
  printSeries("computeNs", means + 1, 1);
  printSeries("testedNs", means + 3, 1);
}

const Kernel overlap = {"overlap", overlapped, checkedOperation, UNSETTLED | BLOCKS, overlapParts};
