/*
 * The native peer of "ronsel bench": the same loops, batches and checks as the Java kernels,
 * written against MPI. Rank 0 prints one line of JSON.
 *
 *   mpi_peer KERNEL SIZE BATCHES BATCH_MS MIN_WARMUP_MS MAX_WARMUP_MS WINDOW DISTINCT
 *
 * KERNEL is pingpong, window, barrier, allreduce, reduce, broadcast, allgather or alltoall, or tail
 * (barriers of which each is timed), or ibarrier, ibroadcast, ireduce, iallreduce, iallgather or
 * ialltoall (overlap of a nonblocking operation with a computation); SIZE is in bytes; WINDOW is the
 * number of messages in flight (window kernel), or of tests during a computation; DISTINCT is 1 if
 * each message in flight has its own buffer.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAG_DATA = 1, TAG_ACK = 2, TAG_CONTROL = 3, TAG_CHECK = 4 };
enum { STOP = 0, BATCH = 1 };
enum { MAX_INNER = 1 << 24, HISTORY = 10, FEWEST = 7, MOST_SINGLES = 50000 };

/* After this time there are no more timed batches than the fewest. */
static const int64_t LONGEST_NS = 5000000000;

static int rank, ranks;
static size_t size;
static int window = 1, distinct = 0;
static unsigned char *out, *in, *pattern;
static double *sumIn, *sumOut;
static int64_t counter;     /* stamps the messages; the same on every rank */
static int checkSeed;

static int64_t nowNs(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t) t.tv_sec * 1000000000 + t.tv_nsec;
}

static void fail(const char *what, long long got, long long expected) {
  fprintf(stderr, "mpi_peer: rank %d: %s: got %lld, expected %lld\n", rank, what, got, expected);
  MPI_Abort(MPI_COMM_WORLD, 3);
}

static void *allocate(size_t bytes) {
  void *p = NULL;
  if (posix_memalign(&p, 4096, bytes < 64 ? 64 : bytes) != 0) {
    fprintf(stderr, "mpi_peer: no memory for %zu bytes\n", bytes);
    MPI_Abort(MPI_COMM_WORLD, 4);
  }
  memset(p, 0, bytes < 64 ? 64 : bytes);
  return p;
}

/* The first and the last eight bytes of a message carry its number. */
static inline void stamp(unsigned char *p, int64_t value) {
  if (size >= 8) {
    memcpy(p, &value, 8);
    if (size >= 16) memcpy(p + size - 8, &value, 8);
  } else if (size > 0) {
    p[0] = (unsigned char) value;
  }
}

static inline int64_t readStamp(const unsigned char *p) {
  if (size >= 8) {
    int64_t first, last;
    memcpy(&first, p, 8);
    if (size < 16) return first;
    memcpy(&last, p + size - 8, 8);
    return first + last;
  }
  return size > 0 ? p[0] : 0;
}

/* What readStamp returns for a message stamped with value. */
static inline int64_t expectedStamp(int64_t value) {
  if (size >= 16) return 2 * value;
  if (size >= 8) return value;
  return size > 0 ? (unsigned char) value : 0;
}

static void fillPattern(unsigned char *p, size_t n, int seed) {
  for (size_t i = 0; i < n; i++) p[i] = (unsigned char) (i * 31 + (i >> 8) + seed);
}

static void checkPattern(const unsigned char *p, int seed) {
  fillPattern(pattern, size, seed);
  if (memcmp(p, pattern, size) != 0) {
    size_t i = 0;
    while (p[i] == pattern[i]) i++;
    fprintf(stderr, "mpi_peer: byte %zu of %zu is wrong\n", i, size);
    fail("content", p[i], pattern[i]);
  }
}

