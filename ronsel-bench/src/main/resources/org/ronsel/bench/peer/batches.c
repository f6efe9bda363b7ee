/* Batches of a kernel: how long they are, when the program is warm, and what is printed. */
#include "mpi_peer.h"

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

double medianOf(const double *values, int n) {
  double sorted[HISTORY];
  memcpy(sorted, values, sizeof(double) * (size_t) n);
  qsort(sorted, (size_t) n, sizeof(double), compareDoubles);
  return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/* Stable: the median of the last five batches is within 5 % of that of the five before. */
int isStable(const double *history, int n) {
  if (n < HISTORY) return 0;
  double before = medianOf(history, 5), after = medianOf(history + 5, 5);
  double difference = after > before ? after - before : before - after;
  return difference <= 0.05 * before;
}

/* The iterations of the next batch: more, if this one was much shorter than it is to be. */
int grown(int inner, int64_t elapsed, int64_t batchNs) {
  if (elapsed >= batchNs * 7 / 10 || inner >= MAX_INNER) return inner;
  double factor = elapsed <= 0 ? 10 : (double) batchNs / (double) elapsed;
  double next = inner * (factor > 10 ? 10 : factor) + 1;
  return next > MAX_INNER ? MAX_INNER : (int) next;
}

int remember(double *history, int known, double value) {
  if (known == HISTORY) memmove(history, history + 1, sizeof(double) * (HISTORY - 1));
  else known++;
  history[known - 1] = value;
  return known;
}

void printHead(const char *name, int inner, int warmups, int stable) {
  printf("{\"ronsel\":\"samples\",\"kernel\":\"%s\",\"size\":%zu,\"ranks\":%d,\"inner\":%d,"
         "\"warmups\":%d,\"stable\":%s,\"verified\":true,",
         name, size, ranks, inner, warmups, stable ? "true" : "false");
}

void printSeries(const char *name, const double *values, int n, int stride) {
  printf("\"%s\":[", name);
  for (int i = 0; i < n; i++) printf(i ? ",%.3f" : "%.3f", values[i * stride]);
  printf("]");
}

static int64_t timed(int inner) {
  command(BATCH, inner);
  return oneBatch(inner);
}

static double operationsPerRound(void) {
  if (kernel->kind & WINDOWED) return window;
  return kernel->kind & PAIR ? 2 : 1;
}

static void lead(Plan plan) {
  double perBatch = operationsPerRound();
  double history[HISTORY];
  int inner = 1, warmups = 0, stable = 0, known = 0;
  int64_t warmupStart = nowNs();
  for (;;) {
    int64_t elapsed = timed(inner);
    warmups++;
    double perOperation = (double) elapsed / (inner * perBatch);
    known = remember(history, known, perOperation);
    int64_t spent = nowNs() - warmupStart;
    stable = spent >= plan.minWarmupNs && isStable(history, known);
    if (stable || spent >= plan.maxWarmupNs) break;
    inner = grown(inner, elapsed, plan.batchNs);
  }
  double *samples = malloc(sizeof(double) * (size_t) plan.batches);
  double *singles = (kernel->kind & SINGLES) ? malloc(sizeof(double) * MOST_SINGLES) : NULL;
  int taken = 0, single = 0;
  int64_t begun = nowNs();
  while (taken < plan.batches && (taken < FEWEST || nowNs() - begun < LONGEST_NS)) {
    samples[taken++] = (double) timed(inner) / (inner * perBatch);
    for (int i = 0; singles && i < inner && single < MOST_SINGLES; i++) {
      singles[single++] = (double) (ends[i + 1] - ends[i]);
    }
  }
  command(STOP, 0);

  printHead(kernel->name, inner, warmups, stable);
  printSeries("perOperationNs", samples, taken, 1);
  if (singles) {
    printf(",");
    printSeries("singleNs", singles, single, 1);
  }
  printf("}\n");
  fflush(stdout);
}

void measure(const Kernel *which, Plan plan) {
  kernel = which;
  if (rank == 0) lead(plan);
  else serve();
}
