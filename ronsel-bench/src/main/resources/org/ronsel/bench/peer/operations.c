/*
 * The collective operations of the native peer, in each of their forms: NAME blocks, iNAME does not
 * (overlap.c), NAME-persistent has been prepared.
 */
#include "mpi_peer.h"

enum {
  BARRIER, BROADCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV,
  REDUCE, ALLREDUCE, REDUCESCATTER, REDUCESCATTERBLOCK, SCAN, EXSCAN,
  NEIGHBORALLGATHER, NEIGHBORALLGATHERV, NEIGHBORALLTOALL, NEIGHBORALLTOALLV, KNOWN
};

static const char *const names[KNOWN] = {
  "barrier", "broadcast", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv",
  "alltoall", "alltoallv", "reduce", "allreduce", "reducescatter", "reducescatterblock", "scan",
  "exscan", "neighborallgather", "neighborallgatherv", "neighboralltoall", "neighboralltoallv"
};

enum { BLOCKING, NONBLOCKING, PERSISTENT };

static int operation, form;
static MPI_Comm comm;
static int *counts, *places;        /* of blocks, or of parts of sums */
static int elements;                /* of sums */
static MPI_Request *prepared;       /* by root */

static int reduces(void) { return operation >= REDUCE && operation <= EXSCAN; }
static int isOfNeighbors(void) { return operation >= NEIGHBORALLGATHER; }
static int hasParts(void) { return operation == REDUCESCATTER || operation == REDUCESCATTERBLOCK; }

static int isRooted(void) {
  return operation == BROADCAST || operation == REDUCE || (operation >= GATHER && operation <= SCATTERV);
}

/* No rank leaves it before all have come, so that a loop of it cannot run ahead. */
static int synchronises(void) {
  return operation == BARRIER || operation == ALLREDUCE || hasParts() ||
         (operation >= ALLGATHER && operation <= ALLTOALLV);
}

int rootOf(int64_t number) {
  if (!isRooted()) return 0;
  return settings.root >= 0 ? settings.root : (int) (number % ranks);
}

/* ---- the calls ---- */

#define BYTES messageCount, messageType
#define IN out, BYTES
#define OUT in, BYTES
#define SPREAD out, counts, places, messageType
#define INTO in, counts, places, messageType
#define SUM MPI_DOUBLE, MPI_SUM

static void call(int root) {
  switch (operation) {
    case BARRIER: MPI_Barrier(comm); break;
    case BROADCAST: MPI_Bcast(in, BYTES, root, comm); break;
    case GATHER: MPI_Gather(IN, OUT, root, comm); break;
    case GATHERV: MPI_Gatherv(IN, INTO, root, comm); break;
    case SCATTER: MPI_Scatter(IN, OUT, root, comm); break;
    case SCATTERV: MPI_Scatterv(SPREAD, OUT, root, comm); break;
    case ALLGATHER: MPI_Allgather(IN, OUT, comm); break;
    case ALLGATHERV: MPI_Allgatherv(IN, INTO, comm); break;
    case ALLTOALL: MPI_Alltoall(IN, OUT, comm); break;
    case ALLTOALLV: MPI_Alltoallv(SPREAD, INTO, comm); break;
    case REDUCE: MPI_Reduce(sumIn, sumOut, elements, SUM, root, comm); break;
    case ALLREDUCE: MPI_Allreduce(sumIn, sumOut, elements, SUM, comm); break;
    case REDUCESCATTER: MPI_Reduce_scatter(sumIn, sumOut, counts, SUM, comm); break;
    case REDUCESCATTERBLOCK: MPI_Reduce_scatter_block(sumIn, sumOut, counts[0], SUM, comm); break;
    case SCAN: MPI_Scan(sumIn, sumOut, elements, SUM, comm); break;
    case EXSCAN: MPI_Exscan(sumIn, sumOut, elements, SUM, comm); break;
    case NEIGHBORALLGATHER: MPI_Neighbor_allgather(IN, OUT, comm); break;
    case NEIGHBORALLGATHERV: MPI_Neighbor_allgatherv(IN, INTO, comm); break;
    case NEIGHBORALLTOALL: MPI_Neighbor_alltoall(IN, OUT, comm); break;
    default: MPI_Neighbor_alltoallv(SPREAD, INTO, comm); break;
  }
}