/* An untimed exchange of a whole message in both directions, every byte checked. */
static void checkedExchange(void) {
  int seed = ++checkSeed;
  if (rank == 0) {
    fillPattern(out, size, seed);
    MPI_Send(out, (int) size, MPI_BYTE, 1, TAG_CHECK, MPI_COMM_WORLD);
    MPI_Recv(in, (int) size, MPI_BYTE, 1, TAG_CHECK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    checkPattern(in, seed + 1);
  } else if (rank == 1) {
    MPI_Recv(in, (int) size, MPI_BYTE, 0, TAG_CHECK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    checkPattern(in, seed);
    fillPattern(out, size, seed + 1);
    MPI_Send(out, (int) size, MPI_BYTE, 0, TAG_CHECK, MPI_COMM_WORLD);
  }
}

static int64_t pingpong(int inner) {
  int64_t sum = 0, expected = 0, from = counter;
  int n = (int) size;
  counter += 2 * (int64_t) inner;
  int64_t start = nowNs();
  if (rank == 0) {
    for (int i = 0; i < inner; i++) {
      stamp(out, from + 2 * (int64_t) i);
      MPI_Send(out, n, MPI_BYTE, 1, TAG_DATA, MPI_COMM_WORLD);
      MPI_Recv(in, n, MPI_BYTE, 1, TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += readStamp(in);
    }
  } else {
    for (int i = 0; i < inner; i++) {
      MPI_Recv(in, n, MPI_BYTE, 0, TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += readStamp(in);
      stamp(out, from + 2 * (int64_t) i + 1);
      MPI_Send(out, n, MPI_BYTE, 0, TAG_DATA, MPI_COMM_WORLD);
    }
  }
  int64_t elapsed = nowNs() - start;
  for (int i = 0; i < inner; i++) {
    expected += expectedStamp(from + 2 * (int64_t) i + (rank == 0 ? 1 : 0));
  }
  if (sum != expected) fail("sum of the message numbers", sum, expected);
  return elapsed;
}

/* Rank 0 sends windows of messages; rank 1 acknowledges each window. */
static int64_t windowed(int inner) {
  static MPI_Request *requests;
  if (!requests) requests = malloc(sizeof(MPI_Request) * (size_t) window);
  size_t stride = distinct ? size : 0;
  int n = (int) size;
  int64_t sum = 0, expected = 0, from = counter, ack = 0;
  counter += (int64_t) inner * window;
  int64_t start = nowNs();
  if (rank == 0) {
    for (int i = 0; i < inner; i++) {
      for (int w = 0; w < window; w++) {
        unsigned char *p = out + (size_t) w * stride;
        if (distinct || w == 0) stamp(p, from + (int64_t) i * window + w);
        MPI_Isend(p, n, MPI_BYTE, 1, TAG_DATA, MPI_COMM_WORLD, &requests[w]);
      }
      MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
      MPI_Recv(&ack, 8, MPI_BYTE, 1, TAG_ACK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  } else {
    for (int i = 0; i < inner; i++) {
      for (int w = 0; w < window; w++) {
        MPI_Irecv(in + (size_t) w * stride, n, MPI_BYTE, 0, TAG_DATA, MPI_COMM_WORLD, &requests[w]);
      }
      MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
      for (int w = 0; w < (distinct ? window : 1); w++) sum += readStamp(in + (size_t) w * stride);
      ack = i + 1;
      MPI_Send(&ack, 8, MPI_BYTE, 0, TAG_ACK, MPI_COMM_WORLD);
    }
  }
  int64_t elapsed = nowNs() - start;
  if (rank == 0) {
    if (ack != inner) fail("number of the last acknowledgement", ack, inner);
  } else {
    for (int i = 0; i < inner; i++) {
      for (int w = 0; w < (distinct ? window : 1); w++) {
        expected += expectedStamp(from + (int64_t) i * window + w);
      }
    }
    if (sum != expected) fail("sum of the message numbers", sum, expected);
  }
  return elapsed;
}

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
  int n = (int) (size / 8), seed = ++checkSeed;
  for (int i = 0; i < n; i++) sumIn[i] = (double) (rank + 1) * (i % 1000 + seed);
  MPI_Allreduce(sumIn, sumOut, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  double factor = ranks * (ranks + 1.0) / 2;
  for (int i = 0; i < n; i++) {
    if (sumOut[i] != factor * (i % 1000 + seed)) {
      fail("sum", (long long) sumOut[i], (long long) (factor * (i % 1000 + seed)));
    }
  }
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
  int n = (int) (size / 8), seed = ++checkSeed, root = seed % ranks;
  for (int i = 0; i < n; i++) sumIn[i] = (double) (rank + 1) * (i % 1000 + seed);
  MPI_Reduce(sumIn, sumOut, n, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
  double factor = ranks * (ranks + 1.0) / 2;
  for (int i = 0; i < n && rank == root; i++) {
    if (sumOut[i] != factor * (i % 1000 + seed)) {
      fail("sum", (long long) sumOut[i], (long long) (factor * (i % 1000 + seed)));
    }
  }
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

/* Blocks of size bytes; the content of each says who sent it, and when. */
static void checkedBlocks(int allToAll) {
  int seed = ++checkSeed;
  for (int to = 0; to < (allToAll ? ranks : 1); to++) {
    fillPattern(out + (size_t) to * size, size, seed + rank * 3 + to * 5);
  }
  if (allToAll) MPI_Alltoall(out, (int) size, MPI_BYTE, in, (int) size, MPI_BYTE, MPI_COMM_WORLD);
  else MPI_Allgather(out, (int) size, MPI_BYTE, in, (int) size, MPI_BYTE, MPI_COMM_WORLD);
  for (int from = 0; from < ranks; from++) {
    checkPattern(in + (size_t) from * size, seed + from * 3 + (allToAll ? rank * 5 : 0));
  }
}

static void checkedAllgather(void) { checkedBlocks(0); }

static void checkedAlltoall(void) { checkedBlocks(1); }

static int64_t blocks(int inner, int allToAll) {
  int64_t sum = 0, expected = 0, from = counter;
  int n = (int) size;
  counter += inner;
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) {
    for (int to = 0; to < (allToAll ? ranks : 1); to++) {
      stamp(out + (size_t) to * size, from + i + rank);
    }
    if (allToAll) MPI_Alltoall(out, n, MPI_BYTE, in, n, MPI_BYTE, MPI_COMM_WORLD);
    else MPI_Allgather(out, n, MPI_BYTE, in, n, MPI_BYTE, MPI_COMM_WORLD);
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

/* ---- single barriers ---- */

/*
 * When the last rank left each barrier of the last run, and one before; at rank 0. One rank alone
 * would see some barriers take no time, namely when the others are ahead of it.
 */
static int64_t *ends;

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
  return elapsed;
}

/* ---- overlap of nonblocking operations with a computation ---- */

enum { IBARRIER, IBROADCAST, IREDUCE, IALLREDUCE, IALLGATHER, IALLTOALL };

static const char *const nonblocking[] = {
  "ibarrier", "ibroadcast", "ireduce", "iallreduce", "iallgather", "ialltoall"
};

static int operation = -1;
static double computed = 1;

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
  int seed = ++checkSeed, root = seed % ranks, n = (int) (size / 8);
  if (operation == IBROADCAST) {
    if (rank == root) fillPattern(in, size, seed);
  } else if (operation == IREDUCE || operation == IALLREDUCE) {
    for (int i = 0; i < n; i++) sumIn[i] = (double) (rank + 1) * (i % 1000 + seed);
  } else if (operation != IBARRIER) {
    for (int to = 0; to < (operation == IALLTOALL ? ranks : 1); to++) {
      fillPattern(out + (size_t) to * size, size, seed + rank * 3 + to * 5);
    }
  }
  runOnce(seed);
  if (operation == IBROADCAST) {
    checkPattern(in, seed);
  } else if (operation == IALLREDUCE || (operation == IREDUCE && rank == root)) {
    double factor = ranks * (ranks + 1.0) / 2;
    for (int i = 0; i < n; i++) {
      if (sumOut[i] != factor * (i % 1000 + seed)) {
        fail("sum", (long long) sumOut[i], (long long) (factor * (i % 1000 + seed)));
      }
    }
  } else if (operation == IALLGATHER || operation == IALLTOALL) {
    for (int from = 0; from < ranks; from++) {
      checkPattern(in + (size_t) from * size, seed + from * 3 + (operation == IALLTOALL ? rank * 5 : 0));
    }
  }
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
static void overlapBatch(int inner, int64_t units, double *means) {
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

typedef struct {
  const char *name;
  int64_t (*run)(int inner);
  void (*check)(void);
} Kernel;

static const Kernel kernels[] = {
  {"pingpong", pingpong, checkedExchange},
  {"window", windowed, checkedExchange},
  {"barrier", barrier, checkedBarrier},
  {"allreduce", allreduce, checkedAllreduce},
  {"reduce", reduce, checkedReduce},
  {"broadcast", broadcast, checkedBroadcast},
  {"allgather", allgather, checkedAllgather},
  {"alltoall", alltoall, checkedAlltoall},
  {"tail", tail, checkedBarrier},
};

static const Kernel *kernel;

/* A checked exchange, a few untimed rounds that bring the caches back, then the timed loop. */
static int64_t oneBatch(int inner) {
  kernel->check();
  kernel->run(inner < 4 ? inner : 4);
  return kernel->run(inner);
}

static void command(int mode, int inner) {
  int32_t message[2] = {mode, inner};
  for (int r = 1; r < ranks; r++) {
    MPI_Send(message, 8, MPI_BYTE, r, TAG_CONTROL, MPI_COMM_WORLD);
  }
}

static void serve(void) {
  for (;;) {
    int32_t message[2];
    MPI_Recv(message, 8, MPI_BYTE, 0, TAG_CONTROL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (message[0] == STOP) return;
    oneBatch(message[1]);
  }
}

static int compareDoubles(const void *a, const void *b) {
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static double medianOf(const double *values, int n) {
  double sorted[HISTORY];
  memcpy(sorted, values, sizeof(double) * (size_t) n);
  qsort(sorted, (size_t) n, sizeof(double), compareDoubles);
  return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/* Stable: the median of the last five batches is within 5 % of that of the five before. */
static int isStable(const double *history, int n) {
  if (n < HISTORY) return 0;
  double before = medianOf(history, 5), after = medianOf(history + 5, 5);
  double difference = after > before ? after - before : before - after;
  return difference <= 0.05 * before;
}

static int64_t timed(int inner) {
  command(BATCH, inner);
  return oneBatch(inner);
}

static void overlapServe(void) {
  int64_t order[3];
  double means[4];
  for (;;) {
    MPI_Bcast(order, 24, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (order[0] == STOP) return;
    overlapBatch((int) order[1], order[2], means);
  }
}

static int grown(int inner, int64_t elapsed, int64_t batchNs) {
  double factor = elapsed <= 0 ? 10 : (double) batchNs / (double) elapsed;
  double next = inner * (factor > 10 ? 10 : factor) + 1;
  return next > MAX_INNER ? MAX_INNER : (int) next;
}

static int remember(double *history, int known, double value) {
  if (known == HISTORY) memmove(history, history + 1, sizeof(double) * (HISTORY - 1));
  else known++;
  history[known - 1] = value;
  return known;
}

static void overlapOrder(int mode, int inner, int64_t units) {
  int64_t order[3] = {mode, inner, units};
  MPI_Bcast(order, 24, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void printSeries(const char *name, const double *values, int n, int stride) {
  printf("\"%s\":[", name);
  for (int i = 0; i < n; i++) printf(i ? ",%.3f" : "%.3f", values[i * stride]);
  printf("]");
}

/* As rank 0; the computation is made as long as the operation was in the last batches. */
static void overlapLead(int batches, int64_t batchNs, int64_t minWarmupNs, int64_t maxWarmupNs) {
  double history[HISTORY], pures[HISTORY], means[4];
  double *timed = malloc(sizeof(double) * 4 * (size_t) batches);
  int inner = 1, warmups = 0, stable = 0, known = 0, pureKnown = 0, taken = 0;
  int64_t units = 100, start = nowNs(), begun = 0;
  for (;;) {
    overlapOrder(BATCH, inner, units);
    overlapBatch(inner, units, means);
    pureKnown = remember(pures, pureKnown, means[0]);
    if (begun) {
      memcpy(timed + 4 * taken, means, sizeof means);
      taken++;
      if (taken == batches || (taken >= FEWEST && nowNs() - begun > LONGEST_NS)) break;
    } else {
      warmups++;
      known = remember(history, known, means[2]);
      int64_t spent = nowNs() - start, elapsed = (int64_t) (means[2] * inner);
      stable = spent >= minWarmupNs && isStable(history, known);
      if (stable || spent >= maxWarmupNs) begun = nowNs();
      else if (elapsed < batchNs * 7 / 10 && inner < MAX_INNER) inner = grown(inner, elapsed, batchNs);
    }
    int last = pureKnown < 5 ? pureKnown : 5;
    double unitNs = means[1] / (double) units;
    units = (int64_t) (medianOf(pures + pureKnown - last, last) / (unitNs < 0.1 ? 0.1 : unitNs) + 0.5);
    if (units < 1) units = 1;
  }
  overlapOrder(STOP, 0, 0);
  printf("{\"ronsel\":\"samples\",\"kernel\":\"%s\",\"size\":%zu,\"ranks\":%d,\"inner\":%d,"
         "\"warmups\":%d,\"stable\":%s,\"verified\":true,",
         nonblocking[operation], size, ranks, inner, warmups, stable ? "true" : "false");
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

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 9) {
    if (rank == 0) fprintf(stderr, "mpi_peer: wrong number of arguments\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
    if (strcmp(kernels[k].name, argv[1]) == 0) kernel = &kernels[k];
  }
  for (int k = 0; k < (int) (sizeof nonblocking / sizeof nonblocking[0]); k++) {
    if (strcmp(nonblocking[k], argv[1]) == 0) operation = k;
  }
  size = (size_t) strtoull(argv[2], NULL, 10);
  int batches = atoi(argv[3]);
  int64_t batchNs = (int64_t) (atof(argv[4]) * 1e6);
  int64_t minWarmupNs = (int64_t) (atof(argv[5]) * 1e6);
  int64_t maxWarmupNs = (int64_t) (atof(argv[6]) * 1e6);
  window = atoi(argv[7]);
  distinct = atoi(argv[8]);
  int pairwise = kernel && (kernel->run == pingpong || kernel->run == windowed);
  if ((!kernel && operation < 0) || batches < 1 || window < 1 || size > (1u << 30) || (pairwise && ranks != 2)) {
    if (rank == 0) fprintf(stderr, "mpi_peer: bad argument or number of ranks\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  size_t slots = kernel && kernel->run == windowed && distinct ? (size_t) window : 1;
  int ofBlocks = operation == IALLGATHER || operation == IALLTOALL;
  if (ofBlocks || (kernel && (kernel->run == allgather || kernel->run == alltoall))) {
    slots = (size_t) ranks;
  }
  out = allocate(size * slots);
  in = allocate(size * slots);
  pattern = allocate(size);
  sumIn = (double *) out;
  sumOut = (double *) in;

  if (operation >= 0) {
    if (rank == 0) overlapLead(batches, batchNs, minWarmupNs, maxWarmupNs);
    else overlapServe();
    MPI_Finalize();
    return 0;
  }
  if (rank != 0) {
    serve();
    MPI_Finalize();
    return 0;
  }

  double perBatch = kernel->run == pingpong ? 2.0 : kernel->run == windowed ? window : 1.0;
  double history[HISTORY];
  int inner = 1, warmups = 0, stable = 0, known = 0;
  int64_t warmupStart = nowNs();
  for (;;) {
    int64_t elapsed = timed(inner);
    warmups++;
    double perOperation = (double) elapsed / (inner * perBatch);
    known = remember(history, known, perOperation);
    int64_t spent = nowNs() - warmupStart;
    stable = spent >= minWarmupNs && isStable(history, known);
    if (stable || spent >= maxWarmupNs) break;
    if (elapsed < batchNs * 7 / 10 && inner < MAX_INNER) inner = grown(inner, elapsed, batchNs);
  }
  double *samples = malloc(sizeof(double) * (size_t) batches);
  double *singles = kernel->run == tail ? malloc(sizeof(double) * MOST_SINGLES) : NULL;
  int taken = 0, single = 0;
  int64_t begun = nowNs();
  while (taken < batches && (taken < FEWEST || nowNs() - begun < LONGEST_NS)) {
    samples[taken++] = (double) timed(inner) / (inner * perBatch);
    for (int i = 0; singles && i < inner && single < MOST_SINGLES; i++) {
      singles[single++] = (double) (ends[i + 1] - ends[i]);
    }
  }
  command(STOP, 0);

  printf("{\"ronsel\":\"samples\",\"kernel\":\"%s\",\"size\":%zu,\"ranks\":%d,\"inner\":%d,"
         "\"warmups\":%d,\"stable\":%s,\"verified\":true,",
         argv[1], size, ranks, inner, warmups, stable ? "true" : "false");
  printSeries("perOperationNs", samples, taken, 1);
  if (singles) {
    printf(",");
    printSeries("singleNs", singles, single, 1);
  }
  printf("}\n");
  fflush(stdout);
  MPI_Finalize();
  return 0;
}
