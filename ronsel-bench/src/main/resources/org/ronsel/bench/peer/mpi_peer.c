/*
 * The native peer of "ronsel bench": the same loops, batches and checks as the Java kernels,
 * written against MPI. Rank 0 answers each turn with a line of JSON.
 *
 *   mpi_peer KERNEL SIZE BATCH_MS MIN_WARMUP_MS MAX_WARMUP_MS WINDOW DISTINCT TURNS
 *
 * KERNEL is pingpong, window, barrier, allreduce, reduce, broadcast, allgather or alltoall, or tail
 * (barriers of which each is timed), or ibarrier, ibroadcast, ireduce, iallreduce, iallgather or
 * ialltoall (overlap of a nonblocking operation with a computation), or a one-sided operation such as
 * put or get-fence (one_sided.c); SIZE is in bytes; WINDOW is the number of messages in flight (window
 * kernel), of tests during a computation, or of microseconds that a busy target computes; DISTINCT is
 * 1 if each message in flight has its own buffer; TURNS is a folder with named pipes (turns.c).
 *
 * point_to_point.c and collectives.c have the kernels, overlap.c those of nonblocking operations,
 * one_sided.c those of windows; batches.c measures them; content.c fills and checks the messages.
 */
#include "mpi_peer.h"

#include <time.h>

int rank, ranks;
size_t size;
int window = 1, distinct = 0;
unsigned char *out, *in;
double *sumIn, *sumOut;

int64_t nowNs(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t) t.tv_sec * 1000000000 + t.tv_nsec;
}

void fail(const char *what, long long got, long long expected) {
  fprintf(stderr, "mpi_peer: rank %d: %s: got %lld, expected %lld\n", rank, what, got, expected);
  MPI_Abort(MPI_COMM_WORLD, 3);
}

void *allocate(size_t bytes) {
  void *p = NULL;
  if (posix_memalign(&p, 4096, bytes < 64 ? 64 : bytes) != 0) {
    fprintf(stderr, "mpi_peer: no memory for %zu bytes\n", bytes);
    MPI_Abort(MPI_COMM_WORLD, 4);
  }
  memset(p, 0, bytes < 64 ? 64 : bytes);
  return p;
}

static const Kernel *kernelOf(const char *name) {
  const Kernel *lists[] = {pointToPoint, collectives};
  for (int i = 0; i < 2; i++) {
    for (const Kernel *k = lists[i]; k->name; k++) {
      if (strcmp(k->name, name) == 0) return k;
    }
  }
  return NULL;
}

/* How many messages have room of their own. */
static size_t slotsOf(const Kernel *kernel) {
  if (kernel->kind & BLOCKS) return (size_t) ranks;
  return (kernel->kind & WINDOWED) && distinct ? (size_t) window : 1;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 9) {
    if (rank == 0) fprintf(stderr, "mpi_peer: wrong number of arguments\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const Kernel *kernel = kernelOf(argv[1]);
  if (!kernel) kernel = nonblockingKernel(argv[1]);
  int hasWindow = 0;
  if (!kernel) {
    kernel = oneSidedKernel(argv[1]);
    hasWindow = kernel != NULL;
  }
  size = (size_t) strtoull(argv[2], NULL, 10);
  Plan plan = {
    .batchNs = (int64_t) (atof(argv[3]) * 1e6),
    .minWarmupNs = (int64_t) (atof(argv[4]) * 1e6),
    .maxWarmupNs = (int64_t) (atof(argv[5]) * 1e6),
  };
  window = atoi(argv[6]);
  distinct = atoi(argv[7]);
  int isKnown = kernel && (!(kernel->kind & (PAIR | TWO)) || ranks == 2);
  if (!isKnown || window < 1 || size > (1u << 30)) {
    if (rank == 0) fprintf(stderr, "mpi_peer: bad argument or number of ranks\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  size_t slots = slotsOf(kernel);
  out = allocate(size * slots);
  in = allocate(size * slots);
  pattern = allocate(size);
  sumIn = (double *) out;
  sumOut = (double *) in;
  if (hasWindow) openWindow();
  openTurns(argv[8]);
  measure(kernel, plan);
  closeWindow();
  MPI_Finalize();
  closeTurns(argv[8]);
  return 0;
}