void startOperation(int root, MPI_Request *r) {
  switch (operation) {
    case BARRIER: MPI_Ibarrier(comm, r); break;
    case BROADCAST: MPI_Ibcast(in, BYTES, root, comm, r); break;
    case GATHER: MPI_Igather(IN, OUT, root, comm, r); break;
    case GATHERV: MPI_Igatherv(IN, INTO, root, comm, r); break;
    case SCATTER: MPI_Iscatter(IN, OUT, root, comm, r); break;
    case SCATTERV: MPI_Iscatterv(SPREAD, OUT, root, comm, r); break;
    case ALLGATHER: MPI_Iallgather(IN, OUT, comm, r); break;
    case ALLGATHERV: MPI_Iallgatherv(IN, INTO, comm, r); break;
    case ALLTOALL: MPI_Ialltoall(IN, OUT, comm, r); break;
    case ALLTOALLV: MPI_Ialltoallv(SPREAD, INTO, comm, r); break;
    case REDUCE: MPI_Ireduce(sumIn, sumOut, elements, SUM, root, comm, r); break;
    case ALLREDUCE: MPI_Iallreduce(sumIn, sumOut, elements, SUM, comm, r); break;
    case REDUCESCATTER: MPI_Ireduce_scatter(sumIn, sumOut, counts, SUM, comm, r); break;
    case REDUCESCATTERBLOCK:
      MPI_Ireduce_scatter_block(sumIn, sumOut, counts[0], SUM, comm, r);
      break;
    case SCAN: MPI_Iscan(sumIn, sumOut, elements, SUM, comm, r); break;
    case EXSCAN: MPI_Iexscan(sumIn, sumOut, elements, SUM, comm, r); break;
    case NEIGHBORALLGATHER: MPI_Ineighbor_allgather(IN, OUT, comm, r); break;
    case NEIGHBORALLGATHERV: MPI_Ineighbor_allgatherv(IN, INTO, comm, r); break;
    case NEIGHBORALLTOALL: MPI_Ineighbor_alltoall(IN, OUT, comm, r); break;
    default: MPI_Ineighbor_alltoallv(SPREAD, INTO, comm, r); break;
  }
}

#if MPI_VERSION >= 4
static void prepare(int root, MPI_Request *r) {
  MPI_Info none = MPI_INFO_NULL;
  switch (operation) {
    case BARRIER: MPI_Barrier_init(comm, none, r); break;
    case BROADCAST: MPI_Bcast_init(in, BYTES, root, comm, none, r); break;
    case GATHER: MPI_Gather_init(IN, OUT, root, comm, none, r); break;
    case GATHERV: MPI_Gatherv_init(IN, INTO, root, comm, none, r); break;
    case SCATTER: MPI_Scatter_init(IN, OUT, root, comm, none, r); break;
    case SCATTERV: MPI_Scatterv_init(SPREAD, OUT, root, comm, none, r); break;
    case ALLGATHER: MPI_Allgather_init(IN, OUT, comm, none, r); break;
    case ALLGATHERV: MPI_Allgatherv_init(IN, INTO, comm, none, r); break;
    case ALLTOALL: MPI_Alltoall_init(IN, OUT, comm, none, r); break;
    case ALLTOALLV: MPI_Alltoallv_init(SPREAD, INTO, comm, none, r); break;
    case REDUCE: MPI_Reduce_init(sumIn, sumOut, elements, SUM, root, comm, none, r); break;
    case ALLREDUCE: MPI_Allreduce_init(sumIn, sumOut, elements, SUM, comm, none, r); break;
    case REDUCESCATTER: MPI_Reduce_scatter_init(sumIn, sumOut, counts, SUM, comm, none, r); break;
    case REDUCESCATTERBLOCK:
      MPI_Reduce_scatter_block_init(sumIn, sumOut, counts[0], SUM, comm, none, r);
      break;
    case SCAN: MPI_Scan_init(sumIn, sumOut, elements, SUM, comm, none, r); break;
    case EXSCAN: MPI_Exscan_init(sumIn, sumOut, elements, SUM, comm, none, r); break;
    case NEIGHBORALLGATHER: MPI_Neighbor_allgather_init(IN, OUT, comm, none, r); break;
    case NEIGHBORALLGATHERV: MPI_Neighbor_allgatherv_init(IN, INTO, comm, none, r); break;
    case NEIGHBORALLTOALL: MPI_Neighbor_alltoall_init(IN, OUT, comm, none, r); break;
    default: MPI_Neighbor_alltoallv_init(SPREAD, INTO, comm, none, r); break;
  }
}
#else
static void prepare(int root, MPI_Request *r) {
  (void) root;
  (void) r;
  if (rank == 0) fprintf(stderr, "mpi_peer: this library has no persistent collectives (MPI 4)\n");
  MPI_Abort(MPI_COMM_WORLD, 6);
}
#endif

