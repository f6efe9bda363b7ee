/* Turns of a kernel: how long batches are, when the program is warm, and what is answered. */
#include "mpi_peer.h"

enum {
  HISTORY = 10, MAX_INNER = 1 << 24, MAX_SINGLE = 10000, CHECK_EVERY = 16, SETTLE = 4, SETTLE_SHARE = 16
};

static const Kernel *kernel;

static int64_t *times;      /* of single iterations */
static double *singles;
static int singlesKnown;
static double ofProcesses[3];
static int processesKnown;

static int timesEach(void) { return settings.each || settings.coldBytes > 0; }

static double operationsPerRound(void) {
  if (kernel->kind & WINDOWED) {
    int messages = kernel->kind & BOTH_WAYS ? 2 * window : window;
    return (double) messages * (kernel->kind & PAIRS ? pairs : 1);
  }
  return kernel->kind & (PAIR | ROUND_TRIP) ? 2 : 1;
}

/* Reads and writes other memory, so that the caches hold it and not the messages. */
static void evict(void) {
  static int64_t *memory;
  size_t words = settings.coldBytes / 8;
  if (!memory) memory = calloc(words, 8);
  for (size_t i = 0; i < words; i += 8) memory[i]++;
}

/* The times of all ranks for the same iterations; at rank 0 the one that counts. */
static int64_t combined(int64_t mine, int inner) {
  processesKnown = 0;
  if (!(kernel->kind & (MEAN | MAX))) return mine;
  int64_t *all = malloc(sizeof(int64_t) * (size_t) ranks);
  MPI_Gather(&mine, 8, MPI_BYTE, all, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
  int64_t least = INT64_MAX, most = 0, sum = 0;
  for (int r = 0; rank == 0 && r < ranks; r++) {
    if (all[r] < least) least = all[r];
    if (all[r] > most) most = all[r];
    sum += all[r];
  }
  free(all);
  if (rank != 0) return mine;
  double operations = inner * operationsPerRound();
  ofProcesses[0] = (double) least / operations;
  ofProcesses[1] = (double) sum / operations / ranks;
  ofProcesses[2] = (double) most / operations;
  processesKnown = 1;
  return kernel->kind & MAX ? most : sum / ranks;
}

/* Each iteration as long as on the rank where it took longest. */
static int64_t longest(int inner) {
  if (kernel->kind & (MEAN | MAX)) {
    int64_t *most = malloc(sizeof(int64_t) * (size_t) inner);
    MPI_Reduce(times, most, inner, MPI_INT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) memcpy(times, most, sizeof(int64_t) * (size_t) inner);
    free(most);
  }
  int64_t sum = 0;
  singles = realloc(singles, sizeof(double) * (size_t) inner);
  for (int i = 0; i < inner; i++) {
    singles[i] = (double) times[i] / operationsPerRound();
    sum += times[i];
  }
  singlesKnown = inner;
  return sum;
}

/* A few untimed rounds bring the caches back, then comes the timed loop. */
static int64_t oneBatch(int inner, int checked) {
  if (checked) kernel->check();
  if (!(kernel->kind & UNSETTLED) && settings.coldBytes == 0) {
    int settle = SETTLE + inner / SETTLE_SHARE;
    kernel->run(inner < settle ? inner : settle);
  }
  singlesKnown = 0;
  if (!timesEach()) return combined(kernel->run(inner), inner);
  int64_t sum = 0;
  times = realloc(times, sizeof(int64_t) * (size_t) inner);
  for (int i = 0; i < inner; i++) {
    if (settings.coldBytes > 0) evict();
    MPI_Barrier(MPI_COMM_WORLD);
    times[i] = kernel->run(1);
    sum += times[i];
  }
  return settings.each ? longest(inner) : combined(sum, inner);
}

static void command(int mode, int inner) {
  int32_t message[2] = {mode, inner};
  for (int r = 1; r < ranks; r++) {
    MPI_Send(message, 8, MPI_BYTE, r, TAG_CONTROL, MPI_COMM_WORLD);
  }
}

static int hear(int32_t message[2]) {
  MPI_Recv(message, 8, MPI_BYTE, 0, TAG_CONTROL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return message[0];
}

/* The batches of a step, up to a command that is about something else. */
static int serve(void) {
  int32_t message[2];
  for (;;) {
    switch (hear(message)) {
      case BATCH: case CHECKED_BATCH: oneBatch(message[1], message[0] == CHECKED_BATCH); break;
      case PAUSE: awaitTurn(); break;
      default: return message[0];
    }
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
static int isStable(const double *history, int n) {
  if (n < HISTORY) return 0;
  double before = medianOf(history, 5), after = medianOf(history + 5, 5);
  double difference = after > before ? after - before : before - after;
  return difference <= 0.05 * before;
}

/* The iterations of the next batch: more, if this one was much shorter than it is to be. */
static int grown(int inner, int64_t elapsed, int64_t batchNs) {
  int most = timesEach() ? MAX_SINGLE : MAX_INNER;
  if (elapsed >= batchNs * 7 / 10 || inner >= most) return inner;
  double factor = elapsed <= 0 ? 10 : (double) batchNs / (double) elapsed;
  double next = inner * (factor > 10 ? 10 : factor) + 1;
  return next > most ? most : (int) next;
}

static int64_t timed(int inner, int checked) {
  command(checked ? CHECKED_BATCH : BATCH, inner);
  return oneBatch(inner, checked);
}

void printSeries(const char *name, const double *values, int n) {
  fprintf(answers, ",\"%s\":[", name);
  for (int i = 0; i < n; i++) fprintf(answers, i ? ",%.3f" : "%.3f", values[i]);
  fprintf(answers, "]");
}

static int warmUp(Plan plan, int *warmups, int *stable) {
  double perBatch = operationsPerRound(), history[HISTORY];
  int inner = plan.iterations > 0 ? plan.iterations : 1, known = 0;
  int64_t start = nowNs(), spent = 0, done = 0;
  while (plan.warmupIterations < 0 || done < plan.warmupIterations) {
    int64_t elapsed = timed(inner, 1), before = spent;
    (*warmups)++;
    done += inner;
    if (known == HISTORY) memmove(history, history + 1, sizeof(double) * (HISTORY - 1));
    else known++;
    history[known - 1] = (double) elapsed / (inner * perBatch);
    spent = nowNs() - start;
    *stable = spent >= plan.minWarmupNs && isStable(history, known);
    if (plan.warmupIterations < 0 && (*stable || spent >= plan.maxWarmupNs)) break;
    if (plan.iterations == 0) inner = grown(inner, timesEach() ? spent - before : elapsed, plan.batchNs);
  }
  return inner;
}

/* One step; what the turn is for that was not for a batch of it. */
static int lead(Plan plan) {
  int warmups = 0, stable = 0;
  int inner = warmUp(plan, &warmups, &stable);
  command(PAUSE, 0);
  fprintf(answers, "{\"ronsel\":\"warm\",\"inner\":%d,\"warmups\":%d,\"stable\":%s}\n", inner,
          warmups, stable ? "true" : "false");
  fflush(answers);
  int turn = awaitTurn();
  for (int batch = 1; turn == TURN_BATCH; batch++) {
    int64_t elapsed = timed(inner, batch % CHECK_EVERY == 1);
    double ns = (double) elapsed / (inner * operationsPerRound());
    fprintf(answers, "{\"ronsel\":\"batch\",\"ns\":%.3f", ns);
    if (processesKnown) {
      printSeries("processMinNs", ofProcesses, 1);
      printSeries("processMeanNs", ofProcesses + 1, 1);
      printSeries("processMaxNs", ofProcesses + 2, 1);
    }
    if (singlesKnown > 0) printSeries("singleNs", singles, singlesKnown);
    if (kernel->parts) kernel->parts();
    fprintf(answers, "}\n");
    command(PAUSE, 0);
    fflush(answers);
    turn = awaitTurn();
  }
  return turn;
}

void measure(const Kernel *which, Plan plan, const Step *steps, int count,
             void (*begin)(const Step *step), void (*end)(void)) {
  kernel = which;
  int32_t message[2];
  int turn = TURN_NEXT, told = NEXT, first = awaitTurn();
  if (rank == 0 && first != TURN_BATCH) turn = TURN_END;
  if (rank == 0) command(turn == TURN_NEXT ? NEXT : STOP, 0);
  else told = hear(message);
  for (int i = 0; i < count && turn == TURN_NEXT && told == NEXT; i++) {
    begin(steps + i);
    if (rank == 0) {
      turn = lead(plan);
      if (i == count - 1) turn = TURN_END;
      command(turn == TURN_NEXT ? NEXT : STOP, 0);   /* before the end, which all ranks take part in */
    } else {
      told = serve();
    }
    end();
  }
}
