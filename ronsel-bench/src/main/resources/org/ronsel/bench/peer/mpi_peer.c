/*
 * The native peer of "ronsel bench": the same loops, batches and checks as the Java kernels,
 * written against MPI. Rank 0 answers each turn with a line of JSON.
 *
 *   mpi_peer KERNEL STEPS BATCH_MS MIN_WARMUP_MS MAX_WARMUP_MS ITERATIONS WARMUP_ITERATIONS SETTINGS TURNS
 *
 * KERNEL is a loop of point_to_point.c, such as pingpong or window; a collective operation of
 * operations.c, such as allreduce, iallreduce (overlap of a nonblocking operation with a computation) or
 * allreduce-persistent; tail (barriers of which each is timed); or a one-sided operation such as put or
 * get-fence (one_sided.c). STEPS are what is measured one after the other, between commas, each
 * SIZE:WINDOW:DISTINCT: bytes; the number of messages in flight (window kernels), of tests during a
 * computation, or of microseconds that a busy target computes; and 1 if each message in flight has its
 * own buffer. ITERATIONS of a batch are as many as fit if 0, and WARMUP_ITERATIONS until the times are
 * stable if less. SETTINGS are words between commas: each (time each iteration by itself), cold=BYTES,
 * root=RANK, threads=N, datatype=TYPE, memory=KIND (of Java; nothing here); or -. TURNS is a folder with
 * named pipes (turns.c).
 *
 * batches.c measures kernels; content.c fills and checks messages; layout.c says how they lie in memory.
 */
#include "mpi_peer.h"

#include <time.h>

int rank, ranks;
size_t size;
int window = 1, distinct = 0;
unsigned char *out, *in;
double *sumIn, *sumOut;
Settings settings = {0, 0, -1, 1, 0, ""};

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

static void wrong(const char *what) {
  if (rank == 0) fprintf(stderr, "mpi_peer: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 2);
}

static const Kernel *kernel;
static int isOneSided, isOperation;

static void findKernel(const char *name) {
  const Kernel *lists[] = {pointToPoint, tails};
  for (int i = 0; i < 2; i++) {
    for (const Kernel *k = lists[i]; k->name; k++) {
      if (strcmp(k->name, name) == 0) kernel = k;
    }
  }
  if (!kernel) {
    kernel = operationKernel(name);
    isOperation = kernel != NULL;
  }
  if (!kernel) {
    kernel = oneSidedKernel(name);
    isOneSided = kernel != NULL;
  }
  int isKnown = kernel && (!(kernel->kind & (PAIR | TWO)) || ranks == 2) &&
                (!(kernel->kind & PAIRS) || ranks % 2 == 0);
  if (!isKnown) wrong("no such kernel, or not for this number of ranks");
}

static void readSettings(char *words) {
  for (char *word = strtok(words, ","); word; word = strtok(NULL, ",")) {
    char *value = strchr(word, '=');
    if (value) *value++ = 0;
    if (strcmp(word, "each") == 0) settings.each = 1;
    else if (!value) continue;
    else if (strcmp(word, "cold") == 0) settings.coldBytes = (size_t) strtoull(value, NULL, 10);
    else if (strcmp(word, "root") == 0) settings.root = atoi(value);
    else if (strcmp(word, "threads") == 0) settings.threads = atoi(value);
    else if (strcmp(word, "datatype") == 0) {
      settings.isTyped = 1;
      snprintf(settings.datatype, sizeof settings.datatype, "%s", value);
    }
  }
  if (settings.threads < 1 || settings.root >= ranks) wrong("bad settings");
}

static int readSteps(char *words, Step **steps) {
  int count = 1;
  for (const char *p = words; *p; p++) count += *p == ',';
  *steps = malloc(sizeof(Step) * (size_t) count);
  int i = 0;
  for (char *word = strtok(words, ","); word && i < count; word = strtok(NULL, ",")) {
    unsigned long bytes;
    Step *step = *steps + i++;
    if (sscanf(word, "%lu:%d:%d", &bytes, &step->window, &step->distinct) != 3 || step->window < 1 ||
        bytes > (1u << 30)) {
      wrong("bad step");
    }
    step->size = bytes;
  }
  return i;
}

/* How many messages have room of their own. */
static size_t slots(void) {
  if (kernel->kind & BLOCKS) return ranks < 2 ? 2 : (size_t) ranks;
  if (kernel->kind & SIDES) return 2;
  size_t inFlight = (kernel->kind & WINDOWED) && distinct ? (size_t) window : 1;
  return inFlight * (size_t) settings.threads;
}

static void begin(const Step *step) {
  size = step->size;
  window = step->window;
  distinct = step->distinct;
  openLayout();
  /* parts of sums are of one element at least */
  size_t bytes = stride * slots() + 8 * (size_t) ranks;
  out = allocate(bytes);
  in = allocate(bytes);
  sumIn = (double *) out;
  sumOut = (double *) in;
  if (isOperation) openOperation();
  if (isOneSided) openWindow();
}

static void end(void) {
  if (isOneSided) closeWindow();
  if (isOperation) closeOperation();
  closeLayout();
  free(out);
  free(in);
}

int main(int argc, char **argv) {
  int threaded = argc > 1 && strcmp(argv[1], "pingpong-threads") == 0, provided = MPI_THREAD_MULTIPLE;
  if (threaded) MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  else MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 10) wrong("wrong number of arguments");
  if (provided < MPI_THREAD_MULTIPLE) wrong("this library does not let several threads call it");
  findKernel(argv[1]);
  pairs = ranks / 2;
  isFirst = rank < pairs;
  peer = isFirst ? rank + pairs : rank - pairs;
  readSettings(argv[8]);
  Step *steps;
  int count = readSteps(argv[2], &steps);
  Plan plan = {
    .batchNs = (int64_t) (atof(argv[3]) * 1e6),
    .minWarmupNs = (int64_t) (atof(argv[4]) * 1e6),
    .maxWarmupNs = (int64_t) (atof(argv[5]) * 1e6),
    .iterations = atoi(argv[6]),
    .warmupIterations = atoi(argv[7]),
  };
  openTurns(argv[9]);
  measure(kernel, plan, steps, count, begin, end);
  MPI_Finalize();
  closeTurns(argv[9]);
  return 0;
}