static void perform(int root) {
  if (form == PERSISTENT) {
    MPI_Start(&prepared[root]);
    MPI_Wait(&prepared[root], MPI_STATUS_IGNORE);
  } else {
    call(root);
  }
}

/* ---- who gives what to whom ---- */

static int left(void) { return (rank + ranks - 1) % ranks; }
static int sideOf(int slot) { return slot == 0 ? left() : (rank + 1) % ranks; }

static int given(int root) {
  switch (operation) {
    case BROADCAST: return rank == root;
    case SCATTER: case SCATTERV: return rank == root ? ranks : 0;
    case ALLTOALL: case ALLTOALLV: return ranks;
    case NEIGHBORALLTOALL: case NEIGHBORALLTOALLV: return 2;
    case BARRIER: return 0;
    default: return 1;
  }
}

static int taken(int root) {
  switch (operation) {
    case GATHER: case GATHERV: return rank == root ? ranks : 0;
    case ALLGATHER: case ALLGATHERV: case ALLTOALL: case ALLTOALLV: return ranks;
    case BARRIER: return 0;
    default: return isOfNeighbors() ? 2 : 1;
  }
}

static int targetOf(int slot) {
  switch (operation) {
    case SCATTER: case SCATTERV: case ALLTOALL: case ALLTOALLV: return slot;
    case NEIGHBORALLTOALL: case NEIGHBORALLTOALLV: return sideOf(slot);
    default: return 0;
  }
}

static int sourceOf(int slot, int root) {
  if (operation == BROADCAST || operation == SCATTER || operation == SCATTERV) return root;
  return isOfNeighbors() ? sideOf(slot) : slot;
}

static int self(void) {
  switch (operation) {
    case SCATTER: case SCATTERV: case ALLTOALL: case ALLTOALLV:
    case NEIGHBORALLTOALL: case NEIGHBORALLTOALLV: return rank;
    default: return 0;
  }
}

/* The summands are those of the ranks from 0 up to this one, without it. */
static int64_t endOfSum(void) {
  if (operation == SCAN) return rank + 1;
  return operation == EXSCAN ? rank : ranks;
}

static int ownElements(int root) {
  if (operation == REDUCE && rank != root) return 0;
  if (operation == EXSCAN && rank == 0) return 0;
  return hasParts() ? counts[rank] : elements;
}

/* A broadcast has its data in one place. */
static unsigned char *source(void) { return operation == BROADCAST ? in : out; }

void stampOperation(int64_t number, int root) {
  if (reduces()) {
    if (!hasParts() && elements > 0) sumIn[0] = (double) (number + rank);
    for (int r = 0; hasParts() && r < ranks; r++) {
      if (counts[r] > 0) sumIn[places[r]] = (double) (number + rank);
    }
    return;
  }
  int n = given(root);
  for (int slot = 0; slot < n; slot++) stamp(source() + (size_t) slot * stride, number + rank);
}

int64_t readOperation(int root) {
  if (reduces()) return ownElements(root) > 0 ? (int64_t) sumOut[0] : 0;
  int64_t sum = 0;
  int n = taken(root);
  for (int slot = 0; slot < n; slot++) sum += readStamp(in + (size_t) slot * stride);
  return sum;
}

int64_t expectedOfOperation(int64_t number, int root) {
  if (reduces()) {
    int64_t end = endOfSum();
    return ownElements(root) > 0 ? end * number + end * (end - 1) / 2 : 0;
  }
  int64_t sum = 0;
  for (int slot = 0; slot < taken(root); slot++) sum += expectedStamp(number + sourceOf(slot, root));
  return sum;
}

static int64_t entered;

/* The ranks enter a barrier each at its own moment. */
static void stagger(int seed) {
  int64_t until = nowNs() + (int64_t) ((rank + seed) % ranks) * 20000 / ranks;
  while (nowNs() < until) { }
  entered = nowNs();
}

/* None may have left it before the last came. */
static void checkBarrier(void) {
  int64_t times[2] = {entered, nowNs()}, *all = malloc(sizeof(int64_t) * 2 * (size_t) ranks);
  MPI_Gather(times, 16, MPI_BYTE, all, 16, MPI_BYTE, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    int64_t lastIn = all[0], firstOut = all[1];
    for (int r = 1; r < ranks; r++) {
      if (all[2 * r] > lastIn) lastIn = all[2 * r];
      if (all[2 * r + 1] < firstOut) firstOut = all[2 * r + 1];
    }
    if (firstOut < lastIn) fail("a rank left the barrier before the last entered, ns", firstOut, lastIn);
  }
  free(all);
}

