/* Overlap of nonblocking operations with a computation. */
#include "mpi_peer.h"

enum { IBARRIER, IBROADCAST, IREDUCE, IALLREDUCE, IALLGATHER, IALLTOALL };

static const char *const nonblocking[] = {
  "ibarrier", "ibroadcast", "ireduce", "iallreduce", "iallgather", "ialltoall"
};

static int operation;
static double computed = 1;

int nonblockingOf(const char *name) {
  for (int k = 0; k < (int) (sizeof nonblocking / sizeof nonblocking[0]); k++) {
    if (strcmp(nonblocking[k], name) == 0) return k;
  }
  return -1;
}

int hasBlocks(int which) { return which == IALLGATHER || which == IALLTOALL; }

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
static void batch(int inner, int64_t units, double *means) {
  int64_t pure = 0, alone = 0, together = 0, tested = 0;
  checkedOperation();
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
  MPI_Allreduce(mine, means, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int k = 0; k < 4; k++) means[k] /= (double) inner * ranks;
}

static void serve(void) {
  int64_t order[3];
  double means[4];
  for (;;) {
    MPI_Bcast(order, 24, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (order[0] == STOP) return;
    batch((int) order[1], order[2], means);
  }
}

static void command(int mode, int inner, int64_t units) {
  int64_t order[3] = {mode, inner, units};
  MPI_Bcast(order, 24, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* As rank 0; the computation is made as long as the operation was in the last batches. */
static void lead(Plan plan) {
  double history[HISTORY], pures[HISTORY], means[4];
  double *timed = malloc(sizeof(double) * 4 * (size_t) plan.batches);
  int inner = 1, warmups = 0, stable = 0, known = 0, pureKnown = 0, taken = 0;
  int64_t units = 100, start = nowNs(), begun = 0;
  for (;;) {
    command(BATCH, inner, units);
    batch(inner, units, means);
    pureKnown = remember(pures, pureKnown, means[0]);
    if (begun) {
      memcpy(timed + 4 * taken, means, sizeof means);
      taken++;
      if (taken == plan.batches || (taken >= FEWEST && nowNs() - begun > LONGEST_NS)) break;
    } else {
      warmups++;
      known = remember(history, known, means[2]);
      int64_t spent = nowNs() - start, elapsed = (int64_t) (means[2] * inner);
      stable = spent >= plan.minWarmupNs && isStable(history, known);
      if (stable || spent >= plan.maxWarmupNs) begun = nowNs();
      else inner = grown(inner, elapsed, plan.batchNs);
    }
    int last = pureKnown < 5 ? pureKnown : 5;
    double unitNs = means[1] / (double) units;
    double pure = medianOf(pures + pureKnown - last, last);
    units = (int64_t) (pure / (unitNs < 0.1 ? 0.1 : unitNs) + 0.5);
    if (units < 1) units = 1;
  }
  command(STOP, 0, 0);
  printHead(nonblocking[operation], inner, warmups, stable);
  printSeries("perOperationNs", timed + 2, taken, 4);
  printf(",");
  printSeries("pureNs", timed, taken, 4);
  printf(",");
  printSeries("computeNs", timed + 1, taken, 4);
  printf(",");
  printSeries("testedNs", timed + 3, taken, 4);
  printf("}\n");
  fflush(stdout);
}

void measureOverlap(int which, Plan plan) {
  operation = which;
  if (rank == 0) lead(plan);
  else serve();
}
