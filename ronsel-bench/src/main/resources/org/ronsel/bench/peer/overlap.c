/* Overlap of nonblocking operations with a computation. */
#include "mpi_peer.h"

enum { IBARRIER, IBROADCAST, IREDUCE, IALLREDUCE, IALLGATHER, IALLTOALL };

static const char *const nonblocking[] = {
  "ibarrier", "ibroadcast", "ireduce", "iallreduce", "iallgather", "ialltoall"
};

static int operation;
static double computed = 1;
static double means[4];

static int nonblockingOf(const char *name) {
  for (int k = 0; k < (int) (sizeof nonblocking / sizeof nonblocking[0]); k++) {
    if (strcmp(nonblocking[k], name) == 0) return k;
  }
  return -1;
}

static int hasBlocks(int which) { return which == IALLGATHER || which == IALLTOALL; }

static void startOperation(int i, MPI_Request *request) {
  int n = (int) size, root = i % ranks;
  MPI_Comm world = MPI_COMM_WORLD;
  switch (operation) {
    case IBARRIER: MPI_Ibarrier(world, request); break;
    case IBROADCAST: MPI_Ibcast(in, n, MPI_BYTE, root, world, request); break;
    case IREDUCE: MPI_Ireduce(sumIn, sumOut, n / 8, MPI_DOUBLE, MPI_SUM, root, world, request); break;
    case IALLREDUCE: MPI_Iallreduce(sumIn, sumOut, n / 8, MPI_DOUBLE, MPI_SUM, world, request); break;
    case IALLGATHER: MPI_Iallgather(out, n, MPI_BYTE, in, n, MPI_BYTE, world, request); break;
    default: MPI_Ialltoall(out, n, MPI_BYTE, in, n, MPI_BYTE, world, request); break;
  }
}

static void runOnce(int i) {
  MPI_Request request;
  startOperation(i, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void checkedOperation(void) {
  int seed = ++checkSeed, root = seed % ranks;
  int isSum = operation == IREDUCE || operation == IALLREDUCE;
  if (operation == IBROADCAST && rank == root) fillPattern(in, size, seed);
  if (isSum) fillSummands(seed);
  if (hasBlocks(operation)) fillBlocks(operation == IALLTOALL, seed);
  runOnce(seed);
  if (operation == IBROADCAST) checkPattern(in, seed);
  if (isSum && (operation == IALLREDUCE || rank == root)) checkSums(seed);
  if (hasBlocks(operation)) checkBlocks(operation == IALLTOALL, seed);
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
  for (int i = 0; i < inner; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    int64_t start = nowNs();
    runOnce(i);
    pure += nowNs() - start;
  }
  for (int i = 0; i < inner; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    int64_t start = nowNs();
    compute(units);
    alone += nowNs() - start;
  }
  for (int i = 0; i < inner; i++) {
    MPI_Request request;
    MPI_Barrier(MPI_COMM_WORLD);
    int64_t start = nowNs();
    startOperation(i, &request);
    compute(units);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    together += nowNs() - start;
  }
  for (int i = 0; i < inner; i++) {
    MPI_Request request;
    int done;
    MPI_Barrier(MPI_COMM_WORLD);
    int64_t start = nowNs();
    startOperation(i, &request);
    for (int t = 0; t < window; t++) {
      compute(units * (t + 1) / window - units * t / window);
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    tested += nowNs() - start;
  }
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

static const Kernel overlap = {"overlap", overlapped, checkedOperation, UNSETTLED, overlapParts};

static const Kernel overlapOfBlocks = {
  "overlap", overlapped, checkedOperation, UNSETTLED | BLOCKS, overlapParts
};

const Kernel *nonblockingKernel(const char *name) {
  operation = nonblockingOf(name);
  if (operation < 0) return NULL;
  return hasBlocks(operation) ? &overlapOfBlocks : &overlap;
}