void fillOperation(int seed, int root) {
  if (operation == BARRIER) {
    stagger(seed);
  } else if (reduces()) {
    for (int i = 0; i < elements; i++) sumIn[i] = (double) (rank + 1) * (i % 1000 + seed);
  } else {
    for (int slot = 0; slot < given(root); slot++) {
      fillPattern(source() + (size_t) slot * stride, size, seed + rank * 3 + targetOf(slot) * 5);
    }
  }
}

void checkOperation(int seed, int root) {
  if (operation == BARRIER) {
    checkBarrier();
  } else if (reduces()) {
    double factor = (double) endOfSum() * ((double) endOfSum() + 1) / 2;
    int from = hasParts() ? places[rank] : 0;
    for (int i = 0; i < ownElements(root); i++) {
      double expected = factor * ((from + i) % 1000 + seed);
      if (sumOut[i] != expected) fail("sum", (long long) sumOut[i], (long long) expected);
    }
  } else {
    for (int slot = 0; slot < taken(root); slot++) {
      checkPattern(in + (size_t) slot * stride, seed + sourceOf(slot, root) * 3 + self() * 5);
    }
  }
}

static void checked(void) {
  int seed = ++checkSeed, root = rootOf(seed);
  fillOperation(seed, root);
  perform(root);
  checkOperation(seed, root);
}

/* The root rotates: a loop with one root would only measure how fast the root can inject. */
static int64_t repeated(int inner) {
  int64_t sum = 0, expected = 0, from = counter;
  counter += inner;
  int64_t start = nowNs();
  for (int i = 0; i < inner; i++) {
    int root = rootOf(from + i);
    stampOperation(from + i, root);
    perform(root);
    sum += readOperation(root);
  }
  if (!synchronises() && !settings.each) MPI_Barrier(MPI_COMM_WORLD);
  int64_t elapsed = nowNs() - start;
  for (int i = 0; i < inner; i++) expected += expectedOfOperation(from + i, rootOf(from + i));
  if (sum != expected) fail("sum of the numbers", sum, expected);
  return elapsed;
}

static void splitElements(void) {
  int whole = (int) (size / 8);
  elements = whole;
  if (!hasParts()) return;
  elements = 0;
  for (int r = 0; r < ranks; r++) {
    int even = whole / ranks > 0 ? whole / ranks : 1;
    counts[r] = operation == REDUCESCATTERBLOCK ? even : whole / ranks + (r < whole % ranks);
    places[r] = elements;
    elements += counts[r];
  }
}

void openOperation(void) {
  comm = MPI_COMM_WORLD;
  counts = malloc(sizeof(int) * (size_t) ranks + 8);
  places = malloc(sizeof(int) * (size_t) ranks + 8);
  for (int r = 0; r < (isOfNeighbors() ? 2 : ranks); r++) {
    counts[r] = messageCount;
    places[r] = r * messageCount;
  }
  if (reduces()) splitElements();
  if (isOfNeighbors()) {
    int sides[2] = {left(), (rank + 1) % ranks};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sides, MPI_UNWEIGHTED, 2, sides, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
  }
  if (form == PERSISTENT) {
    prepared = malloc(sizeof(MPI_Request) * (size_t) ranks);
    for (int r = 0; r < ranks; r++) {
      prepared[r] = MPI_REQUEST_NULL;
      if (r == 0 || isRooted()) prepare(r, &prepared[r]);
    }
  }
}

void closeOperation(void) {
  for (int r = 0; form == PERSISTENT && r < ranks; r++) {
    if (prepared[r] != MPI_REQUEST_NULL) MPI_Request_free(&prepared[r]);
  }
  if (form == PERSISTENT) free(prepared);
  if (isOfNeighbors()) MPI_Comm_free(&comm);
  free(counts);
  free(places);
}

static Kernel kernel = {"operation", repeated, checked, BLOCKS | MEAN, NULL};

static int operationOf(const char *name, size_t length) {
  for (int k = 0; k < KNOWN; k++) {
    if (strlen(names[k]) == length && strncmp(names[k], name, length) == 0) return k;
  }
  return -1;
}

const Kernel *operationKernel(const char *name) {
  const char *suffix = strstr(name, "-persistent");
  form = suffix ? PERSISTENT : BLOCKING;
  operation = operationOf(name, suffix ? (size_t) (suffix - name) : strlen(name));
  if (operation < 0 && name[0] == 'i') {
    form = NONBLOCKING;
    operation = operationOf(name + 1, strlen(name + 1));
  }
  if (operation < 0) return NULL;
  return form == NONBLOCKING ? &overlap : &kernel;
}
