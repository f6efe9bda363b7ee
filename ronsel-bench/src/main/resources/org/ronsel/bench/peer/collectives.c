/* The collective kernels of the native peer. */
#include "mpi_peer.h"

/* One barrier that each rank enters at its own moment: none may leave before the last came. */
static void checkedBarrier(void) {
  int64_t times[2], *all = NULL;
  if (rank == 0) all = malloc(sizeof(int64_t) * 2 * (size_t) ranks);
  int64_t until = nowNs() + (int64_t) ((rank + ++checkSeed) % ranks) * 20000 / ranks;
  while (nowNs() < until) { }
  times[0] = nowNs();
  MPI_Barrier(MPI_COMM_WORLD);
  times[1] = nowNs();
  MPI_Gather(times, 16, MPI_BYTE, all, 16, MPI_BYTE, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    int64_t lastIn = all[0], firstOut = all[1];
    for (int r = 1; r < ranks; r++) {
      if (all[2 * r] > lastIn) lastIn = all[2 * r];
      if (all[2 * r + 1] < firstOut) firstOut = all[2 * r + 1];
    }
    if (firstOut < lastIn) fail("a rank left the barrier before the last entered, ns", firstOut, lastIn);
    free(all);
  }
}

static int64_t barrier(int inner) {
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) MPI_Barrier(MPI_COMM_WORLD);
  return nowNs() - start;
}

static void checkedAllreduce(void) {
  int seed = ++checkSeed;
  fillSummands(seed);
  MPI_Allreduce(sumIn, sumOut, (int) (size / 8), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  checkSums(seed);
}

static int64_t allreduce(int inner) {
  int n = (int) (size / 8);
  double total = 0, expected = 0;
  int64_t from = counter;
  counter += inner;
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) {
    sumIn[0] = (double) (from + i + rank);
    MPI_Allreduce(sumIn, sumOut, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    total += sumOut[0];
  }
  int64_t elapsed = nowNs() - start;
  for (int i = 0; i < inner; i++) {
    expected += (double) ranks * (double) (from + i) + ranks * (ranks - 1.0) / 2;
  }
  if (n > 0 && total != expected) fail("total of the sums", (long long) total, (long long) expected);
  return elapsed;
}

static void checkedBroadcast(void) {
  int seed = ++checkSeed, root = seed % ranks;
  if (rank == root) fillPattern(in, size, seed);
  MPI_Bcast(in, (int) size, MPI_BYTE, root, MPI_COMM_WORLD);
  checkPattern(in, seed);
}

/* The root rotates: a loop with one root would only measure how fast the root can inject. */
static int64_t broadcast(int inner) {
  int64_t sum = 0, expected = 0, from = counter;
  counter += inner;
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) {
    int root = i % ranks;
    if (rank == root) stamp(in, from + i);
    MPI_Bcast(in, (int) size, MPI_BYTE, root, MPI_COMM_WORLD);
    sum += readStamp(in);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  int64_t elapsed = nowNs() - start;
  for (int i = 0; i < inner; i++) expected += expectedStamp(from + i);
  if (sum != expected) fail("sum of the message numbers", sum, expected);
  return elapsed;
}

static void checkedReduce(void) {
  int seed = ++checkSeed, root = seed % ranks;
  fillSummands(seed);
  MPI_Reduce(sumIn, sumOut, (int) (size / 8), MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
  if (rank == root) checkSums(seed);
}

static int64_t reduce(int inner) {
  int n = (int) (size / 8);
  double total = 0, expected = 0;
  int64_t from = counter;
  counter += inner;
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) {
    int root = i % ranks;
    sumIn[0] = (double) (from + i + rank);
    MPI_Reduce(sumIn, sumOut, n, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
    if (rank == root) total += sumOut[0];
  }
  MPI_Barrier(MPI_COMM_WORLD);
  int64_t elapsed = nowNs() - start;
  for (int i = rank; i < inner; i += ranks) {
    expected += (double) ranks * (double) (from + i) + ranks * (ranks - 1.0) / 2;
  }
  if (n > 0 && total != expected) fail("total of the sums", (long long) total, (long long) expected);
  return elapsed;
}

static void exchangeBlocks(int allToAll) {
  int n = (int) size;
  if (allToAll) MPI_Alltoall(out, n, MPI_BYTE, in, n, MPI_BYTE, MPI_COMM_WORLD);
  else MPI_Allgather(out, n, MPI_BYTE, in, n, MPI_BYTE, MPI_COMM_WORLD);
}

static void checkedBlocks(int allToAll) {
  int seed = ++checkSeed;
  fillBlocks(allToAll, seed);
  exchangeBlocks(allToAll);
  checkBlocks(allToAll, seed);
}

static void checkedAllgather(void) { checkedBlocks(0); }

static void checkedAlltoall(void) { checkedBlocks(1); }

static int64_t blocks(int inner, int allToAll) {
  int64_t sum = 0, expected = 0, from = counter;
  counter += inner;
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) {
    for (int to = 0; to < (allToAll ? ranks : 1); to++) {
      stamp(out + (size_t) to * size, from + i + rank);
    }
    exchangeBlocks(allToAll);
    for (int r = 0; r < ranks; r++) sum += readStamp(in + (size_t) r * size);
  }
  int64_t elapsed = nowNs() - start;
  for (int i = 0; i < inner; i++) {
    for (int r = 0; r < ranks; r++) expected += expectedStamp(from + i + r);
  }
  if (sum != expected) fail("sum of the message numbers", sum, expected);
  return elapsed;
}

static int64_t allgather(int inner) { return blocks(inner, 0); }

static int64_t alltoall(int inner) { return blocks(inner, 1); }

/*
 * When the last rank left each barrier of the last run, and one before; at rank 0. One rank alone
 * would see some barriers take no time, namely when the others are ahead of it.
 */
static int64_t *ends;
static int endsKnown;

static int64_t tail(int inner) {
  ends = realloc(ends, sizeof(int64_t) * ((size_t) inner + 1));
  int64_t *own = malloc(sizeof(int64_t) * ((size_t) inner + 1));
  own[0] = nowNs();
  for (int i = 1; i <= inner; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    own[i] = nowNs();
  }
  int64_t elapsed = own[inner] - own[0];
  MPI_Reduce(own, ends, inner + 1, MPI_INT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
  free(own);
  endsKnown = inner;
  return elapsed;
}

static void tailParts(void) {
  double *singles = malloc(sizeof(double) * (size_t) endsKnown);
  for (int i = 0; i < endsKnown; i++) singles[i] = (double) (ends[i + 1] - ends[i]);
  printSeries("singleNs", singles, endsKnown);
  free(singles);
}

const Kernel collectives[] = {
  {"barrier", barrier, checkedBarrier, 0, NULL},
  {"allreduce", allreduce, checkedAllreduce, 0, NULL},
  {"reduce", reduce, checkedReduce, 0, NULL},
  {"broadcast", broadcast, checkedBroadcast, 0, NULL},
  {"allgather", allgather, checkedAllgather, BLOCKS, NULL},
  {"alltoall", alltoall, checkedAlltoall, BLOCKS, NULL},
  {"tail", tail, checkedBarrier, UNSETTLED, tailParts},
  {NULL, NULL, NULL, 0, NULL},
};
