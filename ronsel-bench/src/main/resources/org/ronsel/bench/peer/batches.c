/* Turns of a kernel: how long batches are, when the program is warm, and what is answered. */
#include "mpi_peer.h"

enum { HISTORY = 10, MAX_INNER = 1 << 24, CHECK_EVERY = 16, SETTLE = 4, SETTLE_SHARE = 16 };

static const Kernel *kernel;

/* A few untimed rounds bring the caches back, then comes the timed loop. */
static int64_t oneBatch(int inner, int checked) {
  if (checked) kernel->check();
  if (!(kernel->kind & UNSETTLED)) {
    int settle = SETTLE + inner / SETTLE_SHARE;
    kernel->run(inner < settle ? inner : settle);
  }
  return kernel->run(inner);
}

static void command(int mode, int inner) {
  int32_t message[2] = {mode, inner};
  for (int r = 1; r < ranks; r++) {
    MPI_Send(message, 8, MPI_BYTE, r, TAG_CONTROL, MPI_COMM_WORLD);
  }
}

static void serve(void) {
  int32_t message[2];
  do {
    awaitTurn();
    do {
      MPI_Recv(message, 8, MPI_BYTE, 0, TAG_CONTROL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (message[0] == BATCH || message[0] == CHECKED_BATCH) {
        oneBatch(message[1], message[0] == CHECKED_BATCH);
      }
    } while (message[0] != PAUSE && message[0] != STOP);
  } while (message[0] != STOP);
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
static int isStable(const double *history, int n) {
  if (n < HISTORY) return 0;
  double before = medianOf(history, 5), after = medianOf(history + 5, 5);
  double difference = after > before ? after - before : before - after;
  return difference <= 0.05 * before;
}

/* The iterations of the next batch: more, if this one was much shorter than it is to be. */
static int grown(int inner, int64_t elapsed, int64_t batchNs) {
  if (elapsed >= batchNs * 7 / 10 || inner >= MAX_INNER) return inner;
  double factor = elapsed <= 0 ? 10 : (double) batchNs / (double) elapsed;
  double next = inner * (factor > 10 ? 10 : factor) + 1;
  return next > MAX_INNER ? MAX_INNER : (int) next;
}

static int64_t timed(int inner, int checked) {
  command(checked ? CHECKED_BATCH : BATCH, inner);
  return oneBatch(inner, checked);
}

static double operationsPerRound(void) {
  if (kernel->kind & WINDOWED) return window;
  return kernel->kind & PAIR ? 2 : 1;
}

void printSeries(const char *name, const double *values, int n) {
  fprintf(answers, ",\"%s\":[", name);
  for (int i = 0; i < n; i++) fprintf(answers, i ? ",%.3f" : "%.3f", values[i]);
  fprintf(answers, "]");
}

static void lead(Plan plan) {
  double perBatch = operationsPerRound();
  double history[HISTORY];
  int inner = 1, warmups = 0, stable = 0, known = 0;
  if (!awaitTurn()) return;
  int64_t start = nowNs();
  for (;;) {
    int64_t elapsed = timed(inner, 1);
    warmups++;
    if (known == HISTORY) memmove(history, history + 1, sizeof(double) * (HISTORY - 1));
    else known++;
    history[known - 1] = (double) elapsed / (inner * perBatch);
    int64_t spent = nowNs() - start;
    stable = spent >= plan.minWarmupNs && isStable(history, known);
    if (stable || spent >= plan.maxWarmupNs) break;
    inner = grown(inner, elapsed, plan.batchNs);
  }
  command(PAUSE, 0);
  fprintf(answers, "{\"ronsel\":\"warm\",\"inner\":%d,\"warmups\":%d,\"stable\":%s}\n", inner,
          warmups, stable ? "true" : "false");
  fflush(answers);
  for (int batch = 1; awaitTurn(); batch++) {
    int64_t elapsed = timed(inner, batch % CHECK_EVERY == 0);
    command(PAUSE, 0);
    fprintf(answers, "{\"ronsel\":\"batch\",\"ns\":%.3f", (double) elapsed / (inner * perBatch));
    if (kernel->parts) kernel->parts();
    fprintf(answers, "}\n");
    fflush(answers);
  }
}

void measure(const Kernel *which, Plan plan) {
  kernel = which;
  if (rank == 0) {
    lead(plan);
    command(STOP, 0);
  } else {
    serve();
  }
}
